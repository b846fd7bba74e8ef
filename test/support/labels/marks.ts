import type { Drawing } from '../../../renderer/drawing/marks.js';
import type { Rectangle } from '../../../renderer/shapes/rectangle.js';

export { boundsOf as inkOf } from '../../../renderer/drawing/bounds.js';

export function within(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The drawing in numbers and texts, without the typesetter's cached words. */
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
