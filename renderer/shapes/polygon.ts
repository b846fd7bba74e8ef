import type { Rectangle } from './rectangle.js';
import { createStencil, getBit, setRun, type Stencil } from './stencil.js';

/** A corner in px from the top left corner of the shape's box. */
export type Corner = readonly [x: number, y: number];

/** Tolerance for rounding errors in px: a symmetrical shape stays symmetrical. */
const slack = 1e-6;

/** The first pixel whose centre is not left of `x`, and the one after the last whose centre is not right of it. */
const firstFrom = (x: number) => Math.ceil(x - 0.5 - slack);
const endAt = (x: number) => Math.floor(x - 0.5 + slack) + 1;

/**
 * Fills a polygon: a pixel is ink when its centre is inside, by the even-odd rule, or on an edge at its side. Only uses sums,
 * products and quotients, so that the pixels are the same on every machine.
 * @param corners at least three, all within the box of `width` × `height` px
 */
export function fillPolygon(width: number, height: number, corners: readonly Corner[]): Stencil {
  const stencil = createStencil(width, height);
  for (let y = 0; y < height; y++) {
    const crossed = crossings(corners, y + 0.5);
    for (let i = 0; i + 1 < crossed.length; i += 2)
      setRun(stencil, y, Math.max(0, firstFrom(crossed[i]!)), Math.min(width, endAt(crossed[i + 1]!)));
  }
  return stencil;
}

/** Where the edges of a polygon cross a height, from left to right. */
function crossings(corners: readonly Corner[], y: number): readonly number[] {
  const crossingXs: number[] = [];
  let before = corners.at(-1)!;
  for (const corner of corners) {
    const [[ax, ay], [bx, by]] = [before, corner];
    if (ay <= y !== by <= y) crossingXs.push(ax + ((y - ay) * (bx - ax)) / (by - ay));
    before = corner;
  }
  return crossingXs.sort((a, b) => a - b);
}

/** The pixels of a filled polygon whose centres are less than `thickness` px from its edges. */
export function outlinePolygon(filled: Stencil, corners: readonly Corner[], thickness: number): Stencil {
  const near = strokePolygon(filled.width, filled.height, corners, thickness, true);
  for (let i = 0; i < near.bits.length; i++) near.bits[i]! &= filled.bits[i]!;
  return near;
}

/** The pixels whose centres are at most `reach` px from a line through corners; the ends are round unless it is `closed`. */
export function strokePolygon(
  width: number,
  height: number,
  corners: readonly Corner[],
  reach: number,
  closed: boolean,
): Stencil {
  const near = createStencil(width, height);
  let before = closed ? corners.at(-1)! : corners[0]!;
  for (const corner of corners) {
    strokeEdge(near, before, corner, reach);
    before = corner;
  }
  return near;
}

/** Adds the pixels within `reach` px of an edge: in each row, those in a circle about either end, or beside the edge. */
function strokeEdge(near: Stencil, [ax, ay]: Corner, [bx, by]: Corner, reach: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const wide = reach * Math.sqrt(squared);
  const end = Math.min(near.height, Math.ceil(Math.max(ay, by) + reach));
  for (let row = Math.max(0, Math.floor(Math.min(ay, by) - reach)); row < end; row++) {
    const y = row + 0.5 - ay;
    const [first, second] = [circleAt(y, reach), circleAt(y - dy, reach)];
    // Between the two ends, and within `reach` to either side.
    const left = Math.max(lowest(dx, y * dy, 0, squared), lowest(dy, -y * dx, -wide, wide));
    const right = Math.min(highest(dx, y * dy, 0, squared), highest(dy, -y * dx, -wide, wide));
    const beside = squared > 0 && left <= right;
    const from = Math.min(-first, dx - second, beside ? left : Infinity);
    const to = Math.max(first, dx + second, beside ? right : -Infinity);
    if (from <= to) setRun(near, row, Math.max(0, firstFrom(ax + from)), Math.min(near.width, endAt(ax + to)));
  }
}

/** Half the width of a circle, `y` px from its middle; beyond it, -Infinity. */
function circleAt(y: number, radius: number): number {
  return Math.abs(y) > radius ? -Infinity : Math.sqrt(radius * radius - y * y);
}

/** The lowest x with which `factor` · x + `sum` is from `low` to `high`; without one, Infinity. */
function lowest(factor: number, sum: number, low: number, high: number): number {
  if (factor === 0) return low <= sum && sum <= high ? -Infinity : Infinity;
  return ((factor > 0 ? low : high) - sum) / factor;
}

/** The highest such x; without one, -Infinity. */
function highest(factor: number, sum: number, low: number, high: number): number {
  return -lowest(-factor, sum, low, high);
}

/** The largest upright rectangle of ink in a stencil, the first of equals. Empty without ink. */
export function largestRectangle(stencil: Stencil): Rectangle {
  const { width, height } = stencil;
  const heights = new Int32Array(width + 1);
  /** The columns where a rectangle that ends in the row may begin, and their heights, in ascending order. */
  const [begins, highs] = [new Int32Array(width + 1), new Int32Array(width + 1)];
  let best: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  let area = 0;
  for (let y = 0; y < height; y++) {
    let open = 0;
    for (let x = 0; x <= width; x++) {
      const high = x < width && getBit(stencil, x, y) ? heights[x]! + 1 : 0;
      heights[x] = high;
      let begin = x;
      while (open > 0 && highs[open - 1]! >= high) {
        open--;
        begin = begins[open]!;
        const size = highs[open]! * (x - begin);
        if (size <= area) continue;
        area = size;
        best = { x: begin, y: y - highs[open]! + 1, width: x - begin, height: highs[open]! };
      }
      begins[open] = begin;
      highs[open++] = high;
    }
  }
  return best;
}
