import type { GlassPart, RamArea } from './families/family.js';
import type { Ram } from './families/ram.js';

/** How the glass is wired to the memory. */
export interface Placement {
  /** Degrees clockwise by which the memory is turned, then whether it is mirrored, to give the picture. */
  readonly turn: 0 | 90 | 180 | 270;
  readonly mirror: boolean;
  /** The first visible column of the memory. */
  readonly ramX: number;
}

/** The code of each visible pixel of a part, row by row: plane 0 in the low bits. */
export function codesOf(ram: readonly Ram[], part: GlassPart, ramX: number, isUpsideDown: boolean): Uint8Array {
  const codes = new Uint8Array(part.width * part.height);
  let shift = 0;
  for (const { bits, stride, rows, bytes } of ram) {
    const mask = (1 << bits) - 1;
    for (let y = 0; y < part.height; y++) {
      const row = isUpsideDown ? part.height - 1 - y : y;
      if (row >= rows) continue;
      let pixel = ramX + (part.mirrored ? part.width - 1 : 0);
      for (let i = y * part.width, end = i + part.width; i < end; i++, pixel += part.mirrored ? -1 : 1) {
        const at = pixel * bits;
        const byte = at >> 3 < stride ? bytes[row * stride + (at >> 3)]! : 0;
        codes[i]! |= ((byte >> (8 - bits - (at & 7))) & mask) << shift;
      }
    }
    shift += bits;
  }
  return codes;
}

/** The part of an area of the memory that is visible, in pixels of the part. null: all of the part. */
export function visibleArea(area: RamArea | null, part: GlassPart, ramX: number, isUpsideDown: boolean): RamArea {
  if (!area) return { x: 0, y: 0, width: part.width, height: part.height };
  const across = clip(area.x - ramX, area.width, part.width, part.mirrored);
  const down = clip(area.y, area.height, part.height, isUpsideDown);
  return { x: across.start, width: across.length, y: down.start, height: down.length };
}

function clip(start: number, length: number, size: number, flipped: boolean): { start: number; length: number } {
  const from = flipped ? size - start - length : start;
  const first = Math.min(Math.max(from, 0), size);
  return { start: first, length: Math.max(Math.min(from + length, size) - first, 0) };
}

/** Bytes of a plane in an area of the part that were never written. */
export function unknownBytes({ bits, stride, rows, known }: Ram, area: RamArea, ramX: number) {
  const first = ((area.x + ramX) * bits) >> 3;
  const last = Math.min(((area.x + ramX + area.width) * bits - 1) >> 3, stride - 1);
  let unknown = 0;
  for (let y = area.y; y < Math.min(area.y + area.height, rows); y++)
    for (let x = first; x <= last; x++) if (!known[y * stride + x]) unknown++;
  return { unknown, all: area.height * (last - first + 1) };
}

/** Turns and mirrors pixels of `width` × `height`. */
export function place(
  pixels: Uint8Array,
  width: number,
  height: number,
  { turn, mirror }: Pick<Placement, 'turn' | 'mirror'>,
): Uint8Array {
  const [across, down] = turn % 180 === 90 ? [height, width] : [width, height];
  // The pixel that becomes the first one, and the steps from a pixel to those of the next column and row.
  const [start, step, rowStep] = {
    0: [0, 1, width],
    90: [(height - 1) * width, -width, 1],
    180: [width * height - 1, -1, -width],
    270: [width - 1, width, -1],
  }[turn] as [number, number, number];
  const [first, columnStep] = mirror ? [start + (across - 1) * step, -step] : [start, step];
  const placed = new Uint8Array(pixels.length);
  for (let y = 0, i = 0; y < down; y++)
    for (let x = 0; x < across; x++, i++) placed[i] = pixels[first + x * columnStep + y * rowStep]!;
  return placed;
}
