import { chunksOf } from '../png/chunks.js';
import { decodePicturePng } from './png.js';
import { getOrInsert } from '../get-or-insert.js';

/**
 * The pixels of a PNG as indices of its palette of "#rrggbb"; without one, of its colours in the order in which they appear.
 * @throws {PictureError} or zlib's error for broken bytes
 */
export function palettedPixels(png: Buffer) {
  const { width, height, rgba } = decodePicturePng(png);
  const palette: string[] = [];
  for (const { type, data } of chunksOf(png))
    if (type === 'PLTE') for (let at = 0; at + 3 <= data.length; at += 3) palette.push(hexOf(data, at));
  const indexed = palette.length > 0;
  const indices = new Map<number, number>();
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const colour = (rgba[4 * i]! << 16) | (rgba[4 * i + 1]! << 8) | rgba[4 * i + 2]!;
    pixels[i] = getOrInsert(indices, colour, () => {
      const text = hexOf(rgba, 4 * i);
      const index = palette.indexOf(text);
      return index < 0 ? Math.min(palette.push(text) - 1, 255) : index;
    });
  }
  return { width, height, palette, indexed, pixels };
}

const hexOf = (bytes: Uint8Array, at: number): string => `#${Buffer.from(bytes.subarray(at, at + 3)).toString('hex')}`;
