import type { HanRegion } from '../../fonts/index.js';
import { beginsRightToLeft, hasRightToLeft } from './bidi.js';
import { isSimple } from './graphemes.js';
import type { MeasuredPiece } from './lines.js';
import { orderPieces, splitPieces, type TextPiece } from './pieces.js';
import { joinQuantities } from './quantities.js';
import type { Font } from './ruler.js';

/**
 * In UTF-16 units. Longer texts are tried at every second size only, and in rough fonts outside Latin and the like:
 * preserving the strokes of each word takes a millisecond a word and size. Names are seldom half as long.
 */
export const maxFineUnits = 64;
/**
 * In UTF-16 units; names are shorter. Longer texts are tried at one size in four. If each of their words is drawn afresh, as
 * for one with a word longer than {@link maxFineUnits}, only the preferred size and the floor are tried.
 */
export const maxRealUnits = 100;

/** A text in its pieces and, by font, the words that they are: a label tries a text in many boxes. */
export interface SplitText {
  readonly text: string;
  /** As in the box; see `TextBox`. */
  readonly boxRtl: boolean | undefined;
  readonly region: HanRegion | undefined;
  readonly pieces: readonly TextPiece[];
  /** Whether it runs from right to left. */
  readonly rtl: boolean;
  /** Whether it runs from left to right in scripts with a condensed face and hyphens. */
  readonly simple: boolean;
  /** Whether no real label has such words: few sizes are tried. */
  readonly unlikely: boolean;
  /** By face and size, those that were measured, from the first on. All fonts of a face are those of one leaf. */
  readonly words: { readonly face: Font['face']; readonly size: number; readonly measured: MeasuredPiece[] }[];
}

/** @param region of the fonts */
export function splitText(text: string, boxRtl: boolean | undefined, region: HanRegion | undefined): SplitText {
  const simple = isSimple(text);
  const ordered = !simple && hasRightToLeft(text);
  const rtl = ordered && (boxRtl === true || beginsRightToLeft(text));
  const split = joinQuantities(splitPieces(text));
  const unlikely =
    text.length > maxFineUnits &&
    (simple || text.length <= maxRealUnits ? split.some((piece) => piece.text.length > maxFineUnits) : true);
  return {
    text,
    boxRtl,
    region,
    pieces: ordered ? orderPieces(split, rtl) : split,
    rtl,
    simple,
    unlikely,
    words: [],
  };
}

/** The words of a text in a font that were measured before: a list to add to. */
export function wordsIn({ words }: SplitText, { face, size }: Font): MeasuredPiece[] {
  for (const known of words) if (known.size === size && known.face === face) return known.measured;
  const measured: MeasuredPiece[] = [];
  words.push({ face, size, measured });
  return measured;
}
