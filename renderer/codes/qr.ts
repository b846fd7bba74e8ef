import type { Omitted } from './barcode.js';
import { limits } from '../limits.js';
import { type Correction, type QrMode, qrModules } from './encoders.js';

/** A QR code without its quiet zone: `size` × `size` modules, row by row, 1 is dark. */
interface Qr {
  readonly size: number;
  readonly modules: Uint8Array;
}

/** Blank modules on each side (ISO/IEC 18004, 9.1). */
export const qrQuiet = 4;

/** The bytes that version 40 holds at level M (ISO/IEC 18004, table 7). */
const qrBytes = limits.codes.qr;

/** The bytes for data in versions 1 to 40, by the level of error correction (ISO/IEC 18004, table 7). */
export const dataBytes: Readonly<Record<Correction, readonly number[]>> = {
  medium: [
    16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627, 669, 714, 782, 860, 914,
    1000, 1062, 1128, 1193, 1267, 1373, 1455, 1541, 1631, 1725, 1812, 1914, 1992, 2102, 2216, 2334,
  ],
  quartile: [
    13, 22, 34, 48, 62, 76, 88, 110, 132, 154, 180, 206, 244, 261, 295, 325, 367, 397, 445, 485, 512, 568, 614, 664,
    718, 754, 808, 871, 911, 985, 1033, 1115, 1171, 1231, 1286, 1354, 1426, 1502, 1582, 1666,
  ],
  high: [
    9, 16, 26, 36, 46, 60, 66, 86, 100, 122, 140, 158, 180, 197, 223, 253, 283, 313, 341, 385, 406, 442, 464, 514, 538,
    596, 628, 661, 701, 745, 793, 845, 901, 961, 986, 1054, 1096, 1142, 1222, 1276,
  ],
};

/**
 * By mode: the bits of a text's length in versions up to 9, up to 26 and up to 40, and those of the text itself (ISO/IEC
 * 18004, table 3 and 7.4).
 */
const modes: Readonly<
  Record<QrMode, { readonly lengthBits: readonly number[]; readonly bits: (text: string) => number }>
> = {
  numeric: { lengthBits: [10, 12, 14], bits: ({ length }) => Math.ceil((length * 10) / 3) },
  alphanumeric: { lengthBits: [9, 11, 13], bits: ({ length }) => Math.ceil((length * 11) / 2) },
  byte: { lengthBits: [8, 16, 16], bits: (text) => Buffer.byteLength(text) * 8 },
};

/** The levels that are used, the most correction first. */
const corrections = ['high', 'quartile', 'medium'] as const;

/**
 * The QR code of a text: the smallest version that holds it at error correction level M, at the highest level that fits that
 * version. In an address, characters beyond ASCII are percent-encoded (RFC 3987, 3.1), as scanners guess their encoding. Other text is
 * UTF-8 without a mark: phones, and libraries such as ZXing, recognise it. The standard's mark (ECI 26) is unknown to many hand-held
 * scanners, or they print it as "\000026".
 */
export function encodeQr(content: string): Qr | Omitted {
  const text = /^https?:/i.test(content) ? content.replace(/[^\p{ASCII}]+/gu, encodeURIComponent) : content;
  if (text === '') return { reason: 'Expected a text for the QR code but received none' };
  const bytes = Buffer.byteLength(text);
  if (bytes > qrBytes) return { reason: `Expected at most ${qrBytes} bytes for the QR code but received ${bytes}` };
  const mode = modeOf(text);
  const { lengthBits, bits } = modes[mode];
  const textBits = 4 + bits(text);
  const fits = (version: number, correction: Correction) =>
    textBits + lengthBits[version < 10 ? 0 : version < 27 ? 1 : 2]! <= dataBytes[correction][version - 1]! * 8;
  let version = 1;
  while (!fits(version, 'medium')) version++;
  const correction = corrections.find((level) => fits(version, level))!;
  return withoutBorder(qrModules(text, version, correction, mode));
}

function modeOf(text: string): QrMode {
  if (/^[0-9]+$/.test(text)) return 'numeric';
  return /^[0-9A-Z $%*+./:-]+$/.test(text) ? 'alphanumeric' : 'byte';
}

function withoutBorder(rows: readonly (readonly boolean[])[]): Qr {
  const size = rows.length - 2;
  const modules = new Uint8Array(size * size);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) modules[y * size + x] = rows[y + 1]![x + 1] ? 1 : 0;
  return { size, modules };
}
