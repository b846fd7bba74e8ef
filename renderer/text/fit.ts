import { breakWords, measureBroken, measureWhole, type Room } from './break-words.js';
import { beginsRightToLeft, hasRightToLeft } from './bidi.js';
import { isSimple, splitGraphemes } from './graphemes.js';
import { balance, inkWidth, type Line, lineUp, type Measured, wrap } from './lines.js';
import { joinPieces, orderPieces, type Piece, splitPieces } from './pieces.js';
import type { Font, Ruler } from './ruler.js';
import { longestPrefix } from './search.js';

export type { Line };

export interface FittedText {
  readonly font: Font;
  readonly lines: readonly Line[];
  /** Height in px of each line above and below its baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly shrunk: boolean;
  /** The text that is shown when it ends in an ellipsis; undefined when all of it is shown. */
  readonly shown: string | undefined;
  readonly missing: readonly string[];
}

export interface TextBox extends Room {
  /** Fonts to try, from the largest down to the floor; at least one. */
  readonly fonts: readonly Font[];
  /** The size in px below which text counts as shrunk. Larger sizes are for text that is short enough. */
  readonly preferred: number;
  /** Whether the label's language runs from right to left. If so, a text with right-to-left characters does too. */
  readonly rtl?: boolean;
}

/** Down to this share of the preferred size, shrinking is better than breaking a word. */
const shrinkBeforeBreaking = 0.8;
const ellipsis = '…';
/** Whether words are broken: first not, then where they are too long. */
const breakings = [false, true] as const;
/**
 * Texts of other scripts than Latin and the like that are longer than this, in UTF-16 units, are drawn in rough fonts.
 * To keep the strokes of each word takes a millisecond a word and size; names are seldom half as long.
 */
export const longestFine = 64;
/** Marks that look lost before an ellipsis. */
const trailing = /[\s,.;:–\-،؛、，・]+$/u;

/**
 * Fits text into a box. First it tries whole words, wrapped where {@link splitPieces} allows, from the largest font
 * down to {@link shrinkBeforeBreaking}. Then it breaks words that are too long between graphemes, from the preferred
 * size down to the floor. If nothing fits, the text ends in an ellipsis at the floor.
 *
 * Lines are balanced, and ordered by the Unicode Bidirectional Algorithm. A text with right-to-left characters runs
 * from right to left if `box.rtl` is true or its first strong character says so; any other text runs from left to
 * right.
 */
export function fitText(text: string, given: TextBox, ruler: Ruler): FittedText {
  const box = text.length > longestFine && !isSimple(text) ? inRough(given) : given;
  const ordered = hasRightToLeft(text);
  const rtl = ordered && (box.rtl === true || beginsRightToLeft(text));
  const pieces = ordered ? orderPieces(splitPieces(text), rtl) : splitPieces(text);
  for (const breaking of breakings) {
    for (const font of box.fonts) {
      if (breaking ? font.size > box.preferred : font.size < box.preferred * shrinkBeforeBreaking) continue;
      const words = (breaking ? measureBroken : measureWhole)(pieces, box, font, ruler);
      if (!words) continue;
      const allowed = linesThatFit(words, box, font, ruler);
      const blank = ruler.blank(font);
      const filled = wrap(words, box.width, blank);
      if (filled.ends.length <= allowed.lines)
        return {
          ascent: allowed.ascent,
          descent: allowed.descent,
          font,
          lines: lineUp(words, (filled.ends.length > 1 ? balance(words, filled, blank) : filled).ends, blank),
          shrunk: font.size < box.preferred,
          shown: undefined,
          missing: missingOf(words),
        };
    }
  }
  return truncate(pieces, rtl, box, ruler);
}

function inRough(box: TextBox): TextBox {
  return { ...box, fonts: box.fonts.map((font): Font => ({ ...font, rough: true })) };
}

/** How many lines of these words the box has room for, and the height of each above and below its baseline. */
function linesThatFit(
  words: readonly Measured[],
  box: TextBox,
  font: Font,
  ruler: Ruler,
): { readonly lines: number; readonly ascent: number; readonly descent: number } {
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

/** As much of the text as fits at the floor, with an ellipsis after it. */
function truncate(pieces: readonly Piece[], rtl: boolean, box: TextBox, ruler: Ruler): FittedText {
  const font = box.fonts.at(-1)!;
  const blank = ruler.blank(font);
  const { words } = breakWords(pieces, box, font, ruler);
  const graphemes = words.map((word) => splitGraphemes(word.text));
  const shortened = (n: number) => {
    const kept = cutAfter(words, graphemes, n);
    const ordered = words.some((word) => word.order) ? orderPieces(kept, rtl) : kept;
    const { words: measured, whole } = breakWords(ordered, box, font, ruler);
    // Measured again: a letter before the ellipsis may take another form, with a longer tail, than within its word.
    return {
      measured,
      whole,
      ends: wrap(measured, box.width, blank).ends,
      ...linesThatFit(measured, box, font, ruler),
    };
  };
  const count = (of: readonly (readonly string[])[]) => of.reduce((sum, { length }) => sum + length, 0);
  const fits = ({ whole, ends, lines }: ReturnType<typeof shortened>) => whole && ends.length <= lines;
  const shown = wrap(words, box.width, blank).ends[linesThatFit(words, box, font, ruler).lines - 1] ?? 0;
  const guess = count(graphemes.slice(0, shown)) - 1;
  const longest = shortened(longestPrefix(count(graphemes) - 1, (n) => fits(shortened(n)), guess));
  // Where not even one letter fits, nothing is drawn: an ellipsis alone would say nothing.
  const { measured, ends } = fits(longest) && !isBare(longest.measured) ? longest : { measured: [], ends: [] };
  return {
    ascent: longest.ascent,
    descent: longest.descent,
    font,
    lines: lineUp(measured, ends, blank),
    shrunk: font.size < box.preferred,
    shown: joinPieces(measured),
    missing: missingOf(measured),
  };
}

/** The first `count` graphemes of the words, without trailing punctuation, followed by an ellipsis. */
function cutAfter(words: readonly Measured[], graphemes: readonly (readonly string[])[], count: number): Piece[] {
  const kept: Piece[] = [];
  let rest = count;
  for (const [i, { text, blank }] of words.entries()) {
    if (rest <= 0) break;
    const { length } = graphemes[i]!;
    kept.push({ text: rest < length ? graphemes[i]!.slice(0, rest).join('') : text, blank });
    rest -= length;
  }
  const last = kept.pop();
  const text = (last?.text ?? '').replace(trailing, '') + ellipsis;
  return [...kept, { text, blank: last?.blank ?? false }];
}

function isBare(words: readonly Measured[]): boolean {
  return words.length === 1 && words[0]!.text === ellipsis;
}

function missingOf(words: readonly Measured[]): string[] {
  return words.some(({ extent }) => extent.missing.length > 0) ? words.flatMap(({ extent }) => extent.missing) : [];
}
