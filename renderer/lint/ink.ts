import { boundsOf } from '../drawing/bounds.js';
import type { Mark } from '../drawing/marks.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { QuarterTurns } from '../shapes/turn.js';
import type { Word } from '../text/ruler.js';
import type { PlacedGlyph } from '../typeset/word.js';
import { inkedRows } from './runs.js';

interface TurnedShapes {
  shapesOf(word: Word, turn?: QuarterTurns): readonly PlacedGlyph[];
}

/** The bounds of the pixels of marks. Unlike `boundsOf`, a word that floats above the baseline does not reach down to it. */
export function inkOf(marks: readonly Mark[], shapes: TurnedShapes): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = ({ x, y, width, height }: Rectangle) => {
    if (width <= 0 || height <= 0) return;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const mark of marks) {
    if (mark.kind !== 'text') add(boundsOf(mark));
    else
      for (const { glyph, x } of shapes.shapesOf(mark.word, mark.turn)) {
        const { top: blank, height } = inkedRows(glyph.stencil);
        add({ x: mark.x + x + glyph.left, y: mark.y + glyph.top + blank, width: glyph.stencil.width, height });
      }
  }
  return right < left
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The px of ground between two rectangles, along the axis on which they are farther apart; 0 where they touch or overlap. */
export function gapBetween(a: Rectangle, b: Rectangle): number {
  const across = Math.max(a.x - (b.x + b.width), b.x - (a.x + a.width));
  const down = Math.max(a.y - (b.y + b.height), b.y - (a.y + a.height));
  return Math.max(0, across, down);
}

/** The px between a rectangle and the nearest edge of a panel. */
export function gapToEdge({ x, y, width, height }: Rectangle, panel: { width: number; height: number }): number {
  return Math.min(x, y, panel.width - x - width, panel.height - y - height);
}
