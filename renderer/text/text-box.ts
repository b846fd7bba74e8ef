import type { TextRoom } from './break-words.js';
import type { Hyphens } from './hyphens.js';
import { balance, inkWidth, type TextLine, lineUp, type MeasuredPiece, wrap, type Wrapped } from './lines.js';
import type { Font, Ruler } from './ruler.js';

export interface FittedText {
  readonly font: Font;
  readonly lines: readonly TextLine[];
  /** Height in px of each line above and below its baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly shrunk: boolean;
  /** The text that is shown, if it ends in an ellipsis. */
  readonly shown: string | undefined;
  readonly missing: readonly string[];
}

/**
 * The ways to show all of a text; each includes the previous ones. `shrunk`: below its preferred size; `condensed`: in the
 * condensed face or, where its script has none, below its floor; `hyphenated`: with its words broken.
 */
export const fitModes = ['plain', 'shrunk', 'condensed', 'hyphenated'] as const;
export type FitMode = (typeof fitModes)[number];

export interface TextBox extends TextRoom {
  /** Fonts to try, from the largest down to the floor; at least one. */
  readonly fonts: readonly Font[];
  /** The size in px below which text counts as shrunk. Larger sizes are for text that is short enough. */
  readonly preferred: number;
  /** Condensed fonts, the largest first, for text in a script that has them. Absent: none. */
  readonly condensed?: readonly Font[];
  /** Fonts below the floor, the largest first, for text in any other script. Absent: none. */
  readonly small?: readonly Font[];
  /** A lighter, narrower font at the floor, for such a text before it is cut. Absent: none. */
  readonly light?: Font | undefined;
  /** Whether the label's language runs from right to left. If so, a text with right-to-left characters does too. */
  readonly rtl?: boolean;
  /** Where words may be broken. Absent: nowhere with a hyphen. */
  readonly hyphens?: Hyphens;
  /** Whether all of it is shown or nothing, and no word is broken: a number, a quantity, or an optional text. */
  readonly unbroken?: boolean;
}

/**
 * @param wrapped the words wrapped to the width of the box, if available
 * @returns undefined when the words take more lines than the box has, or there are none
 */
export function setWords(
  words: readonly MeasuredPiece[] | undefined,
  box: TextBox,
  font: Font,
  ruler: Ruler,
  wrapped?: Wrapped,
): FittedText | undefined {
  if (!words) return undefined;
  const allowed = linesThatFit(words, box, font, ruler);
  const blank = ruler.blank(font);
  const filled = wrapped ?? wrap(words, box.width, blank);
  if (filled.ends.length > allowed.lines) return undefined;
  return placed(words, filled.ends.length > 1 ? balance(words, filled, blank) : filled, allowed, box, font, blank);
}

/** A text whose lines end at `ends`. */
export function placed(
  words: readonly MeasuredPiece[],
  { ends }: Pick<Wrapped, 'ends'>,
  { ascent, descent }: Pick<FittedText, 'ascent' | 'descent'>,
  box: TextBox,
  font: Font,
  blank: number,
): FittedText {
  const lines = lineUp(words, ends, blank);
  return {
    ascent,
    descent,
    font,
    lines,
    shrunk: font.size < box.preferred,
    shown: undefined,
    missing: missingOf(words),
  };
}

/** How many lines a box has room for, and the height in px of each above and below its baseline. */
export function linesThatFit(words: readonly MeasuredPiece[], box: TextBox, font: Font, ruler: Ruler) {
  const line = ruler.metrics(font);
  let [above, below, widest] = [0, 0, 0];
  for (const word of words) {
    above = Math.max(above, word.extent.ascent);
    below = Math.max(below, word.extent.descent);
    widest = Math.max(widest, inkWidth(word));
  }
  const [ascent, descent] = [Math.max(line.ascent, above), Math.max(line.descent, below)];
  if (widest > box.width) return { lines: 0, ascent, descent };
  const lines = Math.min(box.lines, Math.floor(box.height / (ascent + descent)));
  // There is nothing below the floor: a line that fits without the usual room above and below is better than none.
  const tight = lines === 0 && font === box.fonts.at(-1) && above + below <= box.height;
  return tight ? { lines: 1, ascent: above, descent: below } : { lines, ascent, descent };
}

export function missingOf(words: readonly MeasuredPiece[]): string[] {
  return words.some(({ extent }) => extent.missing.length > 0) ? words.flatMap(({ extent }) => extent.missing) : [];
}
