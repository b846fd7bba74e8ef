import { pricePer, type TextPiece } from './pieces.js';

/**
 * Whether two words belong to one number or quantity, which is never broken: "12 × 0,7 L", "1 000", "3,8 %". A unit is any
 * word of up to three letters after a number, as no list has the units of all languages; in Hebrew with its mark (ק״ג).
 */
function isQuantity(before: string, after: string): boolean {
  if (!/[\p{Nd}×x*]$/u.test(before)) return false;
  if (/\p{Nd}$/u.test(before))
    return (
      /^(?:[×x*](?:$|\p{Nd})|[%‰°٪℮\p{Sc}]|(?:(?:\p{L}\p{M}*){1,3}|\p{L}{1,2}["״]\p{L})(?![\p{L}\p{M}\p{N}]))/u.test(
        after,
      ) ||
      (/(?:^|\P{Nd})\p{Nd}{1,3}$/u.test(before) && /^\p{Nd}{3}(?!\p{Nd})/u.test(after))
    );
  return /\p{Nd} ?[×x*]$/u.test(before) && /^\p{Nd}/u.test(after);
}

/** Every quantity has a digit, and every price with its unit a slash. */
const mayBelong = /[\p{Nd}/]/u;

/** A unit of several words after a number or a slash: "16 U.S. fl oz", "10 oz t", "500 g ℮", "12 % vol"; and "No. 5". */
const longUnit =
  /(?:[\p{Nd}/] ?(?:(?:fl|sq|cu|U\.?S|imp)\.? )+(?:fl|sq|cu|oz|ft|in|yd|mi|pt|qt|gal)|oz (?:t|liq|fl)|\p{Nd} ?(?:k?g|[cm]?l) [e℮]|% (?:vol|alc)|(?:^| )n(?:[or]\.|[°º]) \p{Nd}+)(?!\p{L})[^ ]*$/iu;

/** Whether two pieces are one quantity, or a price and its unit. */
function belong(before: TextPiece, { text, blank }: TextPiece): boolean {
  if (blank) return isQuantity(before.text, text) || longUnit.test(`${before.text} ${text}`);
  return before.text.endsWith('/') && pricePer.test(before.text);
}

/** Joins the pieces of each quantity, and of each price with its unit. */
export function joinQuantities(pieces: readonly TextPiece[]): readonly TextPiece[] {
  if (!pieces.some(({ text }) => mayBelong.test(text))) return pieces;
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && belong(last, piece))
      joined[joined.length - 1] = { text: last.text + (piece.blank ? ' ' : '') + piece.text, blank: last.blank };
    else joined.push(piece);
  }
  return joined.length < pieces.length ? joined : pieces;
}
