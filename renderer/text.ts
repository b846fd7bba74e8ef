import type { Extent, Font, Ruler } from './ruler.js';
import { splitGraphemes } from './runs.js';
import { longestPrefix } from './search.js';

/** A piece of text that stays on one line. */
interface Piece {
  readonly text: string;
  /** Whether a blank stands before it when it does not begin a line. */
  readonly blank: boolean;
}

interface Measured extends Piece {
  readonly extent: Extent;
}

/** A line of words; `x` is each word's pen, in px from the line's left ink edge, `width` its ink's width. */
export interface Line {
  readonly words: readonly { readonly text: string; readonly x: number }[];
  readonly width: number;
}

export interface FittedText {
  readonly font: Font;
  readonly lines: readonly Line[];
  /** Height in px of each line above and below its baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly shrunk: boolean;
  /** What is shown when an ellipsis stands for the rest. */
  readonly shown: string | undefined;
  readonly missing: readonly string[];
}

export interface TextBox {
  readonly width: number;
  readonly height: number;
  readonly lines: number;
  /** Fonts to try, from the largest down to the floor; at least one. */
  readonly fonts: readonly Font[];
  /** The size in px from below which text counts as shrunk. Larger ones are for text that is short enough. */
  readonly preferred: number;
}

/** As long as shrinking costs no more than this, it is better than breaking a word. */
const shrinkBeforeBreaking = 0.8;
const ellipsis = '…';

/**
 * Fits text into a box: it wraps at blanks and after hyphens, then breaks words that are too long between graphemes,
 * then shrinks down to the floor, then ends in an ellipsis. Lines are balanced.
 */
export function fitText(text: string, box: TextBox, ruler: Ruler): FittedText {
  const pieces = splitPieces(text);
  for (const breaking of [false, true]) {
    for (const font of box.fonts) {
      if (breaking ? font.size > box.preferred : font.size < box.preferred * shrinkBeforeBreaking) continue;
      const words = breaking ? breakWords(pieces, box.width, font, ruler) : measureWhole(pieces, box, font, ruler);
      if (!words) continue;
      const blank = ruler.blank(font);
      const allowed = linesThatFit(words, box, font, ruler);
      const ends = wrap(words, box.width, blank);
      if (ends.length <= allowed.lines)
        return {
          ...allowed.metrics,
          font,
          lines: lineUp(words, ends.length > 1 ? balance(words, ends.length, box.width, blank) : ends, blank),
          shrunk: font.size < box.preferred,
          shown: undefined,
          missing: missingOf(words),
        };
    }
  }
  return truncate(pieces, box, ruler);
}

/** Where a line may end: at blanks, after a hyphen or slash inside a word, and between Han or Kana (never before a closing mark). */
function splitPieces(text: string): Piece[] {
  const plain = !/[-–/\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u.test(text);
  const words = text.split(' ').filter((word) => word !== '');
  if (plain) return words.map((word) => ({ text: word, blank: true }));
  return words.flatMap((word) =>
    (word.match(opportunities) ?? [word]).map((part, i) => ({ text: part, blank: i === 0 })),
  );
}

/** One ideograph with the opening marks before and the closing marks after it, or a stretch up to a hyphen or an ideograph. */
const ideograph =
  '[\\u2e80-\\u2fff\\u3041-\\u3096\\u309b-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}][\\p{M}\\u{fe00}-\\u{fe0f}]*';
const opening = '[（〔［｛〈《「『【]';
const closing = '[、。，．・：；？！）〕］｝〉》」』】ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…]';
const opportunities = new RegExp(
  `${opening}*${ideograph}${closing}*|[-–/]*(?:(?!${opening}|${ideograph})[^-–/])+(?:[-–/]+|${closing}*)|[-–/]+|${opening}+|.`,
  'gu',
);

function measure(piece: Piece, font: Font, ruler: Ruler): Measured {
  return { text: piece.text, blank: piece.blank, extent: ruler.measure(piece.text, font) };
}

function inkWidth({ extent }: Measured): number {
  return extent.right - extent.left;
}

/** The words, unless one is wider than the box, or all are longer than its lines together: most sizes that are too large end here. */
function measureWhole(pieces: readonly Piece[], box: TextBox, font: Font, ruler: Ruler): Measured[] | undefined {
  const { ascent, descent } = ruler.metrics(font);
  let room = Math.min(box.lines, Math.floor(box.height / (ascent + descent))) * (box.width + ruler.blank(font));
  const words: Measured[] = [];
  for (const piece of pieces) {
    const word = measure(piece, font, ruler);
    room -= inkWidth(word);
    if (room < 0 || inkWidth(word) > box.width) return undefined;
    words.push(word);
  }
  return words;
}

function breakWords(pieces: readonly Piece[], width: number, font: Font, ruler: Ruler): Measured[] {
  return pieces.flatMap((piece) => breakWord(measure(piece, font, ruler), width, font, ruler));
}

/** Splits a word that is wider than `width` into the longest parts that are not, between graphemes. */
function breakWord(word: Measured, width: number, font: Font, ruler: Ruler): Measured[] {
  if (inkWidth(word) <= width) return [word];
  const graphemes = splitGraphemes(word.text);
  const parts: Measured[] = [];
  for (let from = 0; from < graphemes.length;) {
    const count = longestPrefix(graphemes.length - from, (n) => {
      const part = measure({ text: graphemes.slice(from, from + n).join(''), blank: false }, font, ruler);
      return inkWidth(part) <= width;
    });
    // A single grapheme wider than the box would never end; it is let through and caught by the ellipsis.
    const to = from + Math.max(1, count);
    parts.push(measure({ text: graphemes.slice(from, to).join(''), blank: from === 0 && word.blank }, font, ruler));
    from = to;
  }
  return parts;
}

function linesThatFit(words: readonly Measured[], box: TextBox, font: Font, ruler: Ruler) {
  const metrics = { ...ruler.metrics(font) };
  for (const { extent } of words) {
    metrics.ascent = Math.max(metrics.ascent, extent.ascent);
    metrics.descent = Math.max(metrics.descent, extent.descent);
  }
  const lines = words.some((word) => inkWidth(word) > box.width)
    ? 0
    : Math.min(box.lines, Math.floor(box.height / (metrics.ascent + metrics.descent)));
  return { lines, metrics };
}

/** The ink's width of the words from `from` to `to` (exclusive) on one line. */
function lineWidth(words: readonly Measured[], from: number, to: number, blank: number): number {
  const last = words[to - 1]!.extent;
  let pen = -words[from]!.extent.left;
  for (let i = from; i < to - 1; i++) pen += words[i]!.extent.advance + (words[i + 1]!.blank ? blank : 0);
  return pen + last.right;
}

/** Fills each line as far as it goes; returns the index after the last word of each line. */
function wrap(words: readonly Measured[], width: number, blank: number): number[] {
  const ends: number[] = [];
  let from = 0;
  for (let to = 1; to <= words.length; to++) {
    if (to - from > 1 && lineWidth(words, from, to, blank) > width) {
      ends.push(to - 1);
      from = to - 1;
    }
  }
  if (words.length > 0) ends.push(words.length);
  return ends;
}

/** The same number of lines, filled evenly: the narrowest width that still takes no more lines. */
function balance(words: readonly Measured[], lines: number, width: number, blank: number): number[] {
  let low = Math.max(...words.map(inkWidth));
  let high = width;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wrap(words, middle, blank).length <= lines) high = middle;
    else low = middle + 1;
  }
  return wrap(words, high, blank);
}

