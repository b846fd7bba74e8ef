import type { InkName } from '../../../devices/index.js';
import { data, driving, resetState, unturned, wideWindow } from './data-modes.js';
import { type ChipState, type Command, type Family, setting } from './family.js';

/** Families with one plane that holds the code of an ink: two bits on four-ink panels, four on ACeP and Spectra. */

type InkCodes = Partial<Readonly<Record<InkName, number>>>;

const fourInks: InkCodes = { black: 0, white: 1, yellow: 2, red: 3 };
const acep: InkCodes = { black: 0, white: 1, green: 2, blue: 3, red: 4, yellow: 5, orange: 6 };
const spectra: InkCodes = { black: 0, white: 1, yellow: 2, red: 3, blue: 5, green: 6 };

/** The code of each ink of a panel. */
export function codesOf({ chip, panel }: ChipState): InkCodes {
  if (chip.codes) return chip.codes;
  if (chip.family === 'four-ink') return fourInks;
  return panel.inks.includes('orange') ? acep : spectra;
}

/** A code without an ink, such as the cleaning code 7 of ACeP, is shown as paper. */
function inkTable(state: ChipState): Uint8Array {
  const codes = codesOf(state);
  return Uint8Array.from({ length: 1 << state.ram[0]!.bits }, (_, code) =>
    Math.max(
      state.panel.inks.findIndex((ink) => codes[ink] === code),
      0,
    ),
  );
}

const partialWindow = (step: number): Command => ({
  name: 'Partial window',
  apply: (state, bytes) => {
    if (bytes.length >= 8) state.partial = bytes[8] === 0 ? null : wideWindow(bytes, step);
  },
});

const family = (id: Family['id'], name: string, bits: number, commands: Family['commands']): Family => ({
  id,
  name,
  planes: ['0x10'],
  bits: [bits],
  busyLevel: 0,
  wraps: false,
  signature: [0x61, 0x83, 0xe3],
  reset: resetState,
  inkTable,
  flips: () => unturned,
  commands: { ...driving, 0x10: data('Picture', 0), 0x83: partialWindow(8 / bits), ...commands },
});

/** JD796xx, HX8717 and SSD2677: black, white, yellow and red. */
export const fourInk = family('four-ink', 'JD796xx', 2, {
  0x4d: setting('Test mode'),
  0x62: setting('Gate timing'),
  0x66: setting('Gate scan'),
  0xa5: setting('Ready'),
  0xb4: setting('Gate driver'),
  0xb5: setting('Gate voltage'),
  0xb6: setting('Source timing'),
  0xb7: setting('Source options'),
  0xe4: setting('Border voltage'),
  0xe6: setting('Force temperature'),
  0xe7: setting('Reference'),
  0xe9: setting('Enable'),
});

/** ACeP and Spectra: six or seven inks. */
export const sixInk = family('six-ink', 'ACeP and Spectra', 4, {
  0x08: setting('Booster timing'),
  0x13: setting('Image process'),
  0x84: setting('Scan timing'),
  0x85: setting('Scan voltage'),
  0x86: setting('Analog setting'),
  0xaa: setting('Unlock'),
});
