import { TrmnlError } from './error.js';

/** Offsets in the header of a BMP (BITMAPINFOHEADER). */
const offsets = { pixels: 10, width: 18, height: 22, bits: 28, bytes: 34, colours: 46, table: 54 } as const;
const headBytes = 62;

/**
 * Reads a BMP of one bit per pixel like the firmware, row by row: 0 is white, 1 is black.
 * @throws {TrmnlError} for another size or kind
 */
export function readBmp(
  bytes: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  if (bytes.length < headBytes) throw new TrmnlError('Expected a whole BMP but received a part of one');
  const stride = Math.ceil(width / 32) * 4;
  const facts = {
    width: bytes.readUInt32LE(offsets.width),
    height: bytes.readUInt32LE(offsets.height),
    bits: bytes.readUInt16LE(offsets.bits),
    bytes: bytes.readUInt32LE(offsets.bytes),
    colours: bytes.readUInt32LE(offsets.colours) || 1 << Math.min(bytes.readUInt16LE(offsets.bits), 24),
  };
  const expected = { width, height, bits: 1, bytes: stride * height, colours: 2 };
  for (const name of Object.keys(expected) as (keyof typeof expected)[])
    if (facts[name] !== expected[name])
      throw new TrmnlError(`Expected a BMP with ${expected[name]} for ${name} but received ${facts[name]}`);
  const from = bytes.readUInt32LE(offsets.pixels);
  if (from < headBytes || bytes.length < from + expected.bytes)
    throw new TrmnlError('Expected a BMP with a table of colours and all pixels but received less');
  const table = bytes.toString('hex', offsets.table, headBytes);
  const white = { '00000000ffffff00': 1, ffffff0000000000: 0 }[table];
  if (white === undefined) throw new TrmnlError(`Expected a BMP in black and white but received the colours ${table}`);
  // The last row comes first.
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, height - 1 - Math.floor(i / width)];
    const bit = (bytes[from + y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
    return bit === white ? 0 : 1;
  });
}
