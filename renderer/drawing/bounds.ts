import type { Rectangle } from '../shapes/rectangle.js';
import { turnRectangle } from '../shapes/turn.js';
import type { Mark } from './marks.js';

/** The bounds of a mark's ink. */
export function boundsOf(mark: Mark): Rectangle {
  const { x, y } = mark;
  switch (mark.kind) {
    case 'fill':
      return mark;
    case 'picture':
      return { x, y, width: mark.picture.width, height: mark.picture.height };
    case 'stencil':
      return { x, y, width: mark.stencil.width, height: mark.stencil.height };
    case 'text': {
      const { left, right, ascent, descent } = mark.word;
      const upright = { x: left, y: -ascent, width: right - left, height: ascent + descent };
      const ink = turnRectangle(upright, 0, 0, mark.turn ?? 0);
      return { ...ink, x: x + ink.x, y: y + ink.y };
    }
  }
}
