import { currencyRules } from './currencies.js';
import { digitsOf, type LocaleRule, localeRules } from './locales.js';

export const locales: readonly string[] = Object.keys(localeRules);
export const currencies: readonly string[] = Object.keys(currencyRules);

/** The number of minor digits of a currency of {@link currencies}: 0 for the yen, 2 for the euro, 3 for the dinar. */
export function currencyDecimals(currency: string): number {
  return rule(currencyRules, currency, 'currency').decimals;
}

/**
 * Whether the labels of a locale of {@link locales} are read from right to left. Amounts never are.
 * @throws {RangeError} for a locale that the table lacks.
 */
export function isRightToLeft(locale: string): boolean {
  return rule(localeRules, locale, 'locale').direction === 'rtl';
}

/** What a price is drawn from. `decimals` is empty for a currency without; `separator` is empty when they are raised. */
export interface PriceParts {
  /** U+200F in front marks a sign that is right-to-left text. */
  readonly sign: string;
  /** The side of the amount on which the sign is seen. */
  readonly side: 'before' | 'after';
  readonly gap: boolean;
  readonly integer: string;
  readonly separator: string;
  readonly decimals: string;
  readonly raised: boolean;
  /** The separator in a line of text, where nothing is raised; empty for a currency without decimals. */
  readonly lineSeparator: string;
  /** The direction of the text that the price stands in. */
  readonly direction: 'ltr' | 'rtl';
  /** The ten digits of the locale's script, zero first. */
  readonly digits: string;
}

/** What a locale and a currency say of every price. */
interface PriceRule {
  readonly locale: LocaleRule;
  /** Minor digits of the currency. */
  readonly decimals: number;
  /** The parts that are the same, of a price with decimals. */
  readonly parts: PriceParts;
}

function priceRule(locale: string, currency: string): PriceRule {
  const localeRule = rule(localeRules, locale, 'locale');
  const { decimals } = rule(currencyRules, currency, 'currency');
  const sign = signOf(currency, localeRule.home, locale.slice(0, locale.indexOf('-')));
  const lineSeparator = decimals === 0 ? '' : localeRule.decimal;
  return {
    locale: localeRule,
    decimals,
    parts: {
      sign,
      side: localeRule.side,
      gap: localeRule.gap || isWord(sign),
      integer: '',
      separator: localeRule.raised ? '' : lineSeparator,
      decimals: '',
      raised: localeRule.raised && decimals > 0,
      lineSeparator,
      direction: localeRule.direction,
      digits: digitsOf[localeRule.digits],
    },
  };
}

/**
 * Splits `price` (as an update has it: "1234.50") the way `locale` writes it in `currency`, in the locale's digits.
 * @throws {RangeError} for a locale or a currency that the table lacks, and for cents in a currency that has none.
 */
export type FormatPrice = (price: string, locale: string, currency: string) => PriceParts;

export const formatPrice: FormatPrice = (price, locale, currency) =>
  partsOf(price, currency, priceRule(locale, currency));

/** {@link formatPrice}, but what a locale and a currency say of every price is worked out once and not for each label. */
export function createPriceFormat(): FormatPrice {
  const rules = new Map<string, Map<string, PriceRule>>();
  return (price, locale, currency) => {
    let ofLocale = rules.get(locale);
    if (!ofLocale) rules.set(locale, (ofLocale = new Map<string, PriceRule>()));
    let known = ofLocale.get(currency);
    if (!known) ofLocale.set(currency, (known = priceRule(locale, currency)));
    return partsOf(price, currency, known);
  };
}

function partsOf(price: string, currency: string, { locale: localeRule, decimals, parts }: PriceRule): PriceParts {
  const [whole = '', cents = ''] = price.split('.');
  if (decimals === 0 && cents !== '00')
    throw new RangeError(`Expected no cents for price in ${currency} but received "${price}"`);
  return {
    ...parts,
    integer: written(grouped(whole, localeRule), localeRule),
    decimals: written(decimals === 0 ? '' : cents.padEnd(decimals, '0'), localeRule),
  };
}

const noBreakBlank = '\u00a0';
const rightToLeftMark = '\u200f';

/**
 * A price as a piece of a line of text that is never broken: "1.234,50 €". Characters are in logical order. In
 * right-to-left text the amount comes first, then the sign, each held in its place by U+200F as CLDR does it.
 */
export function priceText({ sign, side, gap, integer, lineSeparator, decimals, direction }: PriceParts): string {
  const amount = integer + lineSeparator + decimals;
  const blank = gap ? noBreakBlank : '';
  if (direction === 'ltr') return side === 'before' ? sign + blank + amount : amount + blank + sign;
  const held = sign.startsWith(rightToLeftMark) ? sign.slice(1) + rightToLeftMark : rightToLeftMark + sign;
  return rightToLeftMark + amount + blank + held;
}

/** Whether a sign is letters, such as "kr", "CHF" or "د.إ.": it stands apart from the digits and is drawn smaller. */
export function isWord(sign: string): boolean {
  return /\p{L}\p{M}*\.?$/u.test(sign);
}

/** A sign that would be taken for that of the home currency – "$" in Canada, "kr" in Sweden – gives way to the code. */
function signOf(currency: string, home: string, language: string): string {
  const sign = ownSign(currency, language);
  const taken = currency !== home && sign !== undefined && bare(sign) === bare(ownSign(home, language) ?? '');
  return sign === undefined || taken ? currency : sign;
}

function ownSign(currency: string, language: string): string | undefined {
  const { sign, local } = rule(currencyRules, currency, 'currency');
  return local?.[language] ?? sign;
}

/** "kr." and "kr" are one sign to a reader. */
function bare(sign: string): string {
  return sign.endsWith('.') ? sign.slice(0, -1) : sign;
}

const groups = { thousand: /\B(?=(\d{3})+$)/g, lakh: /\B(?=(\d{2})*\d{3}$)/g };

function grouped(whole: string, { group, groupFrom, grouping }: LocaleRule): string {
  return whole.length < groupFrom ? whole : whole.replace(groups[grouping], group);
}

/** ASCII digits become those of the locale. */
function written(amount: string, { digits }: LocaleRule): string {
  return digits === 'latn' ? amount : amount.replace(/[0-9]/g, (digit) => digitsOf[digits][Number(digit)]!);
}

function rule<T>(rules: Readonly<Record<string, T>>, key: string, field: string): T {
  const found = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (!found)
    throw new RangeError(`Expected one of ${Object.keys(rules).join(', ')} for ${field} but received "${key}"`);
  return found;
}
