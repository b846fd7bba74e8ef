import type { Rectangle } from './rectangle.js';
import { createStencil, getBit, setBit, type Glyph, type Stencil } from './stencil.js';

/** Quarter turns clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Where a rectangle ends up when the area of `width` × `height` px around it is turned and keeps its top left corner. */
export function turnRectangle(inner: Rectangle, width: number, height: number, turn: QuarterTurns): Rectangle {
  const { x, y, width: w, height: h } = inner;
  switch (turn) {
    case 0:
      return inner;
    case 1:
      return { x: height - y - h, y: x, width: h, height: w };
    case 2:
      return { x: width - x - w, y: height - y - h, width: w, height: h };
    case 3:
      return { x: y, y: width - x - w, width: h, height: w };
  }
}

export function turnStencil(stencil: Stencil, turn: QuarterTurns): Stencil {
  if (turn === 0) return stencil;
  const { width, height } = stencil;
  const turned = turn === 2 ? createStencil(width, height) : createStencil(height, width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!getBit(stencil, x, y)) continue;
      const at = turnRectangle({ x, y, width: 1, height: 1 }, width, height, turn);
      setBit(turned, at.x, at.y);
    }
  }
  return turned;
}

/** A glyph turned about its pen. */
export function turnGlyph(glyph: Glyph, turn: QuarterTurns): Glyph {
  if (turn === 0) return glyph;
  const { stencil, left, top, advance } = glyph;
  const { width, height } = stencil;
  // The pen is the corner of an area of 0 × 0 px.
  const { x, y } = turnRectangle({ x: left, y: top, width, height }, 0, 0, turn);
  return { stencil: turnStencil(stencil, turn), left: x, top: y, advance };
}
