import type { StencilMark } from '../drawing/marks.js';
import { createStencil, setRun, type Stencil } from '../shapes/stencil.js';
import type { Style } from './style.js';

/** How many lines are cached per box: they differ in the width of the price, which depends on its digits. */
const maxCachedLines = 16;

/**
 * Draws lines through prices, from the left end of the line and the price's baseline, width and style.
 * @param over the ink of the line where it crosses digits in `ink`; absent: `ink`
 */
export function createStrike(ink: number, over?: number) {
  const stencils = new Map<string, Stencil>();
  return (x: number, baseline: number, width: number, { size, digits }: Style): StencilMark => {
    const key = `${width} ${size}`;
    let stencil = stencils.get(key);
    if (!stencil) {
      if (stencils.size >= maxCachedLines) stencils.clear();
      stencil = diagonal(width, digits.ascent + digits.descent, thicknessOf(size));
      stencils.set(key, stencil);
    }
    return { kind: 'stencil', x, y: baseline - digits.ascent, ink, ...(over !== undefined && { over }), stencil };
  };
}

/** How far a line through a price of a size overhangs each side, in px. */
export function reachOf(size: number): number {
  return Math.max(2, Math.round(size / 10));
}

/**
 * The thickness of a line through a price of a size, in px. Counted in differing pixels, a line of a fourteenth makes one
 * digit two to five times as similar to another; a pixel of paper on both sides of the line, four to six times.
 */
export function thicknessOf(size: number): number {
  return Math.max(1, Math.floor(size / 24));
}

/** A straight line from the lower left to the upper right corner of an area, in px. */
export function diagonal(width: number, height: number, thickness: number): Stencil {
  const stencil = createStencil(width, height);
  // The px that the line covers in each row.
  const run = Math.min(width, (thickness * Math.hypot(width, height)) / height);
  const step = (width - run) / Math.max(1, height - 1);
  for (let y = 0; y < height; y++) {
    const left = step * (height - 1 - y);
    setRun(stencil, y, Math.round(left), Math.round(left + run));
  }
  return stencil;
}
