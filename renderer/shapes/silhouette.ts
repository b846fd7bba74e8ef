import { type Corner, fillPolygon, largestRectangle, outlinePolygon } from './polygon.js';
import type { Rectangle } from './rectangle.js';
import { createStencil, setRun, type Stencil } from './stencil.js';

export const shapeKinds = ['ellipse', 'star', 'arrow', 'triangle', 'polygon'] as const;

export interface Silhouette {
  readonly shape: (typeof shapeKinds)[number];
  /** The tips of a star; the corners of a polygon in percent of its box. */
  readonly points?: number | readonly (readonly number[])[];
}

/** The box that a shape fills, in px, and whether it is mirrored: an arrow points in the direction of reading. */
export interface ShapeBox {
  readonly width: number;
  readonly height: number;
  readonly mirrored: boolean;
}

const defaultTips = 12;
/** The side of a square in a circle, as a share of the diameter. */
const squareInCircle = Math.SQRT1_2;

/** The number of edges of a shape. An ellipse has none. */
export function edgesOf(shape: Silhouette): number {
  return cornersOf(shape, { width: 1, height: 1, mirrored: false }).length;
}

/** A shape as pixels: filled, or an outline of `thickness` px within it. */
export function silhouette(shape: Silhouette, extent: ShapeBox, thickness = Infinity): Stencil {
  const { width, height } = extent;
  if (shape.shape === 'ellipse') return ellipse(width, height, thickness);
  const corners = cornersOf(shape, extent);
  const filled = fillPolygon(width, height, corners);
  return thickness === Infinity ? filled : outlinePolygon(filled, corners, thickness);
}

/** The largest upright rectangle within a shape, in whole px. */
export function roomIn(shape: Silhouette, extent: ShapeBox): Rectangle {
  const { width, height } = extent;
  if (shape.shape === 'ellipse') return centred(0, 0, width, height, squareInCircle);
  if (shape.shape !== 'star') return largestRectangle(silhouette(shape, extent));
  const tips = tipsOf(shape);
  // The star's corners touch the box, so the circle around them may be flattened, and its centre may be off the box's.
  const { left, top, right, bottom } = boundsOf(starCorners(tips));
  const [across, down] = [width / (right - left), height / (bottom - top)];
  return centred((-1 - left) * across, (-1 - top) * down, 2 * across, 2 * down, innerRadius(tips) * squareInCircle);
}

/** How many pixels {@link roomIn} reads. */
export function searchedIn({ shape }: Silhouette, { width, height }: Pick<ShapeBox, 'width' | 'height'>): number {
  return shape === 'ellipse' || shape === 'star' ? 0 : width * height;
}

/** The box in px that {@link roomShare} searches. */
export const shareSquare = { width: 64, height: 64 } as const;

/** The height of the largest rectangle within a square shape, as a share of the shape's height. */
export function roomShare(shape: Silhouette): number {
  return roomIn(shape, { ...shareSquare, mirrored: false }).height / shareSquare.height;
}

/** The centred share of a box, in whole px. */
function centred(x: number, y: number, width: number, height: number, share: number): Rectangle {
  const within = (from: number, total: number) => {
    const first = Math.ceil(from + (total * (1 - share)) / 2);
    return [first, Math.max(0, Math.floor(from + (total * (1 + share)) / 2) - first)] as const;
  };
  const [[left, wide], [top, high]] = [within(x, width), within(y, height)];
  return { x: left, y: top, width: wide, height: high };
}

function ellipse(width: number, height: number, thickness: number): Stencil {
  const stencil = createStencil(width, height);
  for (let y = 0; y < height; y++) {
    const [from, to] = spanOf(y, width, height, 0);
    const [hollow, end] = spanOf(y, width, height, thickness);
    if (hollow >= end) setRun(stencil, y, from, to);
    else {
      setRun(stencil, y, from, hollow);
      setRun(stencil, y, end, to);
    }
  }
  return stencil;
}

/** The first pixel of row `y` of an ellipse made smaller by `inset` px on each side, and the one after its last. */
function spanOf(y: number, width: number, height: number, inset: number): readonly [number, number] {
  const [across, down] = [width / 2 - inset, height / 2 - inset];
  const off = (y + 0.5 - height / 2) / down;
  if (across <= 0 || down <= 0 || off * off > 1) return [0, 0];
  const reach = across * Math.sqrt(1 - off * off);
  return [Math.ceil(width / 2 - reach - 0.5), Math.floor(width / 2 + reach - 0.5) + 1];
}

/** The corners of a shape in px. An ellipse has none. */
function cornersOf(shape: Silhouette, { width, height, mirrored }: ShapeBox): readonly Corner[] {
  switch (shape.shape) {
    case 'ellipse':
      return [];
    case 'star':
      return stretched(starCorners(tipsOf(shape)), width, height);
    case 'arrow':
      return arrowCorners(width, height, mirrored);
    case 'polygon':
      return (shape.points as readonly Corner[]).map(([x, y]) => [(x * width) / 100, (y * height) / 100]);
    case 'triangle':
      return [
        [width / 2, 0],
        [width, height],
        [0, height],
      ];
  }
}

/** The arrow of energy labels: a bar with a right-angled tip, which takes at most half of its width. */
function arrowCorners(width: number, height: number, mirrored: boolean): readonly Corner[] {
  const tip = Math.min(width, height) / 2;
  const corners: readonly Corner[] = [
    [0, 0],
    [width - tip, 0],
    [width, height / 2],
    [width - tip, height],
    [0, height],
  ];
  return mirrored ? corners.map(([x, y]): Corner => [width - x, y]) : corners;
}

function tipsOf({ points }: Silhouette): number {
  return typeof points === 'number' ? points : defaultTips;
}

/** The distance from the centre to the corners between the tips, relative to the tips': all stars have similar tips. */
function innerRadius(tips: number): number {
  return 1 - 2.4 / tips;
}

/** The corners of a star about 0, 0, whose tips are 1 from there; the first tip points up. */
function starCorners(tips: number): readonly Corner[] {
  const corners: Corner[] = [];
  const turn = rotation(Math.PI / tips);
  let [x, y] = [0, -1];
  for (let i = 0; i <= tips; i++) {
    const far = i % 2 === 0 ? 1 : innerRadius(tips);
    corners.push([x * far, y * far]);
    [x, y] = [x * turn.cos - y * turn.sin, x * turn.sin + y * turn.cos];
  }
  // The bottom corner is exactly below the centre, and the left half mirrors the right one.
  corners[tips] = [0, corners[tips]![1]];
  return [
    ...corners,
    ...corners
      .slice(1, -1)
      .map(([right, down]): Corner => [-right, down])
      .reverse(),
  ];
}

/** The sine and cosine of an angle below 1, by their series: those of engines may differ in the last digit. */
function rotation(angle: number): { readonly sin: number; readonly cos: number } {
  let [sin, cos, term] = [0, 0, 1];
  for (let n = 0; n < 24; n += 2) {
    cos += term;
    term = (term * angle) / (n + 1);
    sin += term;
    term = (-term * angle) / (n + 2);
  }
  return { sin, cos };
}

function boundsOf(corners: readonly Corner[]) {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Corners moved and stretched so that they touch all sides of a box. */
function stretched(corners: readonly Corner[], width: number, height: number): readonly Corner[] {
  const { left, top, right, bottom } = boundsOf(corners);
  return corners.map(([x, y]) => [((x - left) / (right - left)) * width, ((y - top) / (bottom - top)) * height]);
}
