import { inAscii, separatorsOf } from '../price/price.js';
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

/** A number and its unit. */
const factorForm = /^([0-9]+(?:[.,'٫٬ ][0-9]+)*)? ?([^0-9].*)?$/su;
/** In UTF-16 units. Longer texts are not parsed. */
const maxTextUnits = 64;

/**
 * Parses a quantity such as "500 g", "12 × 0,7 L" or "500ml×24本", in the letters and digits of any locale of the product. A
 * unit alone means one of it. Undefined for any other text.
 * @param locale decides whether "1,500" is a thousand and a half or one and a half
 */
export function readQuantity(text: string, locale: string): Quantity | undefined {
  return text.length > maxTextUnits ? undefined : quantityIn(text, locale);
}

/** How many quantities are kept: a shop has few, and a label reads each several times. */
const maxKept = 512;

/** A function of a text in a locale that keeps its last results. */
function keeping<T>(compute: (text: string, locale: string) => T): (text: string, locale: string) => T {
  const kept = new Map<string, { readonly result: T }>();
  return (text, locale) => {
    const key = `${locale} ${text}`;
    let found = kept.get(key);
    if (!found) {
      if (kept.size >= maxKept) kept.clear();
      kept.set(key, (found = { result: compute(text, locale) }));
    }
    return found.result;
  };
}

const quantityIn = keeping((text, locale): Quantity | undefined => {
  const factors = inAscii(normal(text)).split(/ ?[x×*х] ?/u);
  let [count, power] = [1n, 0];
  let mainUnit: NamedUnit | undefined;
  for (const factor of factors) {
    const [, digits, rest = ''] = factorForm.exec(factor) ?? [];
    const factorUnit = rest === '' ? undefined : unitOf(rest);
    const number = digits === undefined ? one : numberOf(digits, locale);
    if (!number || (rest !== '' && !factorUnit) || (digits === undefined && (!factorUnit || factors.length > 1)))
      return undefined;
    const measures = factorUnit !== undefined && factorUnit.unit.measure !== 'pieces';
    const measured = mainUnit !== undefined && mainUnit.unit.measure !== 'pieces';
    if (measures && measured) return undefined;
    // In "24 pcs × 500 ml", the base unit is that of the millilitres.
    if (measures || !mainUnit) mainUnit = factorUnit;
    count *= number.count;
    power += number.power;
  }
  if (!mainUnit || count === 0n) return undefined;
  const { measure, times } = mainUnit.unit;
  return { count, power: power + mainUnit.unit.power, measure, times, sign: signOf(mainUnit, text) };
});

/** Whether a text is a unit of measure without a number: "kg", but neither "1 kg" nor "piece". */
export function isBareUnit(text: string): boolean {
  return text.length <= maxTextUnits && isMeasure(text, '');
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

/** The symbol of the base unit: if it has none, as in the text, with its full stop. */
function signOf({ unit, name }: NamedUnit, text: string): string {
  if (unit.sign !== undefined) return unit.sign;
  const at = text.replaceAll('״', '"').replaceAll(/[׳’]/g, "'").toLowerCase().lastIndexOf(name);
  const end = at + name.length;
  return at < 0 ? name : text.slice(at, text[end] === '.' ? end + 1 : end);
}

/** `count` × 10^`power`. */
type Decimal = Pick<Quantity, 'count' | 'power'>;

const one: Decimal = { count: 1n, power: 0 };
const plainForm = /^([0-9]+)(?:[.,٫]([0-9]+))?$/;
const groupedForm = /^([1-9][0-9]{0,2}([ ',.٬])[0-9]{3}(?:\2[0-9]{3})*)(?:[.,٫]([0-9]+))?$/;

function numberOf(text: string, locale: string): Decimal | undefined {
  const [, whole = '', decimals = ''] = plainForm.exec(text) ?? [];
  const [, groups, group, rest = ''] = groupedForm.exec(text) ?? [];
  const isGrouped = groups !== undefined && (whole === '' || group === separatorsOf(locale).group);
  if (isGrouped) return decimal(groups.replaceAll(/[^0-9]/g, ''), rest);
  return whole === '' ? undefined : decimal(whole, decimals);
}

function decimal(whole: string, decimals: string): Decimal {
  return { count: BigInt(whole + decimals), power: -decimals.length };
}
