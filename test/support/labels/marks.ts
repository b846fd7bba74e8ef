import type { Drawing, Mark } from '../../../renderer/drawing/marks.js';
import type { Rectangle } from '../../../renderer/shapes/rectangle.js';
import { turnRectangle } from '../../../renderer/shapes/turn.js';

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
      const upright = { x: left, y: -ascent, width: right - left, height: ascent + descent };
      const ink = turnRectangle(upright, 0, 0, mark.turn ?? 0);
      return { ...ink, x: x + ink.x, y: y + ink.y };
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

/** The drawing as it is said in numbers and texts, without what the typesetter keeps of its words. */
export function inNumbers({ marks, ...rest }: Drawing): Drawing {
  return {
    ...rest,
    marks: marks.map((mark) => {
      if (mark.kind !== 'text') return mark;
      const { text, font, left, right, ascent, descent, advance, missing } = mark.word;
      return { ...mark, word: { text, font, left, right, ascent, descent, advance, missing } };
    }),
  };
}
