import type { Warning } from './content.js';
import type { Font } from './ruler.js';
import type { Glyph } from './stencil.js';

/** One thing to draw, in px from the panel's top left corner, in one ink of the panel. */
export type Mark = FillMark | TextMark;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly ink: number;
}

export interface FillMark extends Place {
  readonly kind: 'fill';
  readonly width: number;
  readonly height: number;
}

/** One word, without blanks. `x` is the pen, `y` the baseline. */
export interface TextMark extends Place {
  readonly kind: 'text';
  readonly text: string;
  readonly font: Font;
  /** The word's shape, left here when it is first drawn: the unit, the date and the model line come again on label after label. */
  shape?: Glyph;
}

/** A label as data: what is drawn where, in order, and what could not be drawn as asked. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}
