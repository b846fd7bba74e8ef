import { measureBroken, measureWhole, plausible } from './break-words.js';
import { cutText } from './cut.js';
import { lineUp, type MeasuredPiece, wrap, type Wrapped } from './lines.js';
import { setHyphenated } from './hyphenate.js';
import { loosenPieces, splitUnit, type TextPiece } from './pieces.js';
import type { Font, Ruler } from './ruler.js';
import { maxFineUnits, maxRealUnits, type SplitText, splitText, wordsIn } from './split-text.js';
import { type FittedText, fitModes, setWords, type TextBox, type FitMode } from './text-box.js';

/** Fits text into a box: {@link fitWhole} in any mode, else {@link fitCut}. */
export function fitText(text: string, box: TextBox, ruler: Ruler): FittedText {
  return fitWhole(text, box, ruler, 'hyphenated') ?? fitCut(text, box, ruler, 'hyphenated');
}

/** What is known of the last text of a leaf: each step of a label tries it again, mostly in boxes of the same width. */
export interface TextMemo {
  split?: SplitText;
  wrap?: Wrap;
  /** The text on one line of any width. */
  line?: Wrap;
}

/**
 * Fits all of a text into a box; undefined without enough room. First whole words are wrapped where `splitPieces` allows,
 * from the largest font down to the preferred one, which is tried first: a text that is too long there is too long in larger
 * fonts. Then the text is drawn in each of {@link fitModes} up to `mode`.
 * @param memo of the leaf; is updated
 * @param failed a mode in which the text is known not to fit: what it includes is not tried again
 *
 * Words of Han and Kana are broken, at the largest size that then fits, only if they do not fit even at the floor; those
 * of a price or a quantity only in the last mode.
 *
 * Lines are balanced, and ordered by the Unicode Bidirectional Algorithm. A text with right-to-left characters runs from
 * right to left if `box.rtl` is true or its first strong character demands it; any other text runs from left to right.
 */
export function fitWhole(
  text: string,
  given: TextBox,
  ruler: Ruler,
  mode: FitMode,
  memo: TextMemo = {},
  failed?: FitMode,
): FittedText | undefined {
  const tried = failed === undefined ? -1 : fitModes.indexOf(failed);
  const { wrap: wrapped } = memo;
  if (tried < 0 && wrapped?.text === text && isFor(wrapped, given, ruler)) {
    const fitted = setWords(wrapped.words, given, wrapped.font, ruler, wrapped.filled);
    if (fitted) return fitted;
  }
  const { box: planned, split } = prepare(text, given, memo);
  const { pieces, rtl, simple } = split;
  const box = withFreeLines(planned);
  const preferred = preferredFont(box);
  const setIn = (font: Font, room: TextBox) =>
    setWords(measureWhole(pieces, room, font, ruler, wordsIn(split, font)), room, font, ruler);
  const setWhole = (font: Font) => setIn(font, box);
  const plausibleOf = (fonts: readonly Font[], room = box, known = preferred ?? fonts[0]) =>
    plausible(pieces, room, fonts, ruler, known, known && wordsIn(split, known));
  if (tried < 0 && preferred) {
    const fitted = setWhole(preferred);
    if (fitted) {
      const larger = box.fonts.filter((font) => font.size > preferred.size && !isTooHigh(font, 1, box, ruler));
      return first(plausibleOf(larger, planned), (font) => setIn(font, planned)) ?? fitted;
    }
  }
  if (mode === 'plain') return undefined;
  const smaller = box.fonts.filter(({ size }) => size < box.preferred);
  const loose = simple ? pieces : loosenPieces(pieces);
  // Arabic and Hebrew have no condensed face.
  const looseUnit = rtl ? pieces.flatMap(splitUnit) : pieces;
  const shrunk =
    tried < fitModes.indexOf('shrunk')
      ? (first(plausibleOf(smaller), setWhole) ?? setLoose(pieces, box.unbroken ? looseUnit : loose, box, ruler))
      : undefined;
  const most = fitModes.indexOf(mode);
  if (shrunk || most < fitModes.indexOf('condensed')) return shrunk;
  const narrow = (simple ? box.condensed : box.small) ?? [];
  const condensed =
    tried < fitModes.indexOf('condensed') ? first(plausibleOf(narrow, box, narrow[0]), setWhole) : undefined;
  if (condensed || most < fitModes.indexOf('hyphenated')) return condensed;
  if (box.unbroken) return setLoose(pieces, loose, box, ruler);
  const atMost = box.fonts.filter(({ size }) => size <= box.preferred);
  const fonts = [atMost, narrow].flatMap((list) =>
    split.unlikely ? list.slice(-1) : plausible(loose, box, list, ruler),
  );
  const { hyphens } = box;
  const hyphenated =
    hyphens && simple ? first(fonts, (font) => setHyphenated(pieces, box, font, ruler, hyphens)) : undefined;
  return hyphenated ?? first(fonts, (font) => setWords(measureBroken(loose, box, font, ruler), box, font, ruler));
}

