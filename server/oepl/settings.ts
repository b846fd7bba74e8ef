import { LRUCache } from 'lru-cache';

/** What clients set on a tag beside its picture. */
export interface TagSettings {
  readonly alias?: string;
  /** The number of the kind of content. */
  readonly contentMode?: number;
  /** JSON that belongs to the content. */
  readonly modeConfig: string;
  /** Quarter turns of the next picture. */
  readonly rotate: number;
  /** How the panel is refreshed; it is told, and nothing follows from it. */
  readonly lut: number;
  /** 1: white and black of the next picture change places. */
  readonly invert: number;
}

const untouched: TagSettings = { modeConfig: '', rotate: 0, lut: 0, invert: 0 };

/** Bytes of the settings that are kept, and of those of a tag without its texts. */
const room = { all: 4 * 1024 * 1024, tag: 256 } as const;

/** The settings of tags, by the ids of their labels. They are in memory only. */
export interface Settings {
  of(id: string): TagSettings;
  change(id: string, change: Partial<TagSettings>): TagSettings;
  forget(id: string): void;
}

/** Keeps the settings that were changed last. */
export function createSettings(): Settings {
  const known = new LRUCache<string, TagSettings>({
    maxSize: room.all,
    sizeCalculation: ({ alias = '', modeConfig }) => room.tag + 2 * (alias.length + modeConfig.length),
  });
  const of: Settings['of'] = (id) => known.get(id) ?? untouched;
  return {
    of,
    change(id, change) {
      const changed = { ...of(id), ...change };
      known.set(id, changed);
      return changed;
    },
    forget(id) {
      known.delete(id);
    },
  };
}

/** The settings that a form names, as firmware reads them: what is no number is 0, and numbers have a byte. */
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

/** The number at the beginning of a text, in a byte. */
export function byteOf(text: string): number {
  const number = parseInt(text, 10);
  return Number.isNaN(number) ? 0 : number & 255;
}
