import { joiner, rightToLeft, type Run, splitRuns, visualOrder } from './bidi.js';
import type { Order, Piece } from './pieces.js';
import type { Extent, Font, Ruler } from './ruler.js';

/** A line of words; `x` is each word's pen, in px from the line's left ink edge, `width` its ink's width. */
export interface Line {
  /** From left to right; one that begins with {@link rightToLeft} is drawn from right to left. */
  readonly words: readonly { readonly text: string; readonly x: number }[];
  readonly width: number;
}

export interface Measured extends Piece {
  readonly extent: Extent;
  /** What it is drawn as, in logical order; only in a text with right-to-left characters. */
  readonly runs?: readonly Part[];
}

interface MeasuredRun extends Run {
  readonly extent: Extent;
}

/** Room without ink: a blank, or nothing where a direction mark stood. */
interface Space {
  readonly level: number;
  /** In px. */
  readonly space: number;
}

type Part = MeasuredRun | Space;

export function measure(piece: Piece, font: Font, ruler: Ruler): Measured {
  const { text, blank, order } = piece;
  if (!order) return { text, blank, extent: ruler.measure(text, font) };
  const runs = drawnRuns(text, order).map((run): Part => {
    if (run.text === '') return { level: run.level, space: 0 };
    return { ...run, extent: ruler.measure(run.text, font) };
  });
  const { width } = placeInOrder(runs);
  const extents = runs.flatMap((run) => ('extent' in run ? [run.extent] : []));
  const extent = {
    left: 0,
    right: width,
    advance: width,
    ascent: Math.max(0, ...extents.map(({ ascent }) => ascent)),
    descent: Math.max(0, ...extents.map(({ descent }) => descent)),
    missing: extents.flatMap(({ missing }) => missing),
  };
  return { ...piece, runs, extent };
}

/** The runs of a piece as the ruler knows them. */
function drawnRuns(text: string, { levels, joinsBefore, joinsAfter }: Order): Run[] {
  const runs = splitRuns(text, levels);
  return runs.map((run, i) => {
    if (run.level % 2 === 0 || run.text === '') return run;
    const before = i === 0 && joinsBefore ? joiner : '';
    const after = i === runs.length - 1 && joinsAfter ? joiner : '';
    return { text: rightToLeft + before + run.text + after, level: run.level };
  });
}

export function inkWidth({ extent }: Measured): number {
  return extent.right - extent.left;
}

/** How far the pen moves from one word to the next: where no blank is between them, one px stays free. */
function step({ extent }: Measured, next: Measured, blank: number): number {
  return next.blank ? extent.advance + blank : Math.max(extent.advance, extent.right + 1 - next.extent.left);
}

/** The ink's width of the words from `from` to `to` (exclusive) on one line. */
function lineWidth(words: readonly Measured[], from: number, to: number, blank: number): number {
  if (words[from]!.runs) return placeInOrder(partsOf(words.slice(from, to), blank)).width;
  const last = words[to - 1]!.extent;
  let pen = -words[from]!.extent.left;
  for (let i = from; i < to - 1; i++) pen += step(words[i]!, words[i + 1]!, blank);
  return pen + last.right;
}

/** Fills each line as far as it goes; returns the index after the last word of each line. */
export function wrap(words: readonly Measured[], width: number, blank: number): number[] {
  const ends: number[] = [];
  let [from, pen] = [0, 0];
  for (let i = 0; i < words.length; i++) {
    const { extent, runs } = words[i]!;
    if (i > from) {
      // From word to word, so that a line is not added up again for each.
      pen += step(words[i - 1]!, words[i]!, blank);
      if ((runs ? lineWidth(words, from, i + 1, blank) : pen + extent.right) <= width) continue;
      ends.push(i);
      from = i;
    }
    pen = -extent.left;
  }
  if (words.length > 0) ends.push(words.length);
  return ends;
}

/** The same number of lines, filled evenly: the narrowest width that still takes no more lines. */
export function balance(words: readonly Measured[], lines: number, width: number, blank: number): number[] {
  let low = Math.max(...words.map(inkWidth));
  let high = width;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wrap(words, middle, blank).length <= lines) high = middle;
    else low = middle + 1;
  }
  return wrap(words, high, blank);
}

/** Places the words of each line, given the index after its last one. */
export function lineUp(words: readonly Measured[], ends: readonly number[], blank: number): Line[] {
  return ends.map((end, i) => {
    const from = i === 0 ? 0 : ends[i - 1]!;
    if (words[from]!.runs) return placeInOrder(partsOf(words.slice(from, end), blank));
    let pen = -words[from]!.extent.left;
    const placed = words.slice(from, end).map((word, j) => {
      if (j > 0) pen += step(words[from + j - 1]!, word, blank);
      return { text: word.text, x: pen };
    });
    return { words: placed, width: lineWidth(words, from, end, blank) };
  });
}

/** The runs of a line and the blanks between them, in logical order. */
function partsOf(words: readonly Measured[], blank: number): Part[] {
  return words.flatMap(({ blank: before, order, runs = [] }, i): readonly Part[] =>
    before && i > 0 ? [{ level: order?.blank ?? 0, space: blank }, ...runs] : runs,
  );
}

/** Places the parts of a line from left to right. Runs without a blank between them stay one px apart. */
function placeInOrder(parts: readonly Part[]): Line {
  const placed: { text: string; x: number }[] = [];
  let [pen, left, right] = [0, Infinity, -Infinity];
  let gap = -Infinity;
  for (const index of visualOrder(parts.map(({ level }) => level))) {
    const part = parts[index]!;
    if ('space' in part) {
      pen += part.space;
      continue;
    }
    const { extent } = part;
    pen = Math.max(pen, gap - extent.left);
    placed.push({ text: part.text, x: pen });
    left = Math.min(left, pen + extent.left);
    right = Math.max(right, pen + extent.right);
    gap = right + 1;
    pen += extent.advance;
  }
  return { words: placed.map(({ text, x }) => ({ text, x: x - left })), width: placed.length > 0 ? right - left : 0 };
}
