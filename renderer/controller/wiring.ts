import type { ChipAtWork } from './chip-at-work.js';
import type { PanelDefinition } from './definition.js';
import type { Driven } from './glass.js';
import type { GlassPart } from './picture.js';

/** The parts of the glass, one for each chip: two on 13.3" panels, and where a panel is wider than the memory of an SSD16xx. */
export function partsOf({ chip, width, height, placement }: PanelDefinition): readonly GlassPart[] {
  const [across, down] = placement.turn % 180 === 90 ? [height, width] : [width, height];
  const isCascade = chip.family === 'ssd16xx' && chip.width !== undefined && across > chip.width;
  const part = { x: 0, width: across, height: down, mirrored: false };
  if (!isCascade && !chip.chips) return [part];
  const half = Math.ceil(across / 2);
  return [
    { ...part, width: half },
    { ...part, x: half, width: across - half, mirrored: isCascade },
  ];
}

/** Commands of a cascade that only the first chip takes: the second one has its own, with bit 7. */
const addressed: ReadonlySet<number> = new Set([0x11, 0x24, 0x26, 0x44, 0x45, 0x4e, 0x4f]);

/** A chip, its part of the glass, and the pin that selects it. */
export interface Wired extends Driven {
  readonly at: ChipAtWork;
  readonly line: number;
}

/** Which chips take what the host sends: by chip select, and in a cascade by bit 7 of the command. */
export interface Wiring {
  select(level: number, line: number): void;
  /** The chips for a command and its data, and the command byte for them. */
  route(byte: number): readonly { readonly to: Wired; readonly byte: number }[];
  /** The chips that take data. `d1`: each byte has its own chip select. */
  takers(event: 'd' | 'd1'): readonly Wired[];
  /** No command has come yet. */
  reset(): void;
}

export function createWiring(chips: readonly Wired[], isCascade: boolean): Wiring {
  const deselected = new Set<number>();
  let targets: readonly Wired[] = [];

  function inCascade(selected: readonly Wired[], byte: number): readonly Wired[] {
    if (byte & 0x80) return selected.slice(1);
    return addressed.has(byte) ? selected.slice(0, 1) : selected;
  }

  return {
    select(level, line) {
      if (level === 0) deselected.delete(line);
      else deselected.add(line);
    },
    route(byte) {
      const selected = chips.filter(({ line }) => !deselected.has(line));
      targets = isCascade ? inCascade(selected, byte) : selected;
      return targets.map((to) => ({ to, byte: isCascade ? byte & 0x7f : byte }));
    },
    takers: (event) => (event === 'd1' ? targets : targets.filter(({ line }) => !deselected.has(line))),
    reset: () => (targets = []),
  };
}
