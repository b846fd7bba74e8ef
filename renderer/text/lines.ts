import { joiner, rightToLeft, type Run, splitRuns, visualOrder } from './bidi.js';
import type { Order, TextPiece } from './pieces.js';
import type { InkExtent, Font, Ruler, Word } from './ruler.js';

/** A line of words. `x` is a word's pen in px from the line's left ink edge; `width` is that of the line's ink. */
export interface TextLine {
  /** From left to right. The text of a word that begins with {@link rightToLeft} runs from right to left. */
  readonly words: readonly { readonly word: Word; readonly x: number }[];
  readonly width: number;
}

/** A measured piece: a word or, in a text with right-to-left characters, its runs in logical order. */
export type MeasuredPiece = TextPiece &
  (
    | { readonly extent: Word; readonly runs?: undefined }
    | { readonly extent: InkExtent; readonly runs: readonly Stretch[] }
  );

/**
 * A part of a line of text with right-to-left characters: a word, or px without ink: a blank, or 0 in place of a direction
 * mark.
 */
type Stretch = Readonly<{ level: number } & ({ word: Word } | { space: number })>;

export function measure(piece: TextPiece, font: Font, ruler: Ruler): MeasuredPiece {
  const { text, blank, order } = piece;
  if (!order) return { text, blank, extent: ruler.measure(text, font) };
  const runs = drawnRuns(text, order).map((run): Stretch => {
    if (run.text.trim() === '') return { level: run.level, space: run.text.length * ruler.blank(font) };
    return { level: run.level, word: ruler.measure(run.text, font) };
  });
  const { width } = placeInOrder(runs);
  const words = runs.flatMap((run) => ('word' in run ? [run.word] : []));
  const extent = {
    left: 0,
    right: width,
    advance: width,
    ascent: Math.max(0, ...words.map(({ ascent }) => ascent)),
    descent: Math.max(0, ...words.map(({ descent }) => descent)),
    missing: words.flatMap(({ missing }) => missing),
  };
  return { ...piece, runs, extent };
}

/**
 * The runs of a piece for the ruler: without blanks, which are separate runs; marked where they run right to left; and with
 * joiners where the piece joins others.
 */
function drawnRuns(text: string, { levels, joinsBefore, joinsAfter }: Order): Run[] {
  const runs = splitRuns(text, levels).flatMap(splitAtBlanks);
  return runs.map((run, i) => {
    if (run.level % 2 === 0 || run.text.trim() === '') return run;
    const before = i === 0 && joinsBefore ? joiner : '';
    const after = i === runs.length - 1 && joinsAfter ? joiner : '';
    return { text: rightToLeft + before + run.text + after, level: run.level };
  });
}

/** A quantity contains blanks. */
function splitAtBlanks(run: Run): Run[] {
  if (!run.text.includes(' ')) return [run];
  const parts = run.text.split(/( )/).filter((part) => part !== '');
  return parts.map((text) => ({ text, level: run.level }));
}

export function inkWidth({ extent }: MeasuredPiece): number {
  return extent.right - extent.left;
}

/** How far the pen moves from one word to the next: past any blank, and far enough to leave 1 px between their inks. */
function step({ extent }: MeasuredPiece, next: MeasuredPiece, blank: number): number {
  return Math.max(extent.advance + (next.blank ? blank : 0), extent.right + 1 - next.extent.left);
}

/** The ends of lines. */
export interface Wrapped {
  /** The index after the last word of each line. */
  readonly ends: readonly number[];
  /** The widest line's ink, in px. */
  readonly width: number;
}

/** A dot between two words of a line. None begins or ends a line. */
const isDot = ({ text }: MeasuredPiece): boolean => text === '·' || text === '•';

/** Puts as many words as fit on each line. A word wider than `width` gets its own line. */
export function wrap(words: readonly MeasuredPiece[], width: number, blank: number): Wrapped {
  const ends: number[] = [];
  let widest = 0;
  let [from, pen, filled] = [0, 0, 0];
  for (let i = 0; i < words.length; i++) {
    const { extent, runs } = words[i]!;
    if (i > from) {
      // The pen advances from word to word, so that a line is not summed again for each of its words.
      pen += step(words[i - 1]!, words[i]!, blank);
      const longer = runs ? placeInOrder(stretchesOf(words.slice(from, i + 1), blank)).width : pen + extent.right;
      if (longer <= width) {
        filled = longer;
        continue;
      }
      widest = Math.max(widest, filled);
      from = isDot(words[i]!) && i + 1 < words.length ? i + 1 : i;
      ends.push(from);
      if (from > i) continue;
    }
    pen = -extent.left;
    filled = extent.right - extent.left;
  }
  if (words.length > 0) ends.push(words.length);
  return { ends, width: Math.max(widest, filled) };
}

/** Fills the same number of lines evenly, by finding the narrowest width that needs no more lines. */
export function balance(words: readonly MeasuredPiece[], filled: Wrapped, blank: number): Wrapped {
  let best = filled;
  for (;;) {
    const narrower = wrap(words, best.width - 1, blank);
    // It gets no narrower when the widest line is a single word, as words are not broken here.
    if (narrower.ends.length > best.ends.length || narrower.width >= best.width) return best;
    best = narrower;
  }
}

/** Places the words of each line, given the index after its last one. */
export function lineUp(words: readonly MeasuredPiece[], ends: readonly number[], blank: number): TextLine[] {
  return ends.map((last, i) => {
    let [from, end] = [i === 0 ? 0 : ends[i - 1]!, last];
    while (end - from > 1 && isDot(words[end - 1]!)) end--;
    while (end - from > 1 && isDot(words[from]!)) from++;
    if (words[from]!.runs) return placeInOrder(stretchesOf(words.slice(from, end), blank));
    const placed = new Array<{ word: Word; x: number }>(end - from);
    let pen = -words[from]!.extent.left;
    for (let at = from; at < end; at++) {
      const measured = words[at]!;
      // For the compiler: either all words of a text have runs, or none has.
      if (measured.runs) break;
      if (at > from) pen += step(words[at - 1]!, measured, blank);
      placed[at - from] = { word: measured.extent, x: pen };
    }
    return { words: placed, width: pen + words[end - 1]!.extent.right };
  });
}

/** The runs of a line and the blanks between them, in logical order. */
function stretchesOf(words: readonly MeasuredPiece[], blank: number): Stretch[] {
  return words.flatMap(({ blank: before, order, runs = [] }, i): readonly Stretch[] =>
    before && i > 0 ? [{ level: order?.blank ?? 0, space: blank }, ...runs] : runs,
  );
}

/** Places the stretches of a line from left to right, at least 1 px between the inks of two runs. */
function placeInOrder(stretches: readonly Stretch[]): TextLine {
  const placed: { word: Word; x: number }[] = [];
  let [pen, left, right] = [0, Infinity, -Infinity];
  let gap = -Infinity;
  for (const index of visualOrder(stretches.map(({ level }) => level))) {
    const stretch = stretches[index]!;
    if ('space' in stretch) {
      pen += stretch.space;
      continue;
    }
    const { word } = stretch;
    pen = Math.max(pen, gap - word.left);
    placed.push({ word, x: pen });
    left = Math.min(left, pen + word.left);
    right = Math.max(right, pen + word.right);
    gap = right + 1;
    pen += word.advance;
  }
  return { words: placed.map(({ word, x }) => ({ word, x: x - left })), width: placed.length > 0 ? right - left : 0 };
}
