import type { Mark } from '../../../renderer/drawing/marks.js';
import type { Rectangle } from '../../../renderer/shapes/rectangle.js';

/** The bounds of a mark's ink. */
export function inkOf(mark: Mark): Rectangle {
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
      return { x: x + left, y: y - ascent, width: right - left, height: ascent + descent };
    }
  }
}

/** Whether `inner` lies within `outer`. */
export function within(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
