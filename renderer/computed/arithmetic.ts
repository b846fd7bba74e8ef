import { type Content, textIn } from '../content.js';
import { priceFault, priceOf, thousandths } from '../amounts/amount.js';
import { currencyDecimals } from '../amounts/currencies.js';
import { allergensIn } from '../shapes/icons.js';
import { inMetric, namesQuantity, type Quantity, readQuantity, withoutPer } from './quantity.js';

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
  other_unit_price: otherUnitPriceOf,
  allergens: ({ data, locale }) => allergensIn(textIn(data, 'icons') ?? '', locale),
  unit_price_unit: onceFor(unitPriceUnitOf),
} as const satisfies Readonly<Record<string, (content: Content) => string>>;

export const computedPrices: readonly string[] = [
  'savings',
  'unit_price',
  'other_unit_price',
] satisfies (keyof typeof computed)[];
export const computedUnits: readonly string[] = ['unit_price_unit'] satisfies (keyof typeof computed)[];
/** The fields of `data` that they are computed from. */
export const computedFrom: ReadonlySet<string> = new Set([
  'previous_price',
  'lowest_price',
  'unit_price',
  'unit_price_unit',
  'unit_quantity',
]);
/** All fields that they are computed from. */
export const computedInputs: readonly string[] = [
  ...['price', 'unit', 'data.icons'],
  ...[...computedFrom].map((name) => `data.${name}`),
];

/**
 * The price that a reduction is measured from: the lowest of 30 days, if that is given (CJEU C-330/23), else the one before.
 */
function priceBefore({ data }: Content): string {
  return textIn(data, 'lowest_price') ?? textIn(data, 'previous_price') ?? '';
}

/** How many whole percent the price is below {@link priceBefore}: 1 to 99. Rounded down: an offer promises no more than it gives. */
function discountOf(content: Content): string {
  const { price, currency } = content;
  const before = amountIn(currency, priceBefore(content));
  const percent = Math.floor(((before - amountIn(currency, price)) * 100) / before);
  return percent >= 1 && percent <= 99 ? String(percent) : '';
}

/** {@link priceBefore} less the price, if positive. */
function savingsOf(content: Content): string {
  const { price, currency } = content;
  const saved = amountIn(currency, priceBefore(content)) - amountIn(currency, price);
  return saved > 0 ? priceOf(saved, currency) : '';
}

/** The quantity that a unit price is for, where `data` names one. */
function quantityNamed({ data }: Content): string | undefined {
  const name = textIn(data, 'unit_price_unit') ?? textIn(data, 'unit_quantity');
  return name === undefined ? undefined : withoutPer(name);
}

/** A rounded unit price has two figures at least: 0.4 cents are not drawn as one, or as none. */
const leastRounded = 10;

/** `data.unit_price`; without it, the price of one {@link unitPriceUnitOf}. */
function unitPriceOf(content: Content): string {
  const { unit, locale, currency, data } = content;
  if (!Number.isNaN(amountIn(currency, textIn(data, 'unit_price')))) return textIn(data, 'unit_price')!;
  const sold = readQuantity(unit, locale);
  const name = quantityNamed(content);
  const of = name === undefined ? oneOf(sold) : readQuantity(name, locale);
  const expected = expectedAmount(content, sold, of);
  return expected && (expected.isExact || expected.steps >= leastRounded) ? (written(expected, currency) ?? '') : '';
}

/** The unit price, unless it is the price: a label need not say it twice (98/6/EC, Art. 3 (1)). */
function otherUnitPriceOf(content: Content): string {
  const unitPrice = computed.unit_price(content);
  return amountIn(content.currency, unitPrice) === amountIn(content.currency, content.price) ? '' : unitPrice;
}

/**
 * `data.unit_price_unit` or `data.unit_quantity`; without them, the symbol of the base unit of `unit`, such as kg for "500 g", unless a given unit price
 * is that of another unit.
 */
function unitPriceUnitOf(content: Content): string {
  const { unit, locale, currency, data } = content;
  const name = quantityNamed(content);
  if (name !== undefined) return name;
  const given = amountIn(currency, textIn(data, 'unit_price'));
  const sold = readQuantity(unit, locale);
  if (Number.isNaN(given)) return computed.unit_price(content) === '' ? '' : sold!.sign;
  const of = sold && usualOf(sold).find((quantity) => agrees(given, content, sold, quantity));
  return of ? nameOf(of) : '';
}

/** Units that are a thousandth of a base unit. */
const thousandth: Readonly<Record<string, string>> = { kg: 'g', L: 'ml', l: 'ml' };

/** The name of one unit or of less: "kg", "oz", "100 g"; empty for other quantities. */
function nameOf({ count, power, sign }: Quantity): string {
  if (count !== 1n) return '';
  if (power === 0) return sign;
  return sign in thousandth ? `${10 ** (3 + power)} ${thousandth[sign]!}` : '';
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
  const { unit, locale, currency, data } = content;
  const given = amountIn(currency, textIn(data, 'unit_price'));
  const sold = readQuantity(unit, locale);
  if (!sold || Number.isNaN(given)) return undefined;
  const name = quantityNamed(content);
  const quantity = name === undefined ? oneOf(sold) : readQuantity(name, locale);
  const expected = written(expectedAmount(content, sold, quantity), currency);
  if (expected === undefined) return undefined;
  const possible = name === undefined ? usualOf(sold) : [quantity];
  return possible.some((of) => agrees(given, content, sold, of))
    ? undefined
    : { price: expected, of: name ?? sold.sign };
}

/**
 * The quantity of a given unit price if it can't be one of what is sold: a litre of 500 g. Pieces may be any part of it, such as washes.
 */
