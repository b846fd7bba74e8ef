import type { FaceName, HanRegion } from '../../fonts/index.js';

/** A face at a size in px. */
export interface Font {
  readonly face: FaceName;
  readonly size: number;
  /** The region whose forms of Han characters are drawn; absent: Japan. */
  readonly region?: HanRegion;
  /** Whether each character and joined word is cut as is usual at this size, and not until it keeps all its strokes. */
  readonly rough?: true;
  /** Whole px that are added between letters, 0 to 63, but not in scripts that join or stack theirs; absent: 0. */
  readonly tracking?: number;
}

/** Stands for the letter of a mark that is left out. */
export const letterOfMark = '◌';

/** The space that a piece of a line takes, in whole px from the pen, which is on the baseline. */
export interface Extent {
  /** Where the ink begins and ends (exclusive), to the right of the pen. */
  readonly left: number;
  readonly right: number;
  /** How far the ink reaches above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /** How far the pen moves on. */
  readonly advance: number;
  /** The characters that no font has, for each of which a box is drawn; behind {@link letterOfMark}, the marks that are left out. */
  readonly missing: readonly string[];
}

/** A text without blanks in a font, measured. */
export interface Word extends Extent {
  readonly text: string;
  readonly font: Font;
}

/** All that arranging a label needs to know about fonts. Tests pass one whose characters are half an em wide. */
export interface Ruler {
  /** The sizes of a face in px, ascending. */
  sizes(face: FaceName): readonly number[];
  /** The width in px of the blank between two words. */
  blank(font: Font): number;
  /** The height of a line above and below the baseline, in px, for text without unusually tall letters. */
  metrics(font: Font): { readonly ascent: number; readonly descent: number };
  /**
   * How far the pen moves over a word, in px, as its font says. It is off by up to a pixel a letter: good enough to rule
   * out what is much too long, and to guess where a line ends. Nothing is drawn.
   */
  advance(text: string, font: Font): number;
  /** Measures a word, which has no blanks. */
  measure(text: string, font: Font): Word;
}
