import { topology, type Topology } from '../../../renderer/typeset/topology.js';
import { at, flipped, mirrored, type Shape } from './shape.js';

export function topologyOf({ pixels, width, height }: Shape): Topology {
  return topology(pixels, width, height);
}

/** A vertical stroke: rows that all have ink from the same column to the same column. */
export interface Stem {
  readonly width: number;
  readonly length: number;
}

/** The vertical strokes of a shape that are at least `least` rows long and no wider than `widest`. */
export function stemsOf(shape: Shape, least: number, widest: number): Stem[] {
  const stems: Stem[] = [];
  let open = new Map<number, number>();
  for (let y = 0; y <= shape.height; y++) {
    const next = new Map<number, number>();
    for (const [from, to] of y < shape.height ? runsOf(shape, y) : []) {
      const key = from * 1000 + to;
      next.set(key, (open.get(key) ?? 0) + 1);
    }
    for (const [key, length] of open) {
      const width = (key % 1000) - Math.floor(key / 1000);
      if (!next.has(key) && length >= least && width <= widest) stems.push({ width, length });
    }
    open = next;
  }
  return stems;
}

/** The ink of a row: from the first column to the one after the last. */
function runsOf(shape: Shape, y: number): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (let x = 0; x < shape.width; x++) {
    if (!at(shape, x, y)) continue;
    const from = x;
    while (at(shape, x, y)) x++;
    runs.push([from, x]);
  }
  return runs;
}

/** The symmetry of a large outline. */
export interface Symmetry {
  readonly sideways: boolean;
  readonly upright: boolean;
}

export function symmetryOf(large: Shape): Symmetry {
  const ink = large.pixels.reduce((sum, pixel) => sum + pixel, 0);
  return {
    sideways: difference(large, mirrored(large, 'left')) < ink * 0.035,
    upright: difference(large, flipped(large, 'top')) < ink * 0.035,
  };
}

/** How many pixels differ between shapes of one box. */
export function difference(a: Shape, b: Shape): number {
  let count = 0;
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (at(a, x, y) !== at(b, x, y)) count++;
  return count;
}

/** The distance of a shape from the outline drawn in its box: missing and surplus pixels, per row. */
export function farness({ height, pixels }: Shape, covered: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < covered.length; i++) sum += (covered[i]! - pixels[i]!) ** 2;
  return sum / Math.max(3, height);
}

/** Whether two characters look alike in print, as A, Α and А do, and I and l nearly: shapes drawn large. */
export function sameInPrint(a: Shape, b: Shape): boolean {
  const ink = Math.max(...[a, b].map(({ pixels }) => pixels.reduce((sum, pixel) => sum + pixel, 0)));
  return Math.abs(a.top - b.top) < a.height * 0.1 && difference(a, b) < ink * 0.2;
}
