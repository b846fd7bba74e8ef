import type { LoadedFont } from '../../fonts/index.js';
import type { Rasteriser } from '../../renderer/typesetter.js';
import { type Alpha, type Stencil, getBit } from '../../renderer/stencil.js';

/** The number of strokes (8-connected ink) and of holes (4-connected paper that does not reach the edge). */
export interface Topology {
  readonly strokes: number;
  readonly holes: number;
}

/** Counts strokes and holes of a 1-bit picture given as 0 and 1 per pixel. */
export function topology(bits: Uint8Array, width: number, height: number): Topology {
  // A border of paper around the picture, so that the outside is one region.
  const w = width + 2;
  const seen = new Uint8Array(w * (height + 2));
  const ink = new Uint8Array(seen.length);
  for (let y = 0; y < height; y++) ink.set(bits.subarray(y * width, (y + 1) * width), (y + 1) * w + 1);
  const stack: number[] = [];
  const count = (value: 0 | 1, neighbours: readonly number[]) => {
    let regions = 0;
    for (let start = 0; start < ink.length; start++) {
      if (ink[start] !== value || seen[start]) continue;
      regions++;
      seen[start] = 1;
      stack.push(start);
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        for (const step of neighbours) {
          const next = at + step;
          if (next >= 0 && next < ink.length && ink[next] === value && !seen[next]) {
            seen[next] = 1;
            stack.push(next);
          }
        }
      }
    }
    return regions;
  };
  const sides = [1, -1, w, -w];
  return { strokes: count(1, [...sides, w + 1, w - 1, 1 - w, -w - 1]), holes: count(0, sides) - 1 };
}

export function alphaTopology({ width, height, values }: Alpha, cut: number): Topology {
  return topology(
    values.map((value) => (value >= cut ? 1 : 0)),
    width,
    height,
  );
}

export function stencilTopology(stencil: Stencil): Topology {
  const { width, height } = stencil;
  const bits = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) bits[y * width + x] = getBit(stencil, x, y) ? 1 : 0;
  return topology(bits, width, height);
}

export function sameTopology(a: Topology, b: Topology): boolean {
  return a.strokes === b.strokes && a.holes === b.holes;
}

/**
 * What a character looks like when it is drawn large. Seams between overlapping contours can open a false hole at one
 * size, so two of three sizes must agree.
 */
export function wholeTopology(rasteriser: Rasteriser, font: LoadedFont, char: string): Topology {
  const [a, b, c] = [128, 151, 200].map((size) => alphaTopology(rasteriser.raster(font, size, char).alpha, 100));
  return sameTopology(a!, b!) || sameTopology(a!, c!) ? a! : b!;
}
