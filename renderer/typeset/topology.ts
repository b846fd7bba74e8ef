import type { Alpha } from '../shapes/stencil.js';

/** The number of strokes (8-connected ink) and of holes (4-connected paper that does not reach the edge). */
export interface Topology {
  readonly strokes: number;
  readonly holes: number;
}

/**
 * Counts the strokes and holes of a 1-bit shape, given as 0 or 1 for each pixel. Strokes: runs of ink are joined when
 * they touch a run in the row above. Holes: the number of strokes minus the Euler number, which is a quarter of this
 * count of 2×2 windows (Gray 1971): those with one ink pixel, less those with three, less twice those with two on a
 * diagonal.
 */
export function topology(bits: Uint8Array, width: number, height: number): Topology {
  const parent: number[] = [];
  const root = (run: number): number => {
    while (parent[run] !== run) run = parent[run]!;
    return run;
  };
  // A border of paper, so that every window lies within.
  const stride = width + 2;
  const ink = new Uint8Array(stride * (height + 2));
  for (let y = 0; y < height; y++) ink.set(bits.subarray(y * width, (y + 1) * width), (y + 1) * stride + 1);
  let euler = 0;
  for (let at = stride + 1; at < ink.length; at++) {
    const a = ink[at - stride - 1]!;
    const d = ink[at]!;
    const sum = a + ink[at - stride]! + ink[at - 1]! + d;
    if (sum === 1) euler++;
    else if (sum === 3) euler--;
    else if (sum === 2 && a === d) euler -= 2;
  }
  let above: { from: number; to: number; run: number }[] = [];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const runs: typeof above = [];
    for (let x = 0; x < width; x++) {
      if (!bits[row + x]) continue;
      const from = x;
      while (x < width && bits[row + x]) x++;
      const run = parent.push(parent.length) - 1;
      for (const other of above) if (other.from <= x && other.to >= from) parent[root(other.run)] = root(run);
      runs.push({ from, to: x, run });
    }
    above = runs;
  }
  const strokes = parent.filter((of, run) => of === run).length;
  return { strokes, holes: strokes - euler / 4 };
}

/**
 * The number of strokes less that of holes, for each cut from 1 to 255. All cuts take one pass over the pixels, a tenth
 * of the time in which {@link alphaTopology} finds one. Each window of 2×2 pixels has one ink pixel at the cuts up to
 * its darkest, two up to the second, and so on.
 */
export function eulerNumbers({ width, height, values }: Alpha): Int32Array {
  const stride = width + 2;
  const ink = new Uint8Array(stride * (height + 2));
  for (let y = 0; y < height; y++) ink.set(values.subarray(y * width, (y + 1) * width), (y + 1) * stride + 1);
  const changes = new Int32Array(257);
  for (let at = stride + 1; at < ink.length; at++) {
    const a = ink[at - stride - 1]!;
    const b = ink[at - stride]!;
    const c = ink[at - 1]!;
    const d = ink[at]!;
    if ((a | b | c | d) === 0 || (a === b && b === c && c === d)) continue;
    // The darker and the lighter pixel of each diagonal.
    const [up, down] = a > d ? [a, d] : [d, a];
    const [high, low] = b > c ? [b, c] : [c, b];
    const first = Math.max(up, high);
    const last = Math.min(down, low);
    const second = Math.max(Math.min(up, high), Math.max(down, low));
    const third = Math.min(Math.max(down, low), Math.min(up, high));
    const diagonal = Math.min(up, down) >= high || Math.min(high, low) >= up;
    changes[first]! += 1;
    changes[second]! -= diagonal ? 3 : 1;
    changes[third]! += diagonal ? 1 : -1;
    changes[last]! += 1;
  }
  for (let cut = 255; cut > 0; cut--) changes[cut - 1]! += changes[cut]!;
  return changes.map((quarters) => quarters / 4);
}

export function alphaTopology({ width, height, values }: Alpha, cut: number): Topology {
  return topology(
    values.map((value) => (value >= cut ? 1 : 0)),
    width,
    height,
  );
}

export function sameTopology(a: Topology, b: Topology): boolean {
  return a.strokes === b.strokes && a.holes === b.holes;
}
