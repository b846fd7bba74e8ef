import type { Warning } from '../content.js';
import type { InkPicture } from '../pictures/dither.js';
import type { Word } from '../text/ruler.js';
import type { Stencil } from '../shapes/stencil.js';

/** One thing to draw, in px from the panel's top left corner, in one ink of the panel. */
export type Mark = FillMark | TextMark | StencilMark | PictureMark;

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface FillMark extends Place {
  readonly kind: 'fill';
  readonly ink: number;
  readonly width: number;
  readonly height: number;
}

/** `x` is the pen, `y` the baseline. */
export interface TextMark extends Place {
  readonly kind: 'text';
  readonly ink: number;
  readonly word: Word;
}

/** A shape that is no word, or one that is turned: a barcode, a box with round corners. `x`, `y` is its top left corner. */
export interface StencilMark extends Place {
  readonly kind: 'stencil';
  readonly ink: number;
  readonly stencil: Stencil;
}

/** A picture in the panel's inks. `x`, `y` is its top left corner. */
export interface PictureMark extends Place {
  readonly kind: 'picture';
  readonly picture: InkPicture;
}

/** A label as data: what is drawn where, in order, and what could not be drawn as asked. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}
