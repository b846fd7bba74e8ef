import { chunk, chunkBytes, chunksOf } from '../png/chunks.js';
import type { Rectangle } from '../shapes/rectangle.js';

/** The box of something on a label, and what people call it: mostly the field in it, such as "price". */
export interface Region extends Rectangle {
  readonly name: string;
}

const keyword = 'esl-regions\0';

/**
 * The PNG with the boxes of its fields in a `tEXt` chunk, so that whoever compares it later can say which field
 * changed. The boxes go where the file goes. Viewers ignore them; without them, the label is compared as one thing.
 * @param scale how many times larger the PNG is than the label that the boxes are of
 * @example
 * import { encodePng, loadDevices, openSimulator, withRegions } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame, png, regions } = (await openSimulator()).render(milk);
 * const plain = encodePng(frame, loadDevices().get('solum-m2-2.9-bwr'));
 * console.log(withRegions(plain, regions).equals(png)); // true
 */
export function withRegions(png: Uint8Array, regions: readonly Region[], scale = 1): Buffer {
  const rows = regions.map(({ name, x, y, width, height }) => [
    name,
    ...[x, y, width, height].map((value) => value * scale),
  ]);
  // The text of the chunk is Latin-1.
  const text = JSON.stringify(rows).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // The last chunk, IEND, has no data.
  const end = png.length - chunkBytes;
  return Buffer.concat([png.subarray(0, end), chunk('tEXt', Buffer.from(keyword + text, 'latin1')), png.subarray(end)]);
}

/** The boxes that {@link withRegions} left in a whole PNG; empty when it has none, or when they are not ours. */
export function readRegions(png: Uint8Array): readonly Region[] {
  for (const { type, data } of chunksOf(png)) {
    const text = type === 'tEXt' ? data.toString('latin1') : '';
    if (text.startsWith(keyword)) return parse(text.slice(keyword.length));
  }
  return [];
}

function parse(text: string): readonly Region[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) return [];
  return rows.map(([name, x, y, width, height]) => ({ name, x, y, width, height }));
}

function isRow(row: unknown): row is [string, number, number, number, number] {
  return (
    Array.isArray(row) &&
    row.length === 5 &&
    typeof row[0] === 'string' &&
    row.slice(1).every((value) => Number.isInteger(value) && (value as number) >= 0)
  );
}
