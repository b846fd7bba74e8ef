import { beginsRightToLeft, hasRightToLeft } from './bidi.js';
import { measureBroken, measureWhole, plausible } from './break-words.js';
import { cutText } from './cut.js';
import { isSimple } from './graphemes.js';
import { type MeasuredPiece, wrap, type Wrapped } from './lines.js';
import { setHyphenated } from './hyphenate.js';
import { loosenPieces, orderPieces, type TextPiece, splitPieces, splitUnit } from './pieces.js';
import { joinQuantities } from './quantities.js';
import type { Font, Ruler } from './ruler.js';
import { type FittedText, fitModes, setWords, type TextBox, type FitMode } from './text-box.js';

/**
 * In UTF-16 units. Longer texts are tried at every second size only, and in rough fonts outside Latin and the like:
 * preserving the strokes of each word takes a millisecond a word and size. Names are seldom half as long.
 */
export const maxFineUnits = 64;
/**
 * In UTF-16 units; names are shorter. Longer texts are tried at one size in four. If each of their words is drawn afresh, as
 * for one with a word longer than {@link maxFineUnits}, only the preferred size and the floor are tried.
 */
const maxRealUnits = 100;

/** Fits text into a box: {@link fitWhole} in any mode, else {@link fitCut}. */
export function fitText(text: string, box: TextBox, ruler: Ruler): FittedText {
  return fitWhole(text, box, ruler, 'hyphenated') ?? fitCut(text, box, ruler, 'hyphenated');
}

/**
 * Fits all of a text into a box; undefined without enough room. First whole words are wrapped where {@link splitPieces}
 * allows, from the largest font down to the preferred one. Then the text is drawn in each of {@link fitModes} up to `mode`.
 * @param wrapped the result of {@link wrapText} for this text or another, in a box of the same leaf
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
  wrapped?: Wrap,
  failed?: FitMode,
): FittedText | undefined {
  const tried = failed === undefined ? -1 : fitModes.indexOf(failed);
  if (tried < 0 && wrapped?.text === text && isFor(wrapped, given, ruler)) {
    const fitted = setWords(wrapped.words, given, wrapped.font, ruler, wrapped.filled);
    if (fitted) return fitted;
  }
  const { box: planned, pieces, rtl, simple, unlikely } = prepare(text, given);
  const box = withFreeLines(planned);
  const setWhole = (font: Font) => {
    const within = font.size > box.preferred ? planned : box;
    return setWords(measureWhole(pieces, within, font, ruler), within, font, ruler);
  };
  for (const font of tried < 0 ? box.fonts : []) {
    if (font.size < box.preferred) break;
    if (font.size > box.preferred && isTooHigh(font, 1, box, ruler)) continue;
    const fitted = setWhole(font);
    if (fitted) return fitted;
  }
  if (mode === 'plain') return undefined;
  const smaller = box.fonts.filter(({ size }) => size < box.preferred);
  const loose = simple ? pieces : loosenPieces(pieces);
  // Arabic and Hebrew have no condensed face.
  const looseUnit = rtl ? pieces.flatMap(splitUnit) : pieces;
  const shrunk =
    tried < fitModes.indexOf('shrunk')
      ? (first(plausible(pieces, box, smaller, ruler), setWhole) ??
        setLoose(pieces, box.unbroken ? looseUnit : loose, box, ruler))
      : undefined;
  const most = fitModes.indexOf(mode);
  if (shrunk || most < fitModes.indexOf('condensed')) return shrunk;
  const narrow = (simple ? box.condensed : box.small) ?? [];
  const condensed =
    tried < fitModes.indexOf('condensed') ? first(plausible(pieces, box, narrow, ruler), setWhole) : undefined;
  if (condensed || most < fitModes.indexOf('hyphenated')) return condensed;
  if (box.unbroken) return setLoose(pieces, loose, box, ruler);
  const preferred = box.fonts.filter(({ size }) => size <= box.preferred);
  const fonts = [preferred, narrow].flatMap((list) => (unlikely ? list.slice(-1) : plausible(loose, box, list, ruler)));
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
  const { box, pieces, simple, rtl } = prepare(text, withFreeLines(given));
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
 * @param before an earlier result for this text or another, in a box of the same leaf
 */
export function wrapText(text: string, given: TextBox, most: number, ruler: Ruler, before?: Wrap): Wrap | undefined {
  if (before?.text === text && isWrapped(before, given) && before.font.size === given.preferred)
    return before.filled.ends.length <= most ? before : undefined;
  const { box, pieces } = prepare(text, { ...given, height: Infinity, lines: most });
  const { width, rtl } = box;
  const font = box.fonts.find(({ size }) => size === box.preferred)!;
  const words = measureWhole(pieces, box, font, ruler);
  if (!words) return undefined;
  const filled = wrap(words, width, ruler.blank(font));
  return filled.ends.length <= most ? { text, width, rtl, font, words, filled } : undefined;
}

/** The width of a text on one line at its preferred size, in px. */
export function widthOf(text: string, box: TextBox, ruler: Ruler): number {
  const wrapped = wrapText(text, { ...box, width: Infinity }, 1, ruler)!;
  const set = setWords(wrapped.words, { ...box, width: Infinity, height: Infinity, lines: 1 }, wrapped.font, ruler)!;
  return set.lines[0]!.width;
}

/** Whether a box wraps its text in the same way, and has no room for a larger font. */
function isFor(wrap: Wrap, box: TextBox, ruler: Ruler): boolean {
  if (!isWrapped(wrap, box)) return false;
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

function prepare(text: string, box: TextBox) {
  /** Whether it runs from left to right in scripts with a condensed face and hyphens. */
  const simple = isSimple(text);
  const ordered = !simple && hasRightToLeft(text);
  const rtl = ordered && (box.rtl === true || beginsRightToLeft(text));
  const split = joinQuantities(splitPieces(text));
  /** Whether no real label has such words: few sizes are tried. */
  const unlikely =
    text.length > maxFineUnits &&
    (simple || text.length <= maxRealUnits ? split.some((piece) => piece.text.length > maxFineUnits) : true);
  const step = text.length > maxRealUnits ? 4 : 2;
  return {
    box: text.length > maxFineUnits ? inFewFonts(box, simple, (i) => !unlikely && i % step === 0) : box,
    pieces: ordered ? orderPieces(split, rtl) : split,
    rtl,
    simple,
    unlikely,
  };
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
