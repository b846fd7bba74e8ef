import { LRUCache } from 'lru-cache';

export interface TagSettings {
  readonly alias?: string;
  /** The code of the kind of content. */
  readonly contentMode?: number;
  /** The content's JSON. */
  readonly modeConfig: string;
  /** Quarter turns of the next picture. */
  readonly rotate: number;
  /** The waveform of the panel's refresh. Clients can read it; it has no effect. */
  readonly lut: number;
  /** 1: swap white and black in the next picture. */
  readonly invert: number;
}

const untouched: TagSettings = { modeConfig: '', rotate: 0, lut: 0, invert: 0 };

/** Bytes of all settings, and of those of a tag without its texts. */
const capacity = { all: 4 * 1024 * 1024, tag: 256 } as const;

export type Settings = ReturnType<typeof createSettings>;

/** Stores the settings of tags in memory, by the ids of their labels; drops those that were not used for longest. */
export function createSettings() {
  const known = new LRUCache<string, TagSettings>({
    maxSize: capacity.all,
    sizeCalculation: ({ alias = '', modeConfig }) => capacity.tag + 2 * (alias.length + modeConfig.length),
  });
  const of = (id: string): TagSettings => known.get(id) ?? untouched;
  return {
    of,
    change(id: string, change: Partial<TagSettings>): TagSettings {
      const changed = { ...of(id), ...change };
      known.set(id, changed);
      return changed;
    },
    forget(id: string): void {
      known.delete(id);
    },
  };
}

/** Reads the settings in a form like the firmware: numbers have one byte, and an invalid number is 0. */
export function settingsIn(value: (name: string) => string | undefined): Partial<TagSettings> {
  const number = <Name extends string>(field: string, name: Name) => {
    const text = value(field);
    return (text === undefined ? {} : { [name]: byteOf(text) }) as Partial<Record<Name, number>>;
  };
  const alias = value('alias');
  return {
    ...(alias === undefined ? {} : { alias }),
    ...number('rotate', 'rotate'),
    ...number('lut', 'lut'),
    ...number('invert', 'invert'),
    ...number('contentmode', 'contentMode'),
  };
}

/** The number that a text begins with, modulo 256; 0: it begins with none. */
export function byteOf(text: string): number {
  const number = parseInt(text, 10);
  return Number.isNaN(number) ? 0 : number & 255;
}
