import { type Content, textIn } from '../content.js';
import { currencyDecimals } from '../price/price.js';
import { type Quantity, readQuantity } from './quantity.js';

/** A function of a content that is computed once for several calls in a row: conditions and texts of a label need the same. */
function onceFor<T>(compute: (content: Content) => T): (content: Content) => T {
  let last: { readonly content: Content; readonly result: T } | undefined;
  return (content) => (last?.content === content ? last : (last = { content, result: compute(content) })).result;
}

/** The functions of the fields computed from the price. Prices have the format of an update's; without a result: empty. */
export const computed = {
  discount: discountOf,
  savings: savingsOf,
  unit_price: onceFor(unitPriceOf),
  unit_price_unit: onceFor(unitPriceUnitOf),
} as const satisfies Readonly<Record<string, (content: Content) => string>>;

/** The computed fields that are prices. */
export const computedPrices: readonly string[] = ['savings', 'unit_price'] satisfies (keyof typeof computed)[];
/** The computed fields that are units. */
export const computedUnits: readonly string[] = ['unit_price_unit'] satisfies (keyof typeof computed)[];
/** The fields of `data` that they are computed from. */
export const computedFrom: ReadonlySet<string> = new Set([
  'previous_price',
  'lowest_price',
  'unit_price',
  'unit_price_unit',
]);
/** All fields that they are computed from. */
export const computedInputs: readonly string[] = [
  ...['price', 'unit', 'data.unit_quantity'],
  ...[...computedFrom].map((name) => `data.${name}`),
];

/** The largest possible price, in hundredths. */
const maxCents = 999_999_999;

/**
 * The price that a reduction is measured from: the lowest of 30 days, if that is given (CJEU C-330/23), else the one before.
 */
function priceBefore({ data }: Content): string {
  return textIn(data, 'lowest_price') ?? textIn(data, 'previous_price') ?? '';
}

/** How many whole percent the price is below {@link priceBefore}: 1 to 99. Rounded down: an offer promises no more than it gives. */
function discountOf(content: Content): string {
  const { price } = content;
  const before = cents(priceBefore(content));
  const percent = Math.floor(((before - cents(price)) * 100) / before);
  return percent >= 1 && percent <= 99 ? String(percent) : '';
}

/** {@link priceBefore} less the price, if positive. */
function savingsOf(content: Content): string {
  const { price, currency } = content;
  const saved = centsIn(currency, priceBefore(content)) - centsIn(currency, price);
  return saved > 0 ? priceOf(saved) : '';
}

/** `data.unit_price`; without it, the price of one {@link unitPriceUnitOf}. */
function unitPriceOf(content: Content): string {
  const { price, unit, locale, currency, data } = content;
  if (!Number.isNaN(centsIn(currency, textIn(data, 'unit_price')))) return textIn(data, 'unit_price')!;
  const sold = readQuantity(unit, locale);
  const unitOf = textIn(data, 'unit_price_unit');
  const of = unitOf === undefined ? oneOf(sold) : readQuantity(unitOf, locale);
  const expected = expectedCents(centsIn(currency, price), currency, sold, of);
  // A price that rounds to zero would look like a gift.
  return expected <= maxCents && (expected > 0 || cents(price) === 0) ? priceOf(expected) : '';
}

/**
 * `data.unit_price_unit`; without it, the symbol of the base unit of `unit`, such as kg for "500 g", unless a given unit price
 * is that of another unit.
 */
function unitPriceUnitOf(content: Content): string {
  const { unit, locale, currency, data } = content;
  const unitName = textIn(data, 'unit_price_unit');
  if (unitName !== undefined) return unitName;
  const given = centsIn(currency, textIn(data, 'unit_price'));
  const sold = readQuantity(unit, locale);
  if (Number.isNaN(given)) return computed.unit_price(content) === '' ? '' : sold!.sign;
  return agrees(given, content, sold, oneOf(sold)) ? sold!.sign : '';
}

/** The correct unit price. */
export interface Expected {
  /** In the format of an update's price. */
  readonly price: string;
  /** Its quantity: "kg", "100 g". */
  readonly of: string;
}

/**
 * The correct `data.unit_price`, if the given one differs by more than rounding from price and unit. `data.unit_price_unit` or
 * `data.unit_quantity` names its quantity; without both, it may be for any usual quantity. Undefined where the two can't be
 * compared.
 */
export function expectedUnitPrice(content: Content): Expected | undefined {
  const { price, unit, locale, currency, data } = content;
  const given = centsIn(currency, textIn(data, 'unit_price'));
  const sold = readQuantity(unit, locale);
  if (!sold || Number.isNaN(given)) return undefined;
  const unitName = textIn(data, 'unit_price_unit') ?? textIn(data, 'unit_quantity');
  const quantity = unitName === undefined ? oneOf(sold) : readQuantity(unitName, locale);
  const expected = expectedCents(centsIn(currency, price), currency, sold, quantity);
  if (Number.isNaN(expected) || expected > maxCents) return undefined;
  const possible = unitName === undefined ? usualOf(sold) : [quantity];
  return possible.some((of) => agrees(given, content, sold, of))
    ? undefined
    : { price: priceOf(expected), of: unitName ?? sold.sign };
}

/** One base unit. */
function oneOf(sold: Quantity | undefined): Quantity | undefined {
  return sold && { ...sold, count: 1n, power: 0 };
}

/** The usual quantities of unit prices: 1 kg and 100 g, 1 and 100 pieces; a pint, a quart and a gallon. */
function usualOf(sold: Quantity): readonly Quantity[] {
  const one = { ...sold, count: 1n, power: 0 };
  if (sold.measure.startsWith('US')) return [1, 16, 32, 128].map((times) => ({ ...one, times }));
  return [...[1n, 10n, 100n].map((count) => ({ ...one, count })), ...[-1, -2, -3].map((power) => ({ ...one, power }))];
}

/** Whether a unit price is that of a quantity, except for rounding: at most one of the currency's smallest unit off. */
function agrees(
  given: number,
  { price, currency }: Content,
  sold: Quantity | undefined,
  of: Quantity | undefined,
): boolean {
  return Math.abs(given - expectedCents(centsIn(currency, price), currency, sold, of)) <= stepOf(currency);
}

/** The price of a quantity, rounded half up, in hundredths; NaN where its measure is not that of what is sold. */
function expectedCents(price: number, currency: string, sold: Quantity | undefined, of: Quantity | undefined): number {
  if (Number.isNaN(price) || !sold || sold.measure !== of?.measure) return NaN;
  const step = BigInt(stepOf(currency));
  const total = BigInt(price) * of.count * BigInt(of.times) * 10n ** BigInt(-sold.power);
  const parts = sold.count * BigInt(sold.times) * 10n ** BigInt(-of.power) * step;
  return Number(((total * 2n + parts) / (parts * 2n)) * step);
}

/** The smallest difference between two prices, in hundredths. */
function stepOf(currency: string): number {
  return currencyDecimals(currency) === 0 ? 100 : 1;
}

/** "3.50" → 350; NaN for other texts, and for a price that this currency does not have. */
function centsIn(currency: string, price = ''): number {
  const amount = cents(price);
  return amount % stepOf(currency) === 0 ? amount : NaN;
}

/** "3.50" → 350; NaN for other texts. */
export function cents(price: string): number {
  return /^[0-9]{1,7}\.[0-9]{2}$/.test(price) ? Number(price.replace('.', '')) : NaN;
}

/** 350 → "3.50". */
function priceOf(amount: number): string {
  return (amount / 100).toFixed(2);
}
