import { currencyRules, type LocaleRule, localeRules } from './locales.js';

export const locales: readonly string[] = Object.keys(localeRules);
export const currencies: readonly string[] = Object.keys(currencyRules);

/** The number of minor digits of a currency of {@link currencies}: 0 for the yen, 2 for the euro, 3 for the dinar. */
export function currencyDecimals(currency: string): number {
  return rule(currencyRules, currency, 'currency').decimals;
}

/** What a price is drawn from. `decimals` is empty for a currency without; `separator` is empty when they are raised. */
export interface PriceParts {
  readonly sign: string;
  readonly side: 'before' | 'after';
  readonly gap: boolean;
  readonly integer: string;
  readonly separator: string;
  readonly decimals: string;
  readonly raised: boolean;
}

/**
 * Splits `price` (as an update has it: "1234.50") the way `locale` writes it in `currency`.
 * @throws {RangeError} for a locale or a currency that the table lacks, and for cents in a currency that has none.
 */
export function formatPrice(price: string, locale: string, currency: string): PriceParts {
  const localeRule = rule(localeRules, locale, 'locale');
  const { decimals } = rule(currencyRules, currency, 'currency');
  const [whole = '', cents = ''] = price.split('.');
  if (decimals === 0 && cents !== '00')
    throw new RangeError(`Expected no cents for price in ${currency} but received "${price}"`);
  const shown = decimals === 0 ? '' : cents.padEnd(decimals, '0');
  const sign = signOf(currency, localeRule.home);
  return {
    sign,
    side: localeRule.side,
    gap: localeRule.gap || isWord(sign),
    integer: grouped(whole, localeRule),
    separator: localeRule.raised || !shown ? '' : localeRule.decimal,
    decimals: shown,
    raised: localeRule.raised && shown !== '',
  };
}

/** Whether a sign is letters, such as "kr" or "CHF": it stands apart from the digits and is drawn smaller. */
export function isWord(sign: string): boolean {
  return /\p{L}\.?$/u.test(sign);
}

/** A sign that would be taken for that of the home currency – "$" in Canada, "kr" in Sweden – gives way to the code. */
function signOf(currency: string, home: string): string {
  const { sign } = rule(currencyRules, currency, 'currency');
  const taken = currency !== home && sign === currencyRules[home]?.sign;
  return sign === undefined || taken ? currency : sign;
}

const groups = { thousand: /\B(?=(\d{3})+$)/g, lakh: /\B(?=(\d{2})*\d{3}$)/g };

function grouped(whole: string, { group, groupFrom, grouping }: LocaleRule): string {
  return whole.length < groupFrom ? whole : whole.replace(groups[grouping], group);
}

function rule<T>(rules: Readonly<Record<string, T>>, key: string, field: string): T {
  const found = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (!found)
    throw new RangeError(`Expected one of ${Object.keys(rules).join(', ')} for ${field} but received "${key}"`);
  return found;
}
