import type { Rectangle } from './rectangle.js';
import { createStencil, getBit, setRun, type Stencil } from './stencil.js';

/** A corner in px from the top left corner of the shape's box. */
export type Corner = readonly [x: number, y: number];

/** What rounding may add to a place, in px: a shape that is symmetrical stays so. */
const slack = 1e-6;

/** The first pixel whose centre is not left of `x`, and the one after the last whose centre is not right of it. */
const firstFrom = (x: number) => Math.ceil(x - 0.5 - slack);
const endAt = (x: number) => Math.floor(x - 0.5 + slack) + 1;

/**
 * A polygon, filled: a pixel is ink when its centre is inside, by the even-odd rule, or on an edge at its side. Only sums,
 * products and quotients are used, so that the pixels are the same on every machine.
 * @param corners at least three, none outside of the box of `width` × `height` px
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
  const found: number[] = [];
  let before = corners.at(-1)!;
  for (const corner of corners) {
    const [[ax, ay], [bx, by]] = [before, corner];
    if (ay <= y !== by <= y) found.push(ax + ((y - ay) * (bx - ax)) / (by - ay));
    before = corner;
  }
  return found.sort((a, b) => a - b);
}

/** The pixels of a filled polygon whose centres are less than `thickness` px from its edges. */
export function outlinePolygon(filled: Stencil, corners: readonly Corner[], thickness: number): Stencil {
  const near = strokePolygon(filled.width, filled.height, corners, thickness, true);
  for (let i = 0; i < near.bits.length; i++) near.bits[i]! &= filled.bits[i]!;
  return near;
}

/** The pixels whose centres are at most `reach` px from a line through corners, which ends round or, if `closed`, nowhere. */
export function strokePolygon(
  width: number,
  height: number,
  corners: readonly Corner[],
  reach: number,
  closed: boolean,
): Stencil {
  const near = createStencil(width, height);
  for (let y = 0; y < height; y++) {
    let before = closed ? corners.at(-1)! : corners[0]!;
    for (const corner of corners) {
      const [from, to] = nearEdge(before, corner, reach, y + 0.5);
      setRun(near, y, Math.max(0, firstFrom(from)), Math.min(width, endAt(to)));
      before = corner;
    }
  }
  return near;
}

/** From where to where, at a height, all is within `reach` px of an edge: within a circle about either end, or beside it. */
function nearEdge([ax, ay]: Corner, [bx, by]: Corner, reach: number, y: number): readonly [number, number] {
  let [from, to] = [Infinity, -Infinity];
  const take = (left: number, right: number) => {
    from = Math.min(from, left);
    to = Math.max(to, right);
  };
  for (const [x, middle] of [
    [ax, ay],
    [bx, by],
  ] as const) {
    const across = Math.sqrt(reach * reach - (y - middle) * (y - middle));
    if (across >= 0) take(x - across, x + across);
  }
  const long = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  if (long === 0) return [from, to];
  const [dx, dy] = [((ay - by) * reach) / long, ((bx - ax) * reach) / long];
  const beside: readonly Corner[] = [
    [ax + dx, ay + dy],
    [bx + dx, by + dy],
    [bx - dx, by - dy],
    [ax - dx, ay - dy],
  ];
  const crossed = crossings(beside, y);
  if (crossed.length > 0) take(crossed[0]!, crossed.at(-1)!);
  return [from, to];
}

/** The largest upright rectangle of ink in a stencil; of several, the one that is found first. Empty without ink. */
export function largestRectangle(stencil: Stencil): Rectangle {
  const { width, height } = stencil;
  const heights = new Int32Array(width + 1);
  let best: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  let area = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) heights[x] = getBit(stencil, x, y) ? heights[x]! + 1 : 0;
    // The columns where a rectangle that ends in this row may begin: each is higher than the one before.
    const open: { x: number; high: number }[] = [];
    for (let x = 0; x <= width; x++) {
      let begin = x;
      while (open.length > 0 && open.at(-1)!.high >= heights[x]!) {
        const { x: left, high } = open.pop()!;
        begin = left;
        if (high * (x - left) <= area) continue;
        area = high * (x - left);
        best = { x: left, y: y - high + 1, width: x - left, height: high };
      }
      open.push({ x: begin, high: heights[x]! });
    }
  }
  return best;
}
