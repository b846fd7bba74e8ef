import type { Ruler } from '../text/ruler.js';
import { longestPrefix } from '../text/search.js';
import { type Form, formsOf, type PriceAppearance, takeForm } from './forms.js';
import type { PriceParts } from './price.js';
import { setPrice } from './set.js';
import { reachOf } from './strike.js';
import { type PriceFace, type Style, styleOf } from './style.js';

/** The room for a price, in px. */
export interface PriceRoom {
  readonly width: number;
  readonly height: number;
  /** The maximum height of the digits' font, unless even its smallest size is higher. */
  readonly largest: number;
  /** Whether to leave room for a line that overhangs both sides. */
  readonly struck: boolean;
  /** How the layout wants it to be written. */
  readonly appearance?: PriceAppearance;
}

/** A style that fits, and how far any price of its shape reaches above and below the baseline, in px. */
export interface FittedStyle {
  readonly style: Style;
  /** The size of the digits in px. */
  readonly size: number;
  readonly ascent: number;
  readonly descent: number;
  /** The maximum width of a price in this style, in px. */
  readonly widest: number;
}

/** The digits of the scripts in locales.ts. */
const digit = /[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

/** For each digit, the price with that digit in every place: the widest of them bounds every price of this shape. */
export function sameDigits(parts: PriceParts): readonly PriceParts[] {
  return Array.from(parts.digits, (same) => ({
    ...parts,
    integer: parts.integer.replace(digit, same),
    decimals: parts.decimals.replace(digit, same),
  }));
}

/**
 * The form and the size in which all these prices of one shape are largest; in the wide face if they fit in it, too.
 * @returns undefined where not even the smallest size fits
 */
export function largestStyle(prices: readonly PriceParts[], room: PriceRoom, ruler: Ruler): FittedStyle | undefined {
  // No digit is lower than half its size: larger ones are ruled out without being drawn.
  const most = Math.min(room.largest, room.height * 2);
  const sizes = ruler.sizes('price').filter((size, i) => i === 0 || size <= most);
  const first = prices.slice(0, 1);
  const takenOf = (forms: readonly Form[]): FittedStyle | undefined =>
    takeForm(forms, (form, least) => {
      const large = sizes.filter((size) => size >= least);
      const attempt = (size: number, all: boolean) => fit(all ? prices : first, form, 'price', size, room, ruler);
      return largest(large, least === 0 ? guess(prices[0]!, form, large, room, ruler) : 1, attempt);
    }) ?? takeForm(forms, (form, least) => (least === 0 ? smallest(prices, form, sizes[0]!, room, ruler) : undefined));
  let taken: FittedStyle | undefined;
  for (const forms of formsOf(prices[0]!, room.struck, room.appearance)) taken ??= takenOf(forms);
  if (!taken) return undefined;
  const wide = mayBeWide(prices[0]!, taken, ruler)
    ? fit(prices, taken.style.form, 'price-wide', taken.size, room, ruler)
    : undefined;
  return typeof wide === 'object' ? wide : taken;
}

/** In px: large enough to be in proportion, small enough to be drawn quickly. */
const reference = 40;
/** How far a price may deviate from its proportions at {@link reference}, as its parts are on whole pixels. */
const rounding = 1.05;

/** A price at {@link reference}: drawing digits of hundreds of px takes milliseconds. Undefined where a form has no such size. */
function atReference(parts: PriceParts, form: Form, face: PriceFace, sizes: readonly number[], ruler: Ruler) {
  const size = sizes.find((each) => each >= reference);
  const style = size === undefined ? undefined : styleOf(parts, form, face, size, ruler);
  return style && { style, ...setPrice(parts, style, ruler) };
}

/** Whether a price may fit in the wide face, too, judged by its proportions. */
function mayBeWide(parts: PriceParts, { style, size, widest }: FittedStyle, ruler: Ruler): boolean {
  if (size <= reference) return true;
  const sizes = ruler.sizes('price');
  const narrow = atReference(parts, style.form, 'price', sizes, ruler);
  const wide = atReference(parts, style.form, 'price-wide', sizes, ruler);
  if (!narrow || !wide) return true;
  return (setPrice(parts, style, ruler).width * wide.width) / narrow.width <= widest * rounding;
}

/** About how many of some sizes fit. */
function guess(
  parts: PriceParts,
  form: Form,
  sizes: readonly number[],
  room: PriceRoom,
  ruler: Ruler,
): number | undefined {
  const sample = atReference(parts, form, 'price', sizes, ruler);
  if (!sample) return undefined;
  const { style, width, ascent, descent } = sample;
  const reach = room.struck ? 2 * reachOf(style.size) : 0;
  const most = style.size * Math.min(room.width / (width + reach), room.height / (ascent + descent));
  return Math.max(1, sizes.filter((size) => size <= most).length);
}

/** The result of a form at a size: it may not fit, or have parts smaller than the smallest font. */
type Attempt = FittedStyle | 'too large' | 'too small';

/**
 * The largest of some sizes that fits.
 * @param guess the likely number of sizes that fit
 * @param attempt tries a size, for all prices or for one: drawing all ten digits at rejected sizes would double the work
 * of a first label
 */
function largest(
  sizes: readonly number[],
  guess: number | undefined,
  attempt: (size: number, all: boolean) => Attempt,
): FittedStyle | undefined {
  const near = longestPrefix(sizes.length, (n) => attempt(sizes[n - 1]!, false) !== 'too large', guess);
  // Because of rounding to whole pixels, a size can fit when the next smaller one does not.
  for (const size of sizes.slice(0, near + 2).reverse()) {
    const one = attempt(size, false);
    if (one === 'too small') return undefined;
    const all = one === 'too large' ? one : attempt(size, true);
    if (typeof all === 'object') return all;
  }
  return undefined;
}

/** The smallest style. A line through it overhangs only as far as there is room. */
function smallest(
  prices: readonly PriceParts[],
  form: Form,
  size: number,
  room: PriceRoom,
  ruler: Ruler,
): FittedStyle | undefined {
  const chosen = fit(prices, form, 'price', size, { ...room, struck: false }, ruler);
  return typeof chosen === 'object' ? chosen : undefined;
}

function fit(
  prices: readonly PriceParts[],
  form: Form,
  face: PriceFace,
  size: number,
  room: PriceRoom,
  ruler: Ruler,
): Attempt {
  const style = styleOf(prices[0]!, form, face, size, ruler);
  if (!style) return 'too small';
  const widest = room.width - (room.struck ? 2 * reachOf(size) : 0);
  let [ascent, descent] = [0, 0];
  for (const parts of prices) {
    const set = setPrice(parts, style, ruler);
    ascent = Math.max(ascent, set.ascent);
    descent = Math.max(descent, set.descent);
    if (set.width > widest || ascent + descent > room.height) return 'too large';
  }
  return { style, size, ascent, descent, widest };
}
