import { picture, pictureInWindow, refreshOfWindow, resetState, setWindow, shared } from './data-modes.js';
import { type ChipState, type Family, inkOfCode, register, settings, waveformLoaded } from './family.js';

/** The window of 0x90 may come before the partial mode, or in it. */
function enterPartial(state: ChipState): void {
  setWindow(state, register(state, 0x90), 0x90, 8);
  state.registers.set(0x91, Uint8Array.of(1));
}

function leavePartial(state: ChipState): void {
  state.partial = null;
  state.registers.delete(0x91);
}

/** The polarity bits (DDX): in the first of two bytes on UC8179, in the high half of one byte on the others. */
export const polarity = (state: ChipState): number => {
  const set = register(state, 0x50, 0xd7);
  return set.length >= 2 ? set[0]! & 3 : (set[0]! >> 4) & 3;
};

/**
 * Whether plane 0x13 is red, and 0x10 black and white. Otherwise 0x13 is the new picture, 0x10 the old one. Drivers write red
 * in the black and white mode, too (bit 4 of 0x00): as meant, it is red.
 */
export const isRed = (state: ChipState): boolean => state.inks.length === 3;

function inkTable(state: ChipState, greys: readonly number[]): Uint8Array {
  const { chip, inks, ram } = state;
  const ddx = polarity(state);
  const low = ram[0]!.bits;
  return Uint8Array.from({ length: 1 << (low + ram[1]!.bits) }, (_, code) => {
    const [first, second] = [code & ((1 << low) - 1), code >> low];
    if (chip.codes) return inkOfCode(inks, chip.codes, first);
    if (inks.includes('light_gray')) return greys[code] ?? 0;
    if (isRed(state) && second !== ddx >> 1) return 2;
    const bit = !isRed(state) ? second : low > 1 ? first >> 1 : first;
    return bit === (ddx & 1) ? 0 : 1;
  });
}

/** UltraChip UC81xx and relatives: an old and a new picture, or black and red, and a partial mode with a window. */
export const uc81xx: Family = {
  id: 'uc81xx',
  name: 'UC81xx',
  planes: [0x10, 0x13],
  bits: [1, 1],
  busyLevel: 0,
  wraps: false,
  sleep: 0x07,
  reset: resetState,
  inkTable,
  commands: {
    ...shared,
    // Waveform options, temperature sensor, low power detection, gate group; OTP.
    ...settings(0x2a, 0x42, 0x43, 0x51, 0x62, 0xa0, 0xa1, 0xa2),
    0x10: picture(0),
    0x13: picture(1),
    0x14: pictureInWindow(0),
    0x15: pictureInWindow(1),
    0x16: refreshOfWindow,
    ...Object.fromEntries([0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((lut) => [lut, { apply: waveformLoaded }])),
    0x90: {
      apply(state, bytes) {
        if (state.registers.has(0x91)) setWindow(state, bytes, 0x90, 8);
      },
    },
    0x91: { start: enterPartial },
    0x92: { start: leavePartial },
  },
};
