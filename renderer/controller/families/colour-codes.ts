import { picture, resetState, setWindow, shared } from './data-modes.js';
import { type ChipState, type Commands, type Family, type InkCodes, inkOfCode, settings } from './family.js';

/** Families with one plane that holds the code of an ink: two bits on four-ink panels, four on ACeP and Spectra. */

const fourInks: InkCodes = { black: 0, white: 1, yellow: 2, red: 3 };
const acep: InkCodes = { black: 0, white: 1, green: 2, blue: 3, red: 4, yellow: 5, orange: 6 };
const spectra: InkCodes = { black: 0, white: 1, yellow: 2, red: 3, blue: 5, green: 6 };

function inkTable({ chip, inks, ram }: ChipState): Uint8Array {
  const codes = chip.family === 'four-ink' ? fourInks : inks.includes('orange') ? acep : spectra;
  const table = Uint8Array.from({ length: 1 << ram[0]!.bits }, (_, code) => inkOfCode(inks, codes, code));
  // ACeP's code for cleaning leaves paper.
  if (codes === acep) table[7] = 0;
  return table;
}

const family = (id: Family['id'], name: string, bits: number, commands: Commands): Family => ({
  id,
  name,
  planes: [0x10],
  bits: [bits],
  busyLevel: 0,
  wraps: false,
  sleep: 0x07,
  reset: resetState,
  inkTable,
  commands: {
    ...shared,
    ...commands,
    0x10: picture(0),
    0x83: {
      apply(state, bytes) {
        if (bytes[8] === 0) state.partial = null;
        else if (bytes.length >= 8) setWindow(state, bytes, 0x83, 8 / bits);
      },
    },
  },
});

/** JD796xx, HX8717 and SSD2677: black, white, yellow and red. */
export const fourInk = family(
  'four-ink',
  'JD796xx',
  2,
  settings(0x4d, 0x62, 0x66, 0xa5, 0xb4, 0xb5, 0xb6, 0xb7, 0xe4, 0xe6, 0xe7, 0xe9),
);

/** ACeP and Spectra: six or seven inks. */
export const sixInk = family('six-ink', 'ACeP and Spectra', 4, settings(0x08, 0x13, 0x84, 0x85, 0x86, 0xaa));
