import { createStencil, setRun, type Stencil } from './stencil.js';

/**
 * A rectangle with round corners: filled, or an outline of `thickness` px. A corner pixel belongs to the shape when its
 * centre is within the corner's circle.
 * @param radius px; capped at half of the shorter side
 */
export function roundedBox(width: number, height: number, radius: number, thickness = Infinity): Stencil {
  const stencil = createStencil(width, height);
  const outer = Math.min(radius, width / 2, height / 2);
  for (let y = 0; y < height; y++) {
    const [from, to] = spanOf(y, width, height, outer, 0);
    const [hollow, end] = spanOf(y, width, height, outer, thickness);
    if (hollow >= end) setRun(stencil, y, from, to);
    else {
      setRun(stencil, y, from, hollow);
      setRun(stencil, y, end, to);
    }
  }
  return stencil;
}

/**
 * The first pixel of row `y` and the one after its last, for a box with corners of the radius `outer` that is made smaller by `inset`
 * px on each side.
 */
export function spanOf(
  y: number,
  width: number,
  height: number,
  outer: number,
  inset: number,
): readonly [number, number] {
  const middle = y + 0.5;
  if (middle < inset || middle > height - inset) return [0, 0];
  const round = Math.max(0, outer - inset);
  const dy = Math.max(inset + round - middle, middle - (height - inset - round), 0);
  const cut = inset + round - Math.sqrt(Math.max(0, round * round - dy * dy));
  return [Math.ceil(cut - 0.5), Math.floor(width - cut - 0.5) + 1];
}
