import { inAscii } from '../amounts/digits.js';
import { separatorsOf } from '../price/price.js';
import { normal, type Unit, units } from './units.js';

/** An amount of something that is sold: `count` × 10^`power` of its base unit, in which unit prices are given. */
export interface Quantity {
  /** More than 0. */
  readonly count: bigint;
  /** At most 0. */
  readonly power: number;
  readonly measure: Unit['measure'];
  /** The size of the base unit in the measure's smallest unit. */
  readonly times: number;
  /** The symbol of the base unit: "kg" for "500 g", "lb" for "2 lb". */
  readonly sign: string;
}

/** A number, or a fraction with or without a whole number before it, and its unit. */
const factorForm = /^((?:[0-9]+ )?[0-9]+[/⁄][0-9]+|[.,٫]?[0-9]+(?:[.,'٫٬ ][0-9]+)*)? ?([^0-9].*)?$/su;
/** A sign of multiplication, or between pieces and their size: "3 pz da 330 ml", "6 Flaschen à 0,5 l". */
const timesForm = / ?[x×*х] ?| (?:à|a|da|de|di|of|je|zu|van|von|av|po|по) (?=[0-9])/u;
/** In UTF-16 units. Longer texts are not parsed. */
const maxTextUnits = 64;

/**
 * Parses a quantity such as "500 g", "12 × 0,7 L", "1½ kg", "a dozen" or "500ml×24本", in the letters and digits of any locale of the
 * product. A unit alone means one of it. Text in brackets may repeat the quantity, not name another. Undefined for any other text.
 * Three digits after one sign are thousands of a small unit and decimals of a base unit: "1.500 g" and "1.500 kg". Where the locale
 * writes them otherwise, the text is not read; a small unit alone is not read either, as no shop sells by the gram.
 */
export function readQuantity(text: string, locale: string): Quantity | undefined {
  return text.length > maxTextUnits ? undefined : quantityIn(text, locale);
}

/** How many quantities of a locale are cached: a shop has few, and a label reads each several times. */
const maxCached = 512;

/** A function of a text in a locale that keeps its last results. */
function keeping<T>(compute: (text: string, locale: string) => T): (text: string, locale: string) => T {
  const byLocale = new Map<string, Map<string, { readonly result: T }>>();
  return (text, locale) => {
    let results = byLocale.get(locale);
    if (!results) byLocale.set(locale, (results = new Map<string, { readonly result: T }>()));
    let entry = results.get(text);
    if (!entry) {
      if (results.size >= maxCached) results.clear();
      results.set(text, (entry = { result: compute(text, locale) }));
    }
    return entry.result;
  };
}

const bracketForm = /^([^()]+?) ?\(([^()]+)\)$/;

const quantityIn = keeping((text, locale): Quantity | undefined => {
  const written = inAscii(normal(text));
  // The sign ℮ as a letter.
  const plain = /[0-9]/.test(written) ? written.replace(/ e$|^e (?=[0-9])/, '') : written;
  const [, outside, inside = ''] = bracketForm.exec(plain) ?? [];
  if (outside === undefined) return productIn(plain, text, locale);
  const [first, second] = [outside, inside].map((part) => productIn(part, text, locale));
  if (first && second) return isEqual(first, second) ? first : undefined;
  // A number that is not read may be that of the pieces.
  return /[0-9]/.test(first ? inside : outside) ? undefined : (first ?? second);
});

/** An ounce in kilograms and a fluid ounce in litres (NIST Handbook 44, appendix C), without their powers of ten. */
const metricParts = {
  'US mass': { measure: 'mass', count: 28349523125n, power: -12 },
  'US volume': { measure: 'volume', count: 295735295625n, power: -13 },
  // A gallon of 4.54609 L has 160 fluid ounces (Weights and Measures Act 1985, schedule 1).
  'imperial volume': { measure: 'volume', count: 284130625n, power: -10 },
} as const;

/** The same quantity in kilograms or litres; others as they are. */
export function inMetric(quantity: Quantity): Quantity {
  const { measure: own } = quantity;
  if (own !== 'US mass' && own !== 'US volume' && own !== 'imperial volume') return quantity;
  const { measure, count, power } = metricParts[own];
  const parts = quantity.count * BigInt(quantity.times) * count;
  return { ...quantity, measure, count: parts, power: quantity.power + power, times: 1 };
}

/** Whether two quantities are the same, or within 1 % if one is rounded from other units: "16 oz (454 g)". */
function isEqual(one: Quantity, other: Quantity): boolean {
  const isRounded = one.measure !== other.measure;
  const [a, b] = isRounded ? ([inMetric(one), inMetric(other)] as const) : [one, other];
  const sizeOf = ({ count, times }: Quantity, { power }: Quantity) => count * BigInt(times) * 10n ** BigInt(-power);
  const [size, difference] = [sizeOf(a, b), sizeOf(a, b) - sizeOf(b, a)];
  return a.measure === b.measure && (difference < 0n ? -difference : difference) * 100n <= (isRounded ? size : 0n);
}

/** The power of the smallest units that are sold one by one: a hectogram of sweets. */
const leastSold = -1;

/** @param written the whole text, for the spelling of its unit */
function productIn(text: string, written: string, locale: string): Quantity | undefined {
  const factors = text.split(timesForm);
  let [count, power] = [1n, 0];
  let mainUnit: NamedUnit | undefined;
  let hasPieces = false;
  for (const factor of factors) {
    const [, digits, rest = ''] = factorForm.exec(factor) ?? [];
    const factorUnit = rest === '' ? undefined : unitOf(rest);
    const number = digits === undefined ? one : numberOf(digits, locale, isSmall(factorUnit?.unit));
    if (!number || (rest !== '' && !factorUnit)) return undefined;
    if (digits === undefined && (!factorUnit || factors.length > 1 || factorUnit.unit.power < leastSold))
      return undefined;
    const measures = factorUnit !== undefined && factorUnit.unit.measure !== 'pieces';
    const measured = mainUnit !== undefined && mainUnit.unit.measure !== 'pieces';
    if (measures && measured) return undefined;
    hasPieces ||= factorUnit?.unit.measure === 'pieces';
    // In "24 pcs × 500 ml", the base unit is that of the millilitres.
    if (measures || !mainUnit) mainUnit = factorUnit;
    count *= number.count * BigInt(factorUnit?.unit.count ?? 1);
    power += number.power;
  }
  if (!mainUnit || count === 0n) return undefined;
  const { measure, times } = inLocale(mainUnit.unit, locale);
  // "60 × 40 cm" is a size, "2 × 3 m" may be one.
  if (measure === 'length' && factors.length > 1 && !hasPieces) return undefined;
  return { count, power: power + mainUnit.unit.power, measure, times, sign: signOf(mainUnit, written) };
}

/** Where a pint has 20 fluid ounces, and a gallon 160. */
const imperialLocales: ReadonlySet<string> = new Set(['en-GB', 'en-IE']);

function inLocale({ measure, times }: Unit, locale: string): Pick<Unit, 'measure' | 'times'> {
  if (measure !== 'US volume' || !imperialLocales.has(locale)) return { measure, times };
  return { measure: 'imperial volume', times: times === 1 ? 1 : (times / 16) * 20 };
}

/** What says that a price is for one of what follows: "per kg", "/100 g". */
const per = /^(?:\/\s{0,9}|(?:al|cada|chaque|je|par|per|por|pr\.?|pro|za|за)\s{1,9})(?=\S)/iu;

/** A quantity without the "per" before it, which layouts write themselves. */
export function withoutPer(text: string): string {
  return text.replace(per, '');
}

/** Whether a text is a unit of measure without a number: "kg", but neither "1 kg" nor "piece". */
export function isBareUnit(text: string): boolean {
  return text.length <= maxTextUnits && isMeasure(text, '');
}

/** Whether a text seems to say how much is sold: it has a number, is a unit of measure, or has one or a dozen beside other words. */
export function namesQuantity(text: string): boolean {
  const words = normal(text.slice(0, maxTextUnits)).split(' ');
  const isAmount = (word: string) => word.length > 1 && (isMeasure(word, '') || (unitOf(word)?.unit.count ?? 1) > 1);
  return /\p{N}/u.test(text) || (words.length > 1 ? words.some(isAmount) : isBareUnit(text.replace(/^.*\//s, '')));
}

const isMeasure = keeping((text) => {
  const unit = unitOf(normal(text))?.unit;
  return unit !== undefined && unit.measure !== 'pieces';
});

interface NamedUnit {
  readonly unit: Unit;
  /** Normalised by {@link normal}, without a trailing full stop. */
  readonly name: string;
}

function unitOf(text: string): NamedUnit | undefined {
  const name = text.replace(/(?<!\.)\.+$/, '');
  const unit = units.get(name);
  return unit && { unit, name };
}

/** The symbol of the base unit: that of litres, or one without a symbol, as in the text, with its full stop. */
function signOf({ unit, name }: NamedUnit, text: string): string {
  if (unit.sign !== undefined && name !== 'l') return unit.sign;
  const at = text.replaceAll('״', '"').replaceAll(/[׳’]/g, "'").toLowerCase().lastIndexOf(name);
  const end = at + name.length;
  return at < 0 ? name : text.slice(at, text[end] === '.' ? end + 1 : end);
}

type Decimal = Pick<Quantity, 'count' | 'power'>;

const one: Decimal = { count: 1n, power: 0 };
const plainForm = /^([0-9]*)(?:[.,٫]([0-9]+))?$/;
/** "3/4" and "1 1/2". In "⅕", the stroke is U+2044. */
const fractionForm = /^(?:([0-9]+) )?(?:(1)\/(2)|([13])\/(4)|([1357])\/(8)|([0-9]+)⁄(2|4|5|8|10))$/;
const groupedForm = /^([1-9][0-9]{0,2}([ ',.٬])[0-9]{3}(?:\2[0-9]{3})*)(?:[.,٫]([0-9]+))?$/;

function numberOf(text: string, locale: string, small: boolean): Decimal | undefined {
  const [, ones = '0', ...fraction] = fractionForm.exec(text) ?? [];
  const [parts, of] = fraction.filter(Boolean);
  if (parts !== undefined) return { count: BigInt(ones) * 1000n + (BigInt(parts) * 1000n) / BigInt(of!), power: -3 };
  const [, whole = '', decimals = ''] = plainForm.exec(text) ?? [];
  const [, groups, group, rest = ''] = groupedForm.exec(text) ?? [];
  if (groups === undefined) return whole + decimals === '' ? undefined : decimal(whole, decimals);
  const usual = separatorsOf(locale).group;
  const isUsual = group === usual;
  // "6 330 ml" may be six cans.
  if (group === ' ' && /\S/.test(usual)) return undefined;
  if (whole !== '' && isUsual !== small) return undefined;
  return whole === '' || small ? decimal(groups.replaceAll(/[^0-9]/g, ''), rest) : decimal(whole, decimals);
}

/** Pieces, and units below the base one. */
function isSmall(unit: Unit | undefined): boolean {
  return unit === undefined || unit.measure === 'pieces' || unit.power < 0;
}

function decimal(whole: string, decimals: string): Decimal {
  return { count: BigInt(whole + decimals), power: -decimals.length };
}
