import type { StencilMark } from '../drawing/marks.js';
import { createStencil, setRun, type Stencil } from '../shapes/stencil.js';
import type { Style } from './style.js';

/** Draws a line in an ink through a price, of which it is given the left end of the line, baseline, width and style. */
export type Strike = (x: number, baseline: number, width: number, style: Style) => StencilMark;

/** How many lines are kept for a box: they differ in the width of the price, which depends on its digits. */
const mostKept = 16;

/** Makes each line once. */
export function createStrike(ink: number): Strike {
  const known = new Map<string, Stencil>();
  return (x, baseline, width, { size, digits }) => {
    const key = `${width} ${size}`;
    let stencil = known.get(key);
    if (!stencil) {
      if (known.size >= mostKept) known.clear();
      stencil = diagonal(width, digits.ascent + digits.descent, thicknessOf(size));
      known.set(key, stencil);
    }
    return { kind: 'stencil', x, y: baseline - digits.ascent, ink, stencil };
  };
}

/** How far a line through a price of a size sticks out on each side, in px. */
export function reachOf(size: number): number {
  return Math.max(2, Math.round(size / 10));
}

/**
 * How thick a line through a price of a size is, in px. A line of a fourteenth brings a digit two to five times as near
 * to another one, by the pixels in which they differ; a pixel of paper on both sides of the line, four to six times.
 */
export function thicknessOf(size: number): number {
  return Math.max(1, Math.floor(size / 24));
}

/** A straight line from the lower left to the upper right corner of an area, in px. */
export function diagonal(width: number, height: number, thickness: number): Stencil {
  const stencil = createStencil(width, height);
  // What the line covers of each row.
  const run = Math.min(width, (thickness * Math.hypot(width, height)) / height);
  const step = (width - run) / Math.max(1, height - 1);
  for (let y = 0; y < height; y++) {
    const left = step * (height - 1 - y);
    setRun(stencil, y, Math.round(left), Math.round(left + run));
  }
  return stencil;
}