/** Sets text with its words of Han and Kana broken, from the preferred font down to the floor; undefined without such words. */
function setLoose(
  pieces: readonly TextPiece[],
  loose: readonly TextPiece[],
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
 * As much of a text as fits at the floor, followed by an ellipsis, unless all of it fits in a lighter font; nothing of a
 * text that must not be cut.
 * @param mode whether it may be condensed
 */
export function fitCut(text: string, given: TextBox, ruler: Ruler, mode: FitMode): FittedText {
  const { box, split } = prepare(text, withFreeLines(given));
  const { pieces, simple, rtl } = split;
  const floor = box.fonts.at(-1)!;
  if (!simple && !box.unbroken && box.light) {
    const uncut = setWords(measureBroken(loosenPieces(pieces), box, box.light, ruler), box, box.light, ruler);
    if (uncut) return uncut;
  }
  const narrow =
    simple && fitModes.indexOf(mode) >= fitModes.indexOf('condensed')
      ? (box.condensed ?? []).filter(({ size }) => size >= floor.size).at(-1)
      : undefined;
  return cutText(box.unbroken ? [] : pieces, rtl, box, narrow ?? floor, ruler);
}

/** How many lines more than the layout plans a text of several lines may have, where its box is high enough. */
const freeLines = 2;

/** Before a text of several lines shrinks, it takes the free height of its box. */
function withFreeLines(box: TextBox): TextBox {
  return box.lines > 1 ? { ...box, lines: box.lines + freeLines } : box;
}

/** A text wrapped to a width in the preferred font of a box: fitting it, and counting its lines again, reuse this. */
export interface Wrap {
  readonly text: string;
  readonly width: number;
  readonly rtl: boolean | undefined;
  readonly font: Font;
  readonly words: readonly MeasuredPiece[];
  readonly filled: Wrapped;
}

/**
 * Wraps a text at its preferred size; undefined when it needs more than `most` lines.
 * @param memo of the leaf; is updated
 */
export function wrapText(
  text: string,
  given: TextBox,
  most: number,
  ruler: Ruler,
  memo: TextMemo = {},
): Wrap | undefined {
  const kept = given.width === Infinity ? 'line' : 'wrap';
  const before = memo[kept];
  if (before?.text === text && isWrapped(before, given) && before.font.size === given.preferred)
    return before.filled.ends.length <= most ? before : undefined;
  const { box, split } = prepare(text, { ...given, height: Infinity, lines: most }, memo);
  const { width, rtl } = box;
  const font = preferredFont(box)!;
  const words = measureWhole(split.pieces, box, font, ruler, wordsIn(split, font));
  if (!words) return undefined;
  const filled = wrap(words, width, ruler.blank(font));
  return filled.ends.length <= most ? (memo[kept] = { text, width, rtl, font, words, filled }) : undefined;
}

/**
 * The width of a text on one line at its preferred size, in px.
 * @param memo of the leaf; is updated
 */
export function widthOf(text: string, box: TextBox, ruler: Ruler, memo: TextMemo): number {
  const { words, filled, font } = wrapText(text, { ...box, width: Infinity }, 1, ruler, memo)!;
  return lineUp(words, filled.ends, ruler.blank(font))[0]!.width;
}

/** Whether a box wraps its text in the same way, may have its font, and has no room for a larger one. */
function isFor(wrap: Wrap, box: TextBox, ruler: Ruler): boolean {
  if (!isWrapped(wrap, box) || wrap.font.size > box.fonts[0]!.size) return false;
  // In a larger font it needs at least as many lines.
  const { font, filled } = wrap;
  const lines = filled.ends.length;
  return box.fonts.every((other) => other.size <= font.size || isTooHigh(other, lines, box, ruler));
}

function isWrapped({ width, rtl, font }: Wrap, box: TextBox): boolean {
  return width === box.width && rtl === box.rtl && font.region === box.fonts[0]!.region;
}

function isTooHigh(font: Font, lines: number, { height }: TextBox, ruler: Ruler): boolean {
  const { ascent, descent } = ruler.metrics(font);
  return lines * (ascent + descent) > height;
}

/** The smallest font in which a text does not count as shrunk. Absent: all are smaller. */
function preferredFont({ fonts, preferred }: TextBox): Font | undefined {
  return fonts.findLast(({ size }) => size >= preferred);
}

/** Splits a text, and leaves a long one few fonts. */
function prepare(
  text: string,
  box: TextBox,
  memo: TextMemo = {},
): { readonly box: TextBox; readonly split: SplitText } {
  const { rtl, fonts } = box;
  const { region } = fonts[0]!;
  let { split } = memo;
  if (split?.text !== text || split.boxRtl !== rtl || split.region !== region)
    memo.split = split = splitText(text, rtl, region);
  if (text.length <= maxFineUnits) return { box, split };
  const { simple, unlikely } = split;
  const step = text.length > maxRealUnits ? 4 : 2;
  return { box: inFewFonts(box, simple, (i) => !unlikely && i % step === 0), split };
}

/** A box with its preferred font, its floor, and the fonts chosen by index; rough for scripts that draw each word afresh. */
function inFewFonts(box: TextBox, simple: boolean, chosen: (i: number) => boolean): TextBox {
  const few = (fonts: readonly Font[] = []) =>
    fonts
      .filter(({ size }, i) => chosen(i) || i === fonts.length - 1 || size === box.preferred)
      .map((font): Font => (simple ? font : { ...font, rough: true }));
  return { ...box, fonts: few(box.fonts), condensed: few(box.condensed), small: few(box.small) };
}

function first<T, R>(values: readonly T[], of: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const result = of(value);
    if (result !== undefined) return result;
  }
  return undefined;
}
