import { breakWords } from './break-words.js';
import { orderPieces, joinPieces, type TextPiece } from './pieces.js';
import { splitGraphemes } from './graphemes.js';
import { lineUp, wrap } from './lines.js';
import type { Font, Ruler } from './ruler.js';
import { longestPrefix } from './search.js';
import { type FittedText, linesThatFit, missingOf, type TextBox } from './text-box.js';

const ellipsis = '…';
/** Marks that look lost before an ellipsis. */
const trailing = /(?<![\s,.;:–\-+&(،؛、，・·])[\s,.;:–\-+&(،؛、，・·]+$/u;
/** A number is shown in full or not at all. */
const cutNumber = /(?<![\p{Nd}.,٫٬])([.,٫٬]*)\p{Nd}[\p{Nd}.,٫٬]*$/u;

/**
 * As much of a text as fits, followed by an ellipsis. It ends between words; only a single word wider than the box is cut
 * between its letters.
 */
export function cutText(
  pieces: readonly TextPiece[],
  rtl: boolean,
  box: TextBox,
  font: Font,
  ruler: Ruler,
): FittedText {
  const blank = ruler.blank(font);
  const set = (rest: readonly TextPiece[]) => {
    const ordered = rest.some(({ order }) => order) ? orderPieces(rest, rtl) : rest;
    // Measured again: a letter before the ellipsis may take another form, with a longer tail, than within its word.
    const { words, isComplete } = breakWords(ordered, box, font, ruler);
    const { ends } = wrap(words, box.width, blank);
    const fit = linesThatFit(words, box, font, ruler);
    return { words, ends, fit, fits: isComplete && ends.length <= fit.lines };
  };
  const words = pieces.length === 0 ? 0 : longestPrefix(pieces.length - 1, (n) => set(shortened(pieces, n)).fits);
  let longest = set(shortened(pieces, words));
  if (words === 0 && pieces.length > 0) {
    const [first] = pieces;
    const letters = splitGraphemes(first!.text);
    const begin = (n: number): TextPiece[] => [
      ended({ ...first!, text: letters.slice(0, n).join('').replace(cutNumber, '$1') }),
    ];
    longest = set(begin(longestPrefix(letters.length - 1, (n) => set(begin(n)).fits)));
  }
  // Where not even one letter fits, nothing is drawn: an ellipsis alone says nothing.
  const bare = longest.words.length === 0 || longest.words[0]!.text === ellipsis;
  const shown = longest.fits && !bare ? longest : { ...longest, words: [], ends: [] };
  return {
    ascent: longest.fit.ascent,
    descent: longest.fit.descent,
    font,
    lines: lineUp(shown.words, shown.ends, blank),
    shrunk: font.size < box.preferred,
    shown: joinPieces(shown.words),
    missing: missingOf(shown.words),
  };
}

/** The first `count` pieces, followed by an ellipsis. */
function shortened(pieces: readonly TextPiece[], count: number): TextPiece[] {
  const rest = pieces.slice(0, count);
  // A piece of marks alone before the ellipsis is dropped.
  while (rest.length > 1 && rest.at(-1)!.text.replace(trailing, '') === '') rest.pop();
  const last = rest.pop();
  return last ? [...rest, ended(last)] : [];
}

function ended(piece: TextPiece): TextPiece {
  return { ...piece, text: piece.text.replace(trailing, '') + ellipsis };
}
