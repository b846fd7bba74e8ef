import { type Chip, type ChipState, type Family, register } from './families/family.js';
import { createRam, type Cursor, type Ram, writeRam } from './families/ram.js';

/**
 * The second way in which a chip may treat the old picture: it exchanges both planes after a partial refresh (SSD16xx), or
 * copies the new one over the old one (UC81xx). Which way a panel has is often in its OTP, which no driver reads, so both
 * are followed until a register or the chip decides.
 */
export interface OldPicture {
  /** The planes as they are in the second way. */
  readonly planes: () => readonly Ram[];
  readonly write: (plane: number, cursor: Cursor, bytes: Uint8Array) => void;
  readonly afterRefresh: (differential: boolean) => void;
  /** The first of the ways is sure (`stays`), the second (`moves`), or none. */
  readonly decided: (state: ChipState) => 'stays' | 'moves' | null;
}

export function createOldPicture(family: Family, ram: readonly Ram[]): OldPicture {
  const copies = ram.map((plane) => createRam((plane.stride * 8) / plane.bits, plane.rows, plane.bits));
  let exchanged = false;
  const exchanges = family.id === 'ssd16xx';
  const at = (plane: number) => (exchanged ? copies.length - 1 - plane : plane);
  return {
    planes: () => (exchanged ? [...copies].reverse() : copies),
    write(plane, cursor, bytes) {
      writeRam(copies[at(plane)]!, { ...cursor }, bytes);
    },
    afterRefresh(differential) {
      if (exchanges) exchanged = exchanged !== differential;
      else if (copies.length === 2 && copies[0]!.bits === copies[1]!.bits) copy(copies[1]!, copies[0]!);
    },
    decided: (state) => decidedBy(state.chip, state),
  };
}

function copy(from: Ram, to: Ram): void {
  to.bytes.set(from.bytes);
  to.known.set(from.known);
}

function decidedBy(chip: Chip, state: ChipState): 'stays' | 'moves' | null {
  if (chip.family === 'ssd16xx') {
    // Bit 6 of the fifth byte of 0x37 exchanges the planes in display mode 2.
    const options = register(state, 0x37);
    return options.length > 4 && options.some((byte, i) => i > 0 && byte & 0x40) ? 'moves' : null;
  }
  // UC8179: N2OCP, bit 3 of the first of two bytes, copies the new plane.
  const interval = register(state, 0x50);
  if (chip.copiesOld === 'n2ocp') return interval.length > 1 && interval[0]! & 8 ? 'moves' : 'stays';
  return chip.copiesOld === undefined ? null : chip.copiesOld ? 'moves' : 'stays';
}
