import { createStencil, enlarge, getBit, merge, setBit, type Stencil } from './stencil.js';

/** The eight neighbours of a pixel, clockwise from the one above, as offsets. */
const around = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
] as const;

/**
 * A bitmap glyph in bold, enlarged to squares of `scale` × `scale`. Its vertical strokes grow to the right: by half a square
 * if enlarged, as no gap is narrower; else by a pixel, but only where that closes no gap, no hole and no notch, and no narrow gap of a dense glyph. So each glyph
 * preserves its strokes and holes, and a dense one stays a little lighter. It gets as much wider as its strokes.
 */
export function embolden(stencil: Stencil, scale: number): Stencil {
  if (stencil.width === 0) return stencil;
  if (scale === 1) return thicken(stencil);
  const large = enlarge(stencil, scale);
  const added = scale >> 1;
  const bold = createStencil(large.width + added, large.height);
  for (let x = 0; x <= added; x++) merge(bold, large, x, 0);
  return bold;
}

/**
 * From this share of ink on, a gap between the strokes of a character above 12 px keeps 2 px: with 1 px, its inside looks
 * filled. Smaller ones have few gaps of more than 1 px, and would not look bold.
 */
const denseShare = 0.38;

function thicken(thin: Stencil): Stencil {
  const bold = createStencil(thin.width + 1, thin.height);
  merge(bold, thin, 0, 0);
  const isDense = Math.max(thin.width, thin.height) > 12 && inkOf(thin) >= denseShare * thin.width * thin.height;
  const gap = isDense ? 2 : 1;
  for (let y = 0; y < bold.height; y++)
    for (let x = bold.width - 1; x > 0; x--)
      if (isInk(thin, x - 1, y) && !isInk(thin, x, y) && isFree(bold, thin, x, y, gap)) setBit(bold, x, y);
  return bold;
}

/** Whether a pixel of paper right of ink may become ink: `gap` px of paper stay right of it, and no shallow notch vanishes. */
function isFree(bold: Stencil, thin: Stencil, x: number, y: number, gap: number): boolean {
  if (isInk(bold, x + 1, y) || (gap > 1 && isInk(thin, x + 2, y))) return false;
  if (isInk(bold, x + 1, y - 1) && !isInk(bold, x, y - 1)) return false;
  if (isInk(bold, x + 1, y + 1) && !isInk(bold, x, y + 1)) return false;
  return !isNotch(thin, x, y) && keepsTopology(bold, x, y);
}

/** Whether a pixel of paper is in a notch one pixel deep, as in the right side of ㄷ: ink above or below ends there. */
function isNotch(thin: Stencil, x: number, y: number): boolean {
  let [top, bottom] = [y, y];
  while (top >= 0 && !isInk(thin, x, top)) top--;
  while (bottom < thin.height && !isInk(thin, x, bottom)) bottom++;
  if (top < 0 || bottom === thin.height) return false;
  return !isInk(thin, x + 1, top) || !isInk(thin, x + 1, bottom);
}

/**
 * Whether ink at a pixel joins no strokes, splits no paper and closes no hole. That holds if the paper above, below, left and
 * right of it is connected around it (Yokoi's connectivity number is 1).
 */
function keepsTopology(stencil: Stencil, x: number, y: number): boolean {
  const paper = around.map(([dx, dy]) => (isInk(stencil, x + dx, y + dy) ? 0 : 1));
  let pieces = 0;
  for (let i = 0; i < 8; i += 2) pieces += paper[i]! - paper[i]! * paper[i + 1]! * paper[(i + 2) % 8]!;
  return pieces === 1;
}

function inkOf(stencil: Stencil): number {
  let ink = 0;
  for (let y = 0; y < stencil.height; y++) for (let x = 0; x < stencil.width; x++) ink += Number(getBit(stencil, x, y));
  return ink;
}

function isInk(stencil: Stencil, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < stencil.width && y < stencil.height && getBit(stencil, x, y);
}
