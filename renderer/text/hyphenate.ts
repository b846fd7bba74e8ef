import type { Hyphens } from './hyphens.js';
import { lineUp, measure, type MeasuredPiece } from './lines.js';
import type { TextPiece } from './pieces.js';
import type { Font, Ruler } from './ruler.js';
import { longestPrefix } from './search.js';
import { type FittedText, linesThatFit, placed, type TextBox } from './text-box.js';

/** In letters. Names have no longer words: their syllables are not searched for. */
const maxWordLetters = 48;

/**
 * Sets text with words hyphenated at line ends; undefined when it takes more lines than the box has. For left-to-right text
 * in scripts that are written with hyphens.
 */
export function setHyphenated(
  pieces: readonly TextPiece[],
  box: TextBox,
  font: Font,
  ruler: Ruler,
  hyphens: Hyphens,
): FittedText | undefined {
  if (pieces.some(({ text }) => text.length > maxWordLetters)) return undefined;
  const blank = ruler.blank(font);
  const words: MeasuredPiece[] = [];
  const ends: number[] = [];
  let from = 0;
  const fitting = (piece: TextPiece): MeasuredPiece | undefined => {
    const word = measure(piece, font, ruler);
    const line = [...words.slice(from), word];
    return lineUp(line, [line.length], blank)[0]!.width <= box.width ? word : undefined;
  };
  const endLine = () => {
    ends.push(words.length);
    from = words.length;
  };
  for (const piece of pieces) {
    for (let rest: TextPiece | undefined = piece; rest;) {
      const unbroken = fitting(rest);
      const broken: Broken | undefined = unbroken
        ? { word: unbroken, rest: undefined }
        : breakOnce(rest, hyphens, fitting);
      if (broken) words.push(broken.word);
      else if (words.length === from) return undefined;
      if (!unbroken) endLine();
      if (ends.length >= box.lines) return undefined;
      if (broken) rest = broken.rest;
    }
  }
  endLine();
  const allowed = linesThatFit(words, box, font, ruler);
  return ends.length <= allowed.lines ? placed(words, { ends }, allowed, box, font, blank) : undefined;
}

/** The part of a word that ends a line with a hyphen, and the rest of the word. */
interface Broken {
  readonly word: MeasuredPiece;
  readonly rest: TextPiece | undefined;
}

/** Breaks a word at the last place at which its first part still fits. */
function breakOnce(
  { text, blank }: TextPiece,
  hyphens: Hyphens,
  fitting: (piece: TextPiece) => MeasuredPiece | undefined,
): Broken | undefined {
  const parts = hyphens(text);
  const beginning = (count: number) => parts.slice(0, count).join('');
  const hyphened = (count: number) => fitting({ text: beginning(count) + '-', blank });
  const count = longestPrefix(parts.length - 1, (n) => hyphened(n) !== undefined);
  const word = count > 0 ? hyphened(count) : undefined;
  return word && { word, rest: { text: text.slice(beginning(count).length), blank: false } };
}
