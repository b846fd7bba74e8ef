import { beginsRightToLeft, hasRightToLeft } from './bidi.js';
import { measureBroken, measureWhole, plausible } from './break-words.js';
import { cutText } from './cut.js';
import { isSimple } from './graphemes.js';
import { type Measured, wrap, type Wrapped } from './lines.js';
import { setHyphenated } from './hyphenate.js';
import { loosenPieces, orderPieces, type Piece, splitPieces } from './pieces.js';
import { joinQuantities } from './quantities.js';
import type { Font, Ruler } from './ruler.js';
import { type FittedText, manners, setWords, type TextBox, type TextManner } from './text-box.js';

/**
 * For texts that are longer than this, in UTF-16 units, only every second size is tried, and in other scripts than Latin and
 * the like their fonts are rough: to keep the strokes of each word takes a millisecond a word and size. Names are seldom
 * half as long.
 */
export const longestFine = 64;
/**
 * No name on a shelf is longer, in UTF-16 units: for a text that is, only one size in four is tried. Where each of its words is
 * drawn anew, as for one with a word longer than {@link longestFine}, only the preferred size and the floor are tried.
 */
const longestReal = 100;

/** Fits text into a box: {@link fitWhole} in any manner, and where that is not enough, {@link fitCut}. */
export function fitText(text: string, box: TextBox, ruler: Ruler): FittedText {
  return fitWhole(text, box, ruler, 'hyphenated') ?? fitCut(text, box, ruler, 'hyphenated');
}

/**
 * Fits all of a text into a box; undefined when there is too little room for it. First whole words are wrapped where
 * {@link splitPieces} allows, from the largest font down to the preferred one. Then the text is drawn in each of
 * {@link manners} up to `manner`.
 * @param known the result of {@link wrapText} for this text or another, in a box of the same leaf
 *
 * Words of Han and Kana are broken, at the largest size that then fits, only where they are not whole even at the floor.
 *
 * Lines are balanced, and ordered by the Unicode Bidirectional Algorithm. A text with right-to-left characters runs
 * from right to left if `box.rtl` is true or its first strong character says so; any other text runs from left to
 * right.
 */
export function fitWhole(
  text: string,
  given: TextBox,
  ruler: Ruler,
  manner: TextManner,
  known?: Wrap,
): FittedText | undefined {
  if (known?.text === text && isFor(known, given, ruler)) {
    const fitted = setWords(known.words, given, known.font, ruler, known.filled);
    if (fitted) return fitted;
  }
  const { box, pieces, simple, unlikely } = prepare(text, given);
  const setWhole = (font: Font) => setWords(measureWhole(pieces, box, font, ruler), box, font, ruler);
  for (const font of box.fonts) {
    if (font.size < box.preferred) break;
    if (font.size > box.preferred && isTooHigh(font, 1, box, ruler)) continue;
    const fitted = setWhole(font);
    if (fitted) return fitted;
  }
  if (manner === 'plain') return undefined;
  const smaller = box.fonts.filter(({ size }) => size < box.preferred);
  const loose = simple ? pieces : loosenPieces(pieces);
  const shrunk = first(plausible(pieces, box, smaller, ruler), setWhole) ?? setLoose(pieces, loose, box, ruler);
  const most = manners.indexOf(manner);
  if (shrunk || most < manners.indexOf('condensed')) return shrunk;
  const narrow = (simple ? box.condensed : box.small) ?? [];
  const condensed = first(plausible(pieces, box, narrow, ruler), setWhole);
  if (condensed || most < manners.indexOf('hyphenated') || box.unbroken) return condensed;
  const preferred = box.fonts.filter(({ size }) => size <= box.preferred);
  const fonts = [preferred, narrow].flatMap((list) => (unlikely ? list.slice(-1) : plausible(loose, box, list, ruler)));
  const { hyphens } = box;
  const hyphenated =
    hyphens && simple ? first(fonts, (font) => setHyphenated(pieces, box, font, ruler, hyphens)) : undefined;
  return hyphenated ?? first(fonts, (font) => setWords(measureBroken(loose, box, font, ruler), box, font, ruler));
}

/** Sets text with its words of Han and Kana broken, from the preferred font down to the floor; undefined when it has none. */
function setLoose(
  pieces: readonly Piece[],
  loose: readonly Piece[],
  box: TextBox,
  ruler: Ruler,
): FittedText | undefined {
  if (loose.length === pieces.length) return undefined;
  const fonts = box.fonts.filter(({ size }) => size <= box.preferred);
  return first(plausible(loose, box, fonts, ruler), (font) =>
    setWords(measureWhole(loose, box, font, ruler), box, font, ruler),
  );
}

