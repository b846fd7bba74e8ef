import { isSimple, splitGraphemes } from './graphemes.js';
import { inkWidth, type MeasuredPiece, measure } from './lines.js';
import { type TextPiece, slicePiece, staysTogether } from './pieces.js';
import type { Font, Ruler } from './ruler.js';
import { longestPrefix } from './search.js';

/** The room for a text: in px, and the maximum number of lines. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly lines: number;
}

/**
 * The words; undefined when one is wider than the box, or all together are longer than its lines. Rules out most sizes
 * that are too large.
 * @param known the first of the words in this font, as far as they were measured before; is completed
 */
export function measureWhole(
  pieces: readonly TextPiece[],
  box: TextRoom,
  font: Font,
  ruler: Ruler,
  known: MeasuredPiece[] = [],
): readonly MeasuredPiece[] | undefined {
  if (areFarTooLong(pieces, box, font, ruler, false)) return undefined;
  let room = roomOf(box, font, ruler);
  for (let i = 0; i < pieces.length; i++) {
    const word = (known[i] ??= measure(pieces[i]!, font, ruler));
    room -= inkWidth(word);
    if (room < 0 || inkWidth(word) > box.width) return undefined;
  }
  return known;
}

/** The words, broken where they are too long; undefined when all together are longer than the box's lines. */
export function measureBroken(
  pieces: readonly TextPiece[],
  box: TextRoom,
  font: Font,
  ruler: Ruler,
): readonly MeasuredPiece[] | undefined {
  if (areFarTooLong(pieces, box, font, ruler, true)) return undefined;
  const { words, isComplete } = breakWords(pieces, box, font, ruler);
  return isComplete ? words : undefined;
}

/** The least ink of a text at another size of its face, as a share of the proportional ink: letters are on whole px. */
const rounding = 0.9;

/**
 * Leaves out the sizes of a face at which pieces have far more ink than a box has room for, judged by their ink at one size:
 * measuring words at each size is most of the work of a text that has to shrink.
 * @param fonts the largest first
 * @param known the font to judge by, in which most of the words are known
 * @param words those that are; is completed with short ones
 */
export function plausible(
  pieces: readonly TextPiece[],
  box: TextRoom,
  fonts: readonly Font[],
  ruler: Ruler,
  known = fonts[0],
  words: MeasuredPiece[] = [],
): readonly Font[] {
  if (!known || fonts.length < 3) return fonts;
  let ink = 0;
  for (let i = 0; i < pieces.length; i++) {
    const { text } = pieces[i]!;
    if (isQuick(text)) ink += inkWidth((words[i] ??= measure(pieces[i]!, known, ruler)));
    else ink += leastAdvance(text, known, ruler);
  }
  const perSize = (ink / known.size) * rounding;
  return fonts.filter((font) => font.size * perSize <= roomOf(box, font, ruler));
}

/** The most ink in px on the lines of a box, laid side by side. */
function roomOf({ width, height, lines }: TextRoom, font: Font, ruler: Ruler): number {
  const { ascent, descent } = ruler.metrics(font);
  return Math.min(lines, Math.max(1, Math.floor(height / (ascent + descent)))) * (width + ruler.blank(font));
}

/** The longest Latin word that is measured directly: its letters are drawn for all words. */
const quick = 32;
/** The least share of a Latin word's advance that kerning leaves. */
const kerned = 0.85;

function isQuick(text: string): boolean {
  return text.length <= quick && isSimple(text);
}

/** The least that the pen can move over a word, in px: each letter is set on whole pixels, so half a pixel less. */
function leastAdvance(text: string, font: Font, ruler: Ruler): number {
  const advance = ruler.advance(text, font) - text.length / 2;
  return isSimple(text) ? advance * kerned : advance;
}

/**
 * Whether pieces are so long that they can't fit, without drawing them. Latin letters and the like are drawn once for all
 * words, so all but the longest of their words are measured directly instead.
 */
function areFarTooLong(
  pieces: readonly TextPiece[],
  box: TextRoom,
  font: Font,
  ruler: Ruler,
  breaking: boolean,
): boolean {
  let room = roomOf(box, font, ruler) + font.size * box.lines;
  for (const { text } of pieces) {
    if (isQuick(text)) continue;
    const advance = leastAdvance(text, font, ruler);
    room -= advance;
    if (room < 0 || (!breaking && advance > box.width + font.size)) return true;
  }
  return false;
}

/**
 * The words, split where they are wider than the box. `isComplete` is false where they are longer than all of its lines and
 * the rest was left out.
 */
export function breakWords(
  pieces: readonly TextPiece[],
  box: TextRoom,
  font: Font,
  ruler: Ruler,
): { readonly words: readonly MeasuredPiece[]; readonly isComplete: boolean } {
  let room = roomOf(box, font, ruler);
  const words: MeasuredPiece[] = [];
  for (const piece of pieces) {
    for (const part of breakWord(piece, box.width, font, ruler)) {
      words.push(part);
      room -= inkWidth(part);
      if (room < 0) return { words, isComplete: false };
    }
  }
  return { words, isComplete: true };
}

/**
 * Splits a word that is wider than `width` into the longest parts that fit, between graphemes. Advances give the end of
 * each part, so that little more is drawn than is shown.
 */
function* breakWord(piece: TextPiece, width: number, font: Font, ruler: Ruler): Generator<MeasuredPiece> {
  const quickly = isQuick(piece.text);
  if (quickly || leastAdvance(piece.text, font, ruler) <= width + font.size) {
    const word = measure(piece, font, ruler);
    if (inkWidth(word) <= width) {
      yield word;
      return;
    }
  }
  const graphemes = splitGraphemes(piece.text);
  const starts = [0];
  for (const grapheme of graphemes) starts.push(starts.at(-1)! + grapheme.length);
  const simple = isSimple(piece.text);
  const slice = (from: number, to: number) => slicePiece(piece, starts[from]!, starts[to]!);
  for (let from = 0, guess = Math.ceil((2 * width) / font.size); from < graphemes.length;) {
    const most = graphemes.length - from;
    const planned = quickly
      ? guess
      : longestPrefix(most, (n) => ruler.advance(slice(from, from + n).text, font) <= width, guess);
    const measured = (n: number) => measure(slice(from, from + n), font, ruler);
    // A grapheme wider than the box is its own part, so that the loop ends; `linesThatFit` then refuses it.
    guess = Math.max(
      1,
      longestPrefix(most, (n) => inkWidth(measured(n)) <= width, planned),
    );
    const to = simple ? from + guess : lastBreak(graphemes, from, from + guess);
    yield measured(to - from);
    from = to;
  }
}

/** The last place after `from`, up to `most`, where a line may end within the word; `most` without one. */
function lastBreak(graphemes: readonly string[], from: number, most: number): number {
  let to = most;
  while (to > from && to < graphemes.length && staysTogether(graphemes[to - 1]!, graphemes[to]!)) to--;
  return to > from ? to : most;
}
