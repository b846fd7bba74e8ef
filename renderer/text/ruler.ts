import type { FaceName, HanRegion } from '../../fonts/index.js';

/** A face at a size in px. */
export interface Font {
  readonly face: FaceName;
  readonly size: number;
  /** The region whose forms of Han characters are drawn; absent: Japan. */
  readonly region?: HanRegion;
  /** Whether glyphs are cut at this size's usual threshold, without a search for one that preserves all strokes. */
  readonly rough?: true;
  /** Whole px added between letters, 0 to 63, except in scripts that join or stack theirs; absent: 0. */
  readonly tracking?: number;
}

/** Replaces the letter of a mark that is left out. */
export const letterOfMark = '◌';

/** The space that a piece of a line takes, in whole px from the pen, which is on the baseline. */
export interface InkExtent {
  /** Where the ink begins and ends (exclusive), to the right of the pen. */
  readonly left: number;
  readonly right: number;
  /** How far the ink reaches above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /** How far the pen moves. */
  readonly advance: number;
  /** The characters that no font has, drawn as boxes; and after {@link letterOfMark}, the marks that are left out. */
  readonly missing: readonly string[];
}

/** A text without blanks in a font, measured. */
export interface Word extends InkExtent {
  readonly text: string;
  readonly font: Font;
}

/** What arranging a label needs to know about fonts. Tests pass one whose characters are half an em wide. */
export interface Ruler {
  /** The sizes of a face in px, ascending. */
  sizes(face: FaceName): readonly number[];
  /** The width in px of the blank between two words. */
  blank(font: Font): number;
  /** The height of a line above and below the baseline, in px, for text without unusually tall letters. */
  metrics(font: Font): { readonly ascent: number; readonly descent: number };
  /**
   * How far the pen moves over a word, in px, according to its font. Accurate to a pixel a letter: good enough to rule out
   * what is much too long, and to guess where a line ends. Draws nothing.
   */
  advance(text: string, font: Font): number;
  /** Measures a word without blanks. */
  measure(text: string, font: Font): Word;
}