function lineUp(words: readonly Measured[], ends: readonly number[], blank: number): Line[] {
  return ends.map((end, i) => {
    const from = i === 0 ? 0 : ends[i - 1]!;
    let pen = -words[from]!.extent.left;
    const placed = words.slice(from, end).map((word, j) => {
      if (j > 0 && word.blank) pen += blank;
      const x = pen;
      pen += word.extent.advance;
      return { text: word.text, x };
    });
    return { words: placed, width: lineWidth(words, from, end, blank) };
  });
}

/** At the floor: as much as fits, and an ellipsis after the last grapheme that leaves room for it. */
function truncate(pieces: readonly Piece[], box: TextBox, ruler: Ruler): FittedText {
  const font = box.fonts.at(-1)!;
  const blank = ruler.blank(font);
  const words = breakWords(pieces, box.width, font, ruler);
  const fitting = words.filter((word) => inkWidth(word) <= box.width);
  const { lines, metrics } = linesThatFit(fitting, box, font, ruler);
  const shortened = (n: number) => {
    const kept = cutAfter(words, n);
    const measured = breakWords(kept, box.width, font, ruler);
    return { measured, ends: wrap(measured, box.width, blank) };
  };
  const total = words.reduce((sum, word) => sum + splitGraphemes(word.text).length, 0);
  const count = longestPrefix(total - 1, (n) => {
    const { measured, ends } = shortened(n);
    return ends.length <= lines && measured.every((word) => inkWidth(word) <= box.width);
  });
  const { measured, ends } = lines > 0 ? shortened(count) : { measured: [], ends: [] };
  return {
    ...metrics,
    font,
    lines: lineUp(measured, ends, blank),
    shrunk: font.size < box.preferred,
    shown: measured.map(({ text, blank: before }, i) => (before && i > 0 ? ' ' : '') + text).join(''),
    missing: missingOf(measured),
  };
}

/** The first `count` graphemes of the words, without a trailing mark, and an ellipsis behind them. */
function cutAfter(words: readonly Measured[], count: number): Piece[] {
  const kept: Piece[] = [];
  let rest = count;
  for (const { text, blank } of words) {
    if (rest <= 0) break;
    const graphemes = splitGraphemes(text);
    kept.push({ text: graphemes.slice(0, rest).join(''), blank });
    rest -= graphemes.length;
  }
  const last = kept.pop();
  const text = (last?.text ?? '').replace(/[\s,.;:–-]+$/u, '') + ellipsis;
  return [...kept, { text, blank: last?.blank ?? false }];
}

function missingOf(words: readonly Measured[]): string[] {
  return words.some(({ extent }) => extent.missing.length > 0) ? words.flatMap(({ extent }) => extent.missing) : [];
}
