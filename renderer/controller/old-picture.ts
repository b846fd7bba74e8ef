import { type ChipState, firstOf, register, type UpdateKind } from './families/family.js';
import { drivesOnlyChanges } from './lookup-table.js';

export const oldPlane = ({ chip }: ChipState): 0 | 1 => (chip.family === 'ssd16xx' ? 1 : 0);

/** Whether the old picture moves after a refresh: see `ChipState.moved`. null: no register and no chip says it. */
export function oldPictureMoves(state: ChipState): boolean | null {
  const { family, copiesOld } = state.chip;
  // Bit 6 of each byte of 0x37 but the first exchanges the planes in display mode 2.
  if (family === 'ssd16xx') return register(state, 0x37).some((byte, i) => i > 0 && byte & 0x40) || null;
  const interval = register(state, 0x50);
  // N2OCP: bit 3 of the first of two bytes.
  if (copiesOld === 'n2ocp') return interval.length > 1 && (interval[0]! & 8) !== 0;
  return copiesOld ?? null;
}

/** Which pixels a refresh drives by the old picture: changed ones, or all by a loaded waveform. null: the old one has no say. */
export function drivenPixels(state: ChipState, kind: UpdateKind): 'changes' | 'all' | null {
  if (!state.moved) return null;
  const loaded = drivesOnlyChanges(state);
  if (state.chip.family === 'ssd16xx') {
    // Bit 6 of 0x21 bypasses the old plane.
    if (kind === 'full' || firstOf(state, 0x21) & 0x40) return null;
    return loaded === false ? null : 'changes';
  }
  if (firstOf(state, 0x00) & 0x20 && loaded !== null) return loaded ? 'changes' : 'all';
  return kind === 'full' ? null : 'changes';
}

/** Moves the old picture after a refresh, in the memory of the chip that does so. */
export function moveOldPicture({ chip, moved }: ChipState, isDifferential: boolean): void {
  if (!moved) return;
  if (chip.family === 'ssd16xx') {
    if (isDifferential) moved.reverse();
    return;
  }
  const [old, current] = moved as [(typeof moved)[0], (typeof moved)[0]];
  old.bytes.set(current.bytes);
  old.known.set(current.known);
}