export function quantityOfAnother(content: Content): string | undefined {
  const { unit, locale, currency, data } = content;
  if (Number.isNaN(amountIn(currency, textIn(data, 'unit_price')))) return undefined;
  const [sold, name] = [readQuantity(unit, locale), quantityNamed(content)];
  const of = name === undefined ? undefined : readQuantity(name, locale);
  if (!sold || !of || isComparable(sold, of) || sold.measure === 'pieces' || of.measure === 'pieces') return undefined;
  return name;
}

/**
 * The quantity from which no unit price can be computed, though it names one; undefined where one is given, or can be.
 * @returns its field and text, and why, for a message
 */
export function unreadQuantity(content: Content) {
  const { unit, locale, data } = content;
  if (computed.unit_price(content) !== '') return undefined;
  const [sold, name] = [readQuantity(unit, locale), quantityNamed(content)];
  if (!sold && (name !== undefined || namesQuantity(unit)))
    return { field: 'unit', text: unit, because: 'which is not read as a quantity' };
  if (!sold) return undefined;
  if (name === undefined) {
    const expected = expectedAmount(content, sold, oneOf(sold));
    const because = `one ${sold.sign} of which costs too little to be written`;
    return expected && expected.steps < leastRounded ? { field: 'unit', text: unit, because } : undefined;
  }
  const field = textIn(data, 'unit_price_unit') === undefined ? 'data.unit_quantity' : 'data.unit_price_unit';
  const of = readQuantity(name, locale);
  if (!of) return { field, text: name, because: 'which is not read as a quantity' };
  if (!isComparable(sold, of)) return { field, text: name, because: `which is no quantity of ${unit}` };
  const expected = expectedAmount(content, sold, of);
  if (!expected) return undefined;
  const isSmall = expected.steps < leastRounded;
  return { field, text: name, because: `whose price is too ${isSmall ? 'small' : 'large'} to be written` };
}

/** The correct price of a quantity that a label names, if a unit price is not that; undefined also where they can't be compared. */
export function priceFor(quantity: string, unitPrice: string, content: Content): string | undefined {
  const { unit, locale, currency } = content;
  const [sold, of] = [readQuantity(unit, locale), readQuantity(quantity, locale)];
  if (agrees(amountIn(currency, unitPrice), content, sold, of)) return undefined;
  return written(expectedAmount(content, sold, of), currency);
}

/** One base unit. */
function oneOf(sold: Quantity | undefined): Quantity | undefined {
  return sold && { ...sold, count: 1n, power: 0 };
}

/** Units by their size in the smallest one of their measure. */
const otherUnits: Readonly<Partial<Record<Quantity['measure'], Readonly<Record<string, number>>>>> = {
  'US mass': { oz: 1, lb: 16 },
  'US volume': { 'fl oz': 1, pt: 16, qt: 32, gal: 128 },
  'imperial volume': { 'fl oz': 1, pt: 20, qt: 40, gal: 160 },
};

/** The usual quantities of unit prices: 1 kg and 100 g, 1 and 100 pieces; a pint, a quart and a gallon. */
function usualOf(sold: Quantity): readonly Quantity[] {
  const one = { ...sold, count: 1n, power: 0 };
  const others = otherUnits[sold.measure];
  if (others) return Object.entries(others).map(([sign, times]) => ({ ...one, sign, times }));
  return [...[1n, 10n, 100n].map((count) => ({ ...one, count })), ...[-1, -2, -3].map((power) => ({ ...one, power }))];
}

/** Whether a unit price is that of a quantity, except for rounding: at most one of the currency's smallest unit off. */
function agrees(given: number, content: Content, sold: Quantity | undefined, of: Quantity | undefined): boolean {
  const expected = expectedAmount(content, sold, of);
  return expected !== undefined && Math.abs(given - expected.amount) <= stepOf(content.currency);
}

function isComparable(one: Quantity, other: Quantity): boolean {
  return inMetric(one).measure === inMetric(other).measure;
}

/** An amount that is computed, in thousandths, and in the smallest units of its currency. */
interface Computed {
  readonly amount: number;
  readonly steps: number;
  readonly isExact: boolean;
}

/** The price of a quantity, rounded half up; undefined where its measure is not that of what is sold. */
function expectedAmount(content: Content, sold: Quantity | undefined, of: Quantity | undefined): Computed | undefined {
  const { currency } = content;
  const price = amountIn(currency, content.price);
  if (Number.isNaN(price) || !sold || !of || !isComparable(sold, of)) return undefined;
  if (sold.measure !== of.measure) return expectedAmount(content, inMetric(sold), inMetric(of));
  const step = stepOf(currency);
  const total = BigInt(price) * of.count * BigInt(of.times) * 10n ** BigInt(-sold.power);
  const parts = sold.count * BigInt(sold.times) * 10n ** BigInt(-of.power) * BigInt(step);
  const steps = Number((total * 2n + parts) / (parts * 2n));
  return { amount: steps * step, steps, isExact: total % parts === 0n };
}

/** The price of an amount; undefined where it is too large for its currency. */
function written(computed: Computed | undefined, currency: string): string | undefined {
  const price = computed && priceOf(computed.amount, currency);
  return price !== undefined && priceFault(price, currency) ? undefined : price;
}

/** The smallest difference between two prices, in thousandths. */
function stepOf(currency: string): number {
  return 10 ** (3 - currencyDecimals(currency));
}

/** "3.50" → 3500; NaN for other texts, and for a price that this currency does not have. */
function amountIn(currency: string, price = ''): number {
  return price === '' || priceFault(price, currency) ? NaN : thousandths(price);
}
