import type { PanelDefinition } from './definition.js';
import type { ChipState, GlassPart } from './families/family.js';

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

/** Which chips take what the host sends: by chip select, and in a cascade by bit 7 of the command. */
export interface Wiring {
  readonly chips: readonly ChipState[];
  readonly isCascade: boolean;
  /** Pins of chip select that are high. */
  readonly deselected: Set<number>;
  /** The chips that take the data of the last command. */
  targets: readonly ChipState[];
}

const selected = (chips: readonly ChipState[], { deselected }: Wiring): readonly ChipState[] =>
  chips.filter(({ line }) => !deselected.has(line));

/** Chooses the chips for a command and its data. */
export function route(wiring: Wiring, byte: number): readonly ChipState[] {
  const chips = selected(wiring.chips, wiring);
  const [from, to] = byte & 0x80 ? [1, 2] : [0, addressed.has(byte) ? 1 : 2];
  return (wiring.targets = wiring.isCascade ? chips.slice(from, to) : chips);
}

/** The chips that take data. `d1`: each byte has its own chip select. */
export const takersOf = (wiring: Wiring, event: 'd' | 'd1'): readonly ChipState[] =>
  event === 'd1' ? wiring.targets : selected(wiring.targets, wiring);
