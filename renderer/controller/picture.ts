import type { RamArea, ChipState, Family } from './families/family.js';

/** How the glass is wired to the memory. */
export interface Placement {
  /** Degrees clockwise by which the memory is turned, then whether it is mirrored, to give the picture. */
  readonly turn: 0 | 90 | 180 | 270;
  readonly mirror: boolean;
  /** The first visible column of the memory. */
  readonly ramX: number;
}

/** Part of the glass that one chip drives. Columns are those of the memory side by side, before the placement. */
export interface GlassPart {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** The chip counts its columns from the other side. */
  readonly mirrored: boolean;
}

/** The code of each visible pixel of a part, row by row: plane 0 in the low bits. */
export function codesOf(
  state: Pick<ChipState, 'ram'>,
  part: GlassPart,
  ramX: number,
  flip: { readonly x: boolean; readonly y: boolean },
): Uint8Array {
  const codes = new Uint8Array(part.width * part.height);
  const backwards = part.mirrored !== flip.x;
  let shift = 0;
  for (const { bits, stride, rows, bytes } of state.ram) {
    const mask = (1 << bits) - 1;
    for (let y = 0; y < part.height; y++) {
      const row = flip.y ? part.height - 1 - y : y;
      if (row >= rows) continue;
      let pixel = ramX + (backwards ? part.width - 1 : 0);
      for (let i = y * part.width, end = i + part.width; i < end; i++, pixel += backwards ? -1 : 1) {
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
export function visibleArea(
  area: RamArea | null,
  part: GlassPart,
  ramX: number,
  flip: ReturnType<Family['flips']>,
): RamArea {
  if (!area) return { x: 0, y: 0, width: part.width, height: part.height };
  const across = clip(area.x - ramX, area.width, part.width, part.mirrored !== flip.x);
  const down = clip(area.y, area.height, part.height, flip.y);
  return { x: across.start, width: across.length, y: down.start, height: down.length };
}

function clip(start: number, length: number, size: number, flipped: boolean): { start: number; length: number } {
  const from = flipped ? size - start - length : start;
  const first = Math.min(Math.max(from, 0), size);
  return { start: first, length: Math.max(Math.min(from + length, size) - first, 0) };
}

/** Turns and mirrors pixels of `width` × `height`. */
export function place(pixels: Uint8Array, width: number, height: number, { turn, mirror }: Placement): Uint8Array {
  if (turn === 0 && !mirror) return pixels.slice();
  const across = turn === 90 || turn === 270 ? height : width;
  const down = width * height === 0 ? 0 : (width * height) / across;
  const placed = new Uint8Array(pixels.length);
  for (let y = 0, i = 0; y < down; y++) {
    for (let column = 0; column < across; column++, i++) {
      const x = mirror ? across - 1 - column : column;
      placed[i] =
        turn === 0
          ? pixels[y * width + x]!
          : turn === 90
            ? pixels[(height - 1 - x) * width + y]!
            : turn === 180
              ? pixels[(height - 1 - y) * width + width - 1 - x]!
              : pixels[x * width + width - 1 - y]!;
    }
  }
  return placed;
}
