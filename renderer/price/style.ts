import type { Font, Ruler, Word } from '../text/ruler.js';
import { type Form, isSmall } from './forms.js';
import type { PriceParts } from './price.js';

/** The style of a price: it depends on form and size, symbol, and the script of the digits. */
export interface Style {
  readonly form: Form;
  /** The size of the digits in px. */
  readonly size: number;
  readonly large: Font;
  readonly cents: Font;
  /** The separator under raised cents. */
  readonly separator: Font;
  readonly sign: Font;
  /** How far the large digits reach above and below the baseline. */
  readonly digits: { readonly ascent: number; readonly descent: number };
  /** The baseline of raised cents, in px down from the price's: their tops line up with those of the large digits. */
  readonly raise: number;
  /** The px before raised cents and most symbols, and beside a symbol with a blank. */
  readonly tight: number;
  readonly loose: number;
  /** The px between the amount, or the cents, and what is below them. */
  readonly between: number;
}

/** The faces of a price: their digits are equally high. */
export type PriceFace = Extract<Font['face'], 'price' | 'price-wide'>;

/** The maximum height of raised cents as a share of the integer's: higher ones are read as a part of it, "$3.50" as "$350". */
export const maxCentsShare = 0.72;

/** Raised cents are two thirds of the price's size, as in finishline-standards.com/fnl-typography. */
const raisedShare = 2 / 3;
/** Shoppers read the amount: a small symbol leaves it the width. */
const signShare = 1 / 2;
/** Raised cents leave room for a symbol under them. */
const aboveShare = 0.6;
/** The space before raised cents and most symbols, and beside one with a blank, in em of the price: at least 2 px. */
const spaces = { tight: 0.06, loose: 0.11 };

/** The style of a price in a form; undefined where the form can't be this small. */
export function styleOf(parts: PriceParts, form: Form, face: PriceFace, size: number, ruler: Ruler): Style | undefined {
  const sizes = ruler.sizes(face);
  const within = (px: number): Font => ({ face, size: sizes.findLast((known) => known <= px) ?? sizes[0]! });
  const large: Font = { face, size };
  const raised = form.cents === 'raised';
  const cents = raised ? within(size * (form.sign === 'under' ? aboveShare : raisedShare)) : large;
  // All Latin digits are as high as the zero. The Arabic zero is a dot, so all digits are measured.
  const sample = parts.digits.startsWith('0') ? '0' : parts.digits;
  const digits = ruler.measure(sample, large);
  const { ascent, descent } = raised ? ruler.measure(sample, cents) : digits;
  // The lowest digits are those with a flat foot, such as the 1.
  if (raised && ascent + descent > maxCentsShare * ruler.measure('1', large).ascent) return undefined;
  const between = Math.max(1, Math.floor(size / 16));
  const room = digits.ascent - ascent - descent - between;
  const separator = raised ? separatorFont(parts, large, room, ruler) : large;
  const sign = separator && signFont(parts, form, within, ruler, { large, cents, separator, room, between });
  return (
    sign && {
      form,
      size,
      large,
      cents,
      separator,
      sign,
      digits: { ascent: digits.ascent, descent: digits.descent },
      raise: ascent - digits.ascent,
      tight: Math.max(2, Math.round(size * spaces.tight)),
      loose: Math.max(2, Math.round(size * spaces.loose)),
      between,
    }
  );
}

/**
 * The largest font in which the separator fits between the baseline and raised cents.
 * @returns undefined where there is no room for it
 */
function separatorFont({ separator }: PriceParts, large: Font, room: number, ruler: Ruler): Font | undefined {
  const sizes = ruler.sizes(large.face);
  for (let i = sizes.indexOf(large.size); i >= 0; i--) {
    const font: Font = { ...large, size: sizes[i]! };
    const { ascent, descent } = ruler.measure(separator, font);
    if (ascent + descent <= room) return font;
  }
  return undefined;
}

/**
 * The font of a symbol: of the size that its form requires, or the largest in which it is no wider than a digit, or – under
 * the cents – than the room beside the separator.
 * @returns undefined where there is no room under the cents
 */
function signFont(
  { sign, digits, decimals, separator }: PriceParts,
  form: Form,
  within: (px: number) => Font,
  ruler: Ruler,
  style: Pick<Style, 'large' | 'cents' | 'separator' | 'between'> & { readonly room: number },
): Font | undefined {
  const { large, cents, room, between } = style;
  if (form.sign === 'none') return cents;
  const full = form.sign === 'full' || (form.cents === 'plain' && form.sign === 'beside');
  const under = form.sign === 'under';
  const share = full && !isSmall(sign) ? 1 : signShare;
  const widest = under
    ? inkWidth(ruler.measure(decimals, cents)) - inkWidth(ruler.measure(separator, style.separator)) - between
    : ruler.measure(digits[0]!, large).advance;
  let font = within(large.size * share);
  for (;;) {
    const word = ruler.measure(sign, font);
    const fits = under
      ? inkWidth(word) <= widest && word.ascent + word.descent <= room
      : isSmall(sign) || inkWidth(word) <= widest;
    if (fits) return font;
    const next = within(font.size - 1);
    if (next.size >= font.size) return under ? undefined : font;
    font = next;
  }
}

/** The width of a word's ink in px. */
export function inkWidth({ left, right }: Word): number {
  return right - left;
}
