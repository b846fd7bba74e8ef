import type { Warning } from '../content.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Stencil } from '../shapes/stencil.js';
import type { QuarterTurns } from '../shapes/turn.js';
import type { Word } from '../text/ruler.js';

/** One thing to draw, in px from the panel's top left corner, in one ink of the panel. */
export type Mark = FillMark | TextMark | StencilMark | PictureMark;

export interface FillMark extends Rectangle {
  readonly kind: 'fill';
  readonly ink: number;
}

/** A word. `x`, `y` is its pen's position on the baseline. */
export interface TextMark {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly ink: number;
  readonly word: Word;
  /** Quarter turns clockwise about the pen; absent: none. */
  readonly turn?: QuarterTurns;
}

/** A shape that is not a word: a barcode, a box with round corners. `x`, `y` is its top left corner. */
export interface StencilMark {
  readonly kind: 'stencil';
  readonly x: number;
  readonly y: number;
  readonly ink: number;
  /** The ink of its pixels that cover `ink`, where they would be invisible; absent: `ink`. */
  readonly over?: number;
  readonly stencil: Stencil;
}

/** A picture in the panel's inks. `x`, `y` is its top left corner. */
export interface PictureMark {
  readonly kind: 'picture';
  readonly x: number;
  readonly y: number;
  readonly picture: InkPicture;
}

/** A picture in the inks of a panel: an ink's index for each pixel, row by row, or 255 for a transparent pixel. */
export interface InkPicture {
  readonly width: number;
  readonly height: number;
  readonly inks: Uint8Array;
  /** The share of what is not the lightest colour, 0 to 1, that is drawn as the lightest ink all the same. Absent: none. */
  readonly lost?: number;
}

/** A label as data: its marks in drawing order, and what could not be drawn as requested. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}
