import { between, data, driving, resetState, unturned, wideWindow, windowData, areaOf } from './data-modes.js';
import {
  type RamArea,
  type ChipState,
  type Command,
  type Family,
  register,
  setting,
  waveformLoaded,
} from './family.js';

/** The window of 0x90: one byte a value on UC8175, two for rows on UC8151, two for all on UC8176 and UC8179. */
function partialWindow(bytes: Uint8Array): RamArea | null {
  if (bytes.length >= 9 || bytes.length === 8) return wideWindow(bytes, 8);
  if (bytes.length >= 7 || bytes.length === 6)
    return between(bytes[0]!, bytes[1]!, (bytes[2]! << 8) | bytes[3]!, (bytes[4]! << 8) | bytes[5]!, 8);
  if (bytes.length >= 4) return between(bytes[0]!, bytes[1]!, bytes[2]!, bytes[3]!, 8);
  return null;
}

const partialIn: Command = {
  name: 'Partial in',
  start: (state) => {
    state.partial = windowOf(state) ?? state.partial;
    state.registers.set(0x91, Uint8Array.of(1));
  },
};

const partialOut: Command = {
  name: 'Partial out',
  start: (state) => {
    state.partial = null;
    state.registers.delete(0x91);
  },
};

const windowOf = (state: ChipState): RamArea | null => partialWindow(register(state, 0x90));

/** The polarity bits (DDX): in the first of two bytes on UC8179, in the high half of one byte on the others. */
export const polarity = (state: ChipState): number => {
  const set = register(state, 0x50, 0xd7);
  return set.length >= 2 ? set[0]! & 3 : (set[0]! >> 4) & 3;
};

/**
 * Whether plane 0x13 is red, and 0x10 black and white. Otherwise 0x13 is the new picture, 0x10 the old one. Drivers write red
 * in the black and white mode, too (bit 4 of 0x00): as meant, it is red.
 */
export const isRed = (state: ChipState): boolean => state.panel.inks.length === 3;

function inkTable(state: ChipState, greys: readonly number[]): Uint8Array {
  const { chip, panel, ram } = state;
  const ddx = polarity(state);
  const low = ram[0]!.bits;
  return Uint8Array.from({ length: 1 << (low + ram[1]!.bits) }, (_, code) => {
    const [first, second] = [code & ((1 << low) - 1), code >> low];
    if (chip.codes)
      return Math.max(
        panel.inks.findIndex((ink) => chip.codes![ink] === first),
        0,
      );
    if (panel.inks.includes('light_gray')) return greys[code] ?? 0;
    const isPaper = (bit: number): boolean => (bit === 1) === ((ddx & 1) === 1);
    if (!isRed(state)) return isPaper(second) ? 0 : 1;
    if ((second === 1) !== ((ddx & 2) === 2)) return 2;
    return isPaper(low > 1 ? first >> 1 : first) ? 0 : 1;
  });
}

const lut: Command = { name: 'Waveform', apply: waveformLoaded };

/** UltraChip UC81xx and relatives: an old and a new picture, or black and red, and a partial mode with a window. */
export const uc81xx: Family = {
  id: 'uc81xx',
  name: 'UC81xx',
  planes: ['0x10', '0x13'],
  bits: [1, 1],
  busyLevel: 0,
  wraps: false,
  signature: [0x13, 0x50, 0x61, 0x82],
  reset: resetState,
  inkTable,
  flips: () => unturned,
  commands: {
    ...driving,
    0x10: data('Old picture, or black and white', 0),
    0x13: data('New picture, or red', 1),
    0x14: windowData('Window of plane 0x10', 0),
    0x15: windowData('Window of plane 0x13', 1),
    0x16: {
      name: 'Refresh of a window',
      apply: (state, bytes) => {
        if (bytes.length >= 8) state.refresh('window', areaOf(bytes));
      },
    },
    ...Object.fromEntries([0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((command) => [command, lut])),
    0x2a: setting('Waveform options'),
    0x42: setting('Temperature sensor write'),
    0x43: setting('Temperature sensor read'),
    0x51: setting('Low power detection'),
    0x62: setting('Gate group'),
    0x90: {
      name: 'Partial window',
      apply: (state, bytes) => {
        if (state.registers.has(0x91)) state.partial = partialWindow(bytes) ?? state.partial;
      },
    },
    0x91: partialIn,
    0x92: partialOut,
    0xa0: setting('Program mode'),
    0xa1: setting('Active program'),
    0xa2: setting('Read OTP'),
  },
};
