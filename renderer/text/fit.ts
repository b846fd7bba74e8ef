import { beginsRightToLeft, hasRightToLeft } from './bidi.js';
import { measureBroken, measureWhole } from './break-words.js';
import { cutText } from './cut.js';
import { isSimple } from './graphemes.js';
import { wrap } from './lines.js';
import { setHyphenated } from './hyphenate.js';
import { orderPieces, type Piece, splitPieces } from './pieces.js';
import { joinQuantities } from './quantities.js';
import type { Font, Ruler } from './ruler.js';
import { type FittedText, manners, setWords, type TextBox, type TextManner } from './text-box.js';

/**
 * Texts of other scripts than Latin and the like that are longer than this, in UTF-16 units, are drawn in rough fonts.
 * To keep the strokes of each word takes a millisecond a word and size; names are seldom half as long.
 */
export const longestFine = 64;

/** Fits text into a box: {@link fitWhole} in any manner, and where that is not enough, {@link fitCut}. */
export function fitText(text: string, box: TextBox, ruler: Ruler): FittedText {
  return fitWhole(text, box, ruler, 'cut') ?? fitCut(text, box, ruler);
}

/**
 * Fits all of a text into a box; undefined when there is too little room for it. First whole words are wrapped where
 * {@link splitPieces} allows, from the largest font down to the preferred one. Then the text is drawn in each of
 * {@link manners} up to `manner`.
 *
 * Lines are balanced, and ordered by the Unicode Bidirectional Algorithm. A text with right-to-left characters runs
 * from right to left if `box.rtl` is true or its first strong character says so; any other text runs from left to
 * right.
 */
export function fitWhole(text: string, given: TextBox, ruler: Ruler, manner: TextManner): FittedText | undefined {
  const { box, pieces, simple } = prepare(text, given);
  const setWhole = (font: Font) => setWords(measureWhole(pieces, box, font, ruler), box, font, ruler);
  for (const font of box.fonts) {
    if (manner === 'plain' && font.size < box.preferred) break;
    if (font.size > box.preferred && isTooHigh(font, box, ruler)) continue;
    const fitted = setWhole(font);
    if (fitted) return fitted;
  }
  const most = manners.indexOf(manner);
  if (most < manners.indexOf('condensed')) return undefined;
  const narrow = (simple ? box.condensed : box.small) ?? [];
  const condensed = first(narrow, setWhole);
  if (condensed || most < manners.indexOf('hyphenated') || box.unbroken) return condensed;
  const fonts = [...box.fonts.filter(({ size }) => size <= box.preferred), ...narrow];
  const { hyphens } = box;
  const hyphenated =
    hyphens && simple ? first(fonts, (font) => setHyphenated(pieces, box, font, ruler, hyphens)) : undefined;
  return hyphenated ?? first(fonts, (font) => setWords(measureBroken(pieces, box, font, ruler), box, font, ruler));
}

/**
 * As much of a text as fits at the floor, in the condensed face if the script has one, with an ellipsis after it. Nothing of
 * a number or a quantity that does not fit.
 */
export function fitCut(text: string, given: TextBox, ruler: Ruler): FittedText {
  const { box, pieces, simple, rtl } = prepare(text, given);
  const floor = box.fonts.at(-1)!;
  const narrow = simple ? (box.condensed ?? []).filter(({ size }) => size >= floor.size).at(-1) : undefined;
  return cutText(box.unbroken ? [] : pieces, rtl, box, narrow ?? floor, ruler);
}

/** The lines that a text needs in a box that is high enough for its preferred size, at most `most`. */
export function countLines(text: string, given: TextBox, most: number, ruler: Ruler): number {
  const { box, pieces } = prepare(text, { ...given, height: Infinity, lines: most });
  const font = box.fonts.find(({ size }) => size === box.preferred)!;
  const words = measureWhole(pieces, box, font, ruler);
  return words ? Math.min(most, wrap(words, box.width, ruler.blank(font)).ends.length) : most;
}

function isTooHigh(font: Font, { height }: TextBox, ruler: Ruler): boolean {
  const { ascent, descent } = ruler.metrics(font);
  return ascent + descent > height;
}

interface Prepared {
  readonly box: TextBox;
  readonly pieces: readonly Piece[];
  readonly rtl: boolean;
  /** Whether it runs from left to right in scripts that have a condensed face and hyphens. */
  readonly simple: boolean;
}

function prepare(text: string, box: TextBox): Prepared {
  const simple = isSimple(text);
  const ordered = !simple && hasRightToLeft(text);
  const rtl = ordered && (box.rtl === true || beginsRightToLeft(text));
  const split = ordered ? splitPieces(text) : joinQuantities(splitPieces(text));
  return {
    box: text.length > longestFine && !simple ? inRough(box) : box,
    pieces: ordered ? orderPieces(split, rtl) : split,
    rtl,
    simple,
  };
}

function inRough(box: TextBox): TextBox {
  const rough = (fonts: readonly Font[] = []) => fonts.map((font): Font => ({ ...font, rough: true }));
  return { ...box, fonts: rough(box.fonts), small: rough(box.small) };
}

function first<T, R>(values: readonly T[], of: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = of(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
