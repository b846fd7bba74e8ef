import { currencyRules } from '../amounts/currencies.js';
import { digitsOf, type LocaleRule, localeRules } from './locales.js';

export const locales: readonly string[] = Object.keys(localeRules);
export const currencies: readonly string[] = Object.keys(currencyRules);

/**
 * Whether the labels of a locale of {@link locales} are read from right to left. Amounts never are.
 * @throws {RangeError} for a locale that the table lacks.
 */
export function isRightToLeft(locale: string): boolean {
  return rule(localeRules, locale, 'locale').direction === 'rtl';
}

/** A text with its ASCII digits replaced by those of the locale's script. */
export function inDigitsOf(locale: string, text: string): string {
  return written(text, rule(localeRules, locale, 'locale'));
}

/** The characters that a locale of {@link locales} writes between groups of digits and before decimals. */
export function separatorsOf(locale: string): Pick<LocaleRule, 'group' | 'decimal'> {
  return rule(localeRules, locale, 'locale');
}

/** The parts of a price. `decimals` and `separator` are empty for a currency that has none. */
export interface PriceParts {
  /** A leading U+200F marks a symbol that is right-to-left text. */
  readonly sign: string;
  /** The side of the amount on which the symbol is drawn. */
  readonly side: 'before' | 'after';
  readonly gap: boolean;
  readonly integer: string;
  readonly separator: string;
  readonly decimals: string;
  /**
   * Whether decimals may be raised, above the separator: where the locale raises them, unless the integer is 0, which would be
   * the largest digit.
   */
  readonly raised: boolean;
  /** Whether the amount is in the smaller unit, so that its symbol must stay beside it. */
  readonly isMinor: boolean;
  /** The direction of the text around the price. */
  readonly direction: 'ltr' | 'rtl';
  /** The ten digits of the locale's script, zero first. */
  readonly digits: string;
}

/** What a locale and a currency determine for every price. */
interface PriceRule {
  readonly locale: LocaleRule;
  /** How many decimals the currency has. */
  readonly decimals: number;
  /** The parts that all prices share; `integer` and `decimals` are empty. */
  readonly parts: PriceParts;
  /** Those of prices below one, where shops write them in the smaller unit. */
  readonly minor?: PriceParts;
}

/** By locale and currency, as far as the tables have them. */
const priceRules = new Map<string, PriceRule>();

function ruleOf(locale: string, currency: string): PriceRule {
  const localeRule = rule(localeRules, locale, 'locale');
  const { decimals } = rule(currencyRules, currency, 'currency');
  const { home, homeSide, minorSign } = localeRule;
  const sign = signOf(currency, home, locale.slice(0, locale.indexOf('-')));
  const isHome = currency === home;
  const ownSide = isHome ? homeSide : undefined;
  const parts: PriceParts = {
    sign,
    side: ownSide ?? localeRule.side,
    gap: localeRule.gap || (isWord(sign) && ownSide === undefined),
    integer: '',
    separator: decimals === 0 ? '' : localeRule.decimal,
    decimals: '',
    raised: localeRule.raised && decimals > 0,
    isMinor: false,
    direction: localeRule.direction,
    digits: digitsOf[localeRule.digits],
  };
  return {
    locale: localeRule,
    decimals,
    parts,
    ...(isHome &&
      minorSign && {
        minor: { ...parts, sign: minorSign, side: 'after', separator: '', raised: false, isMinor: true },
      }),
  };
}

/**
 * Splits a price such as "1234.50" into the parts that `locale` writes in `currency`, in the locale's digits.
 * @param options.signed whether the symbol is drawn: without it, "85" in pence would be pounds
 * @throws {RangeError} for a locale or a currency that the tables lack, and for cents in a currency that has none.
 */
export function formatPrice(price: string, locale: string, currency: string, { signed = true } = {}): PriceParts {
  const key = `${locale} ${currency}`;
  let priceRule = priceRules.get(key);
  if (!priceRule) priceRules.set(key, (priceRule = ruleOf(locale, currency)));
  const { locale: localeRule, decimals, parts, minor } = priceRule;
  const [whole = '', cents = ''] = price.split('.');
  if (decimals === 0 ? cents !== '00' : cents.length > Math.max(2, decimals))
    throw new RangeError(
      `Expected ${decimals === 0 ? 'no cents' : `${decimals} decimals`} for price in ${currency} but received "${price}"`,
    );
  if (minor && signed && Number(whole) === 0 && Number(cents) > 0) return { ...minor, integer: String(Number(cents)) };
  return {
    ...parts,
    raised: parts.raised && Number(whole) > 0,
    integer: written(grouped(whole, localeRule), localeRule),
    decimals: written(decimals === 0 ? '' : cents.padEnd(decimals, '0'), localeRule),
  };
}

const noBreakBlank = '\u00a0';
const rightToLeftMark = '\u200f';

/**
 * A price within a line of text, which is never broken: "1.234,50 €". Characters are in logical order. In right-to-left
 * text the amount comes first, then the symbol; U+200F keeps each in its place, as in CLDR.
 */
export function priceText({ sign, side, gap, integer, separator, decimals, direction }: PriceParts): string {
  const amount = integer + separator + decimals;
  const blank = gap ? noBreakBlank : '';
  if (direction === 'ltr') return side === 'before' ? sign + blank + amount : amount + blank + sign;
  const held = sign.startsWith(rightToLeftMark) ? sign.slice(1) + rightToLeftMark : rightToLeftMark + sign;
  return rightToLeftMark + amount + blank + held;
}

/** A price within a line of text: see {@link formatPrice} and {@link priceText}. */
export function writePrice(
  price: string,
  { locale, currency }: Record<'locale' | 'currency', string>,
  options?: Parameters<typeof formatPrice>[3],
): string {
  return priceText(formatPrice(price, locale, currency, options));
}

/** Whether a symbol is letters, such as "kr", "CHF" or "د.إ.": then it is smaller, with a blank before the digits. */
export function isWord(sign: string): boolean {
  return /\p{L}\p{M}*\.?$/u.test(sign);
}

/** The currency's symbol; its code without one, or if readers take it for the home currency's: "$" in Canada. */
function signOf(currency: string, home: string, language: string): string {
  const sign = ownSign(currency, language);
  const taken = currency !== home && sign !== undefined && bare(sign) === bare(ownSign(home, language) ?? '');
  return sign === undefined || taken ? currency : sign;
}

function ownSign(currency: string, language: string): string | undefined {
  const { sign, local } = rule(currencyRules, currency, 'currency');
  return local?.[language] ?? sign;
}

/** To a reader, "kr." and "kr" are the same symbol. */
function bare(sign: string): string {
  return sign.endsWith('.') ? sign.slice(0, -1) : sign;
}

const groups = { thousand: /\B(?=(\d{3})+$)/g, lakh: /\B(?=(\d{2})*\d{3}$)/g };

function grouped(whole: string, { group, groupFrom, grouping }: LocaleRule): string {
  return whole.length < groupFrom ? whole : whole.replace(groups[grouping], group);
}

/** The amount in the digits of the locale. */
function written(amount: string, { digits }: LocaleRule): string {
  return digits === 'latn' ? amount : amount.replace(/[0-9]/g, (digit) => digitsOf[digits][Number(digit)]!);
}

function rule<T>(rules: Readonly<Record<string, T>>, key: string, field: string): T {
  const value = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (!value)
    throw new RangeError(`Expected one of ${Object.keys(rules).join(', ')} for ${field} but received "${key}"`);
  return value;
}