/**
 * As much of a text as fits at the floor, with an ellipsis after it, unless all of it fits in a lighter font; of what must be
 * whole, nothing.
 * @param manner whether it may be condensed
 */
export function fitCut(text: string, given: TextBox, ruler: Ruler, manner: TextManner): FittedText {
  const { box, pieces, simple, rtl } = prepare(text, given);
  const floor = box.fonts.at(-1)!;
  if (!simple && !box.unbroken && box.light) {
    const whole = setWords(measureBroken(loosenPieces(pieces), box, box.light, ruler), box, box.light, ruler);
    if (whole) return whole;
  }
  const narrow =
    simple && manners.indexOf(manner) >= manners.indexOf('condensed')
      ? (box.condensed ?? []).filter(({ size }) => size >= floor.size).at(-1)
      : undefined;
  return cutText(box.unbroken ? [] : pieces, rtl, box, narrow ?? floor, ruler);
}

/** A text on lines of a width, in the preferred font of a box: what fitting it again need not work out again. */
export interface Wrap {
  readonly text: string;
  readonly width: number;
  readonly rtl: boolean | undefined;
  readonly font: Font;
  readonly words: readonly Measured[];
  readonly filled: Wrapped;
}

/** Wraps a text at its preferred size; undefined when it needs more than `most` lines. */
export function wrapText(text: string, given: TextBox, most: number, ruler: Ruler): Wrap | undefined {
  const { box, pieces } = prepare(text, { ...given, height: Infinity, lines: most });
  const { width, rtl } = box;
  const font = box.fonts.find(({ size }) => size === box.preferred)!;
  const words = measureWhole(pieces, box, font, ruler);
  if (!words) return undefined;
  const filled = wrap(words, width, ruler.blank(font));
  return filled.ends.length <= most ? { text, width, rtl, font, words, filled } : undefined;
}

/** How wide a text is on one line at its preferred size, in px. */
export function widthOf(text: string, box: TextBox, ruler: Ruler): number {
  const wrapped = wrapText(text, { ...box, width: Infinity }, 1, ruler)!;
  const set = setWords(wrapped.words, { ...box, width: Infinity, height: Infinity, lines: 1 }, wrapped.font, ruler)!;
  return set.lines[0]!.width;
}

/** Whether a box would have its text wrapped in the same way, and has no room for a larger font. */
function isFor({ width, rtl, font, filled }: Wrap, box: TextBox, ruler: Ruler): boolean {
  const [largest] = box.fonts;
  if (width !== box.width || rtl !== box.rtl || font.region !== largest!.region) return false;
  // In a larger font it needs at least as many lines.
  const lines = filled.ends.length;
  return box.fonts.every((other) => other.size <= font.size || isTooHigh(other, lines, box, ruler));
}

function isTooHigh(font: Font, lines: number, { height }: TextBox, ruler: Ruler): boolean {
  const { ascent, descent } = ruler.metrics(font);
  return lines * (ascent + descent) > height;
}

interface Prepared {
  readonly box: TextBox;
  readonly pieces: readonly Piece[];
  readonly rtl: boolean;
  /** Whether it runs from left to right in scripts that have a condensed face and hyphens. */
  readonly simple: boolean;
  /** Whether nothing on a shelf has such words, and few of its sizes are tried. */
  readonly unlikely: boolean;
}

function prepare(text: string, box: TextBox): Prepared {
  const simple = isSimple(text);
  const ordered = !simple && hasRightToLeft(text);
  const rtl = ordered && (box.rtl === true || beginsRightToLeft(text));
  const split = joinQuantities(splitPieces(text));
  const unlikely =
    text.length > longestFine &&
    (simple || text.length <= longestReal ? split.some((piece) => piece.text.length > longestFine) : true);
  const step = text.length > longestReal ? 4 : 2;
  return {
    box: text.length > longestFine ? inFewFonts(box, simple, (i) => !unlikely && i % step === 0) : box,
    pieces: ordered ? orderPieces(split, rtl) : split,
    rtl,
    simple,
    unlikely,
  };
}

/**
 * A box with the preferred one of its fonts, the floor, and those that are chosen by their place. They are rough for scripts of
 * which each word is drawn anew.
 */
function inFewFonts(box: TextBox, simple: boolean, chosen: (i: number) => boolean): TextBox {
  const few = (fonts: readonly Font[] = []) =>
    fonts
      .filter(({ size }, i) => chosen(i) || i === fonts.length - 1 || size === box.preferred)
      .map((font): Font => (simple ? font : { ...font, rough: true }));
  return { ...box, fonts: few(box.fonts), condensed: few(box.condensed), small: few(box.small) };
}

function first<T, R>(values: readonly T[], of: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = of(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
