import type { Mark } from '../../renderer/drawing.js';
import type { Rectangle } from '../../renderer/rectangle.js';
import type { Ruler } from '../../renderer/ruler.js';
import { turnRectangle } from '../../renderer/turn.js';

/** The bounds of a mark's ink. */
export function inkOf(mark: Mark, ruler: Ruler): Rectangle {
  const { x, y } = mark;
  switch (mark.kind) {
    case 'fill':
      return mark;
    case 'picture':
      return { x, y, width: mark.picture.width, height: mark.picture.height };
    case 'stencil':
      return { x, y, width: mark.stencil.width, height: mark.stencil.height };
    case 'text': {
      const { left, right, ascent, descent } = ruler.measure(mark.text, mark.font);
      const ink = { x: left, y: -ascent, width: right - left, height: ascent + descent };
      const turned = turnRectangle(ink, 0, 0, mark.turn ?? 0);
      return { ...turned, x: x + turned.x, y: y + turned.y };
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
