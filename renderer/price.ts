/** How a locale writes an amount. Our own table, so that no pixel depends on the ICU data of a Node build. */
interface LocaleRule {
  readonly side: 'before' | 'after';
  /** Whether a blank stands between sign and digits. */
  readonly gap: boolean;
  /** Between groups of three digits; U+202F is the thin blank. */
  readonly group: string;
  readonly decimal: string;
  /** Raised decimals are smaller, top-aligned and without separator; plain ones stand on the line (GB, JP). */
  readonly raised: boolean;
}

/** Sources: rendering.md's price table (CLDR 48), brand manuals for raised decimals in facts/esl-field.md, C3. */
const localeRules: Readonly<Record<string, LocaleRule>> = {
  'en-US': { side: 'before', gap: false, group: ',', decimal: '.', raised: true },
  'en-GB': { side: 'before', gap: false, group: ',', decimal: '.', raised: false },
  'en-IE': { side: 'before', gap: false, group: ',', decimal: '.', raised: true },
  'de-DE': { side: 'after', gap: true, group: '.', decimal: ',', raised: true },
  'fr-FR': { side: 'after', gap: true, group: '\u202f', decimal: ',', raised: true },
  'sv-SE': { side: 'after', gap: true, group: '\u202f', decimal: ',', raised: true },
  'ja-JP': { side: 'before', gap: false, group: ',', decimal: '.', raised: false },
};

/** ISO 4217 code → sign and minor digits. */
const currencyRules: Readonly<Record<string, { readonly sign: string; readonly decimals: 0 | 2 }>> = {
  USD: { sign: '$', decimals: 2 },
  EUR: { sign: '€', decimals: 2 },
  GBP: { sign: '£', decimals: 2 },
  SEK: { sign: 'kr', decimals: 2 },
  JPY: { sign: '¥', decimals: 0 },
};

export const locales: readonly string[] = Object.keys(localeRules);
export const currencies: readonly string[] = Object.keys(currencyRules);

/** The number of minor digits of a currency of {@link currencies}: 0 for the yen, 2 for the euro. */
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
  const { side, gap, group, decimal, raised } = rule(localeRules, locale, 'locale');
  const { sign, decimals } = rule(currencyRules, currency, 'currency');
  const [whole = '', cents = ''] = price.split('.');
  if (decimals === 0 && cents !== '00')
    throw new RangeError(`Expected no cents for price in ${currency} but received "${price}"`);
  const shown = decimals === 0 ? '' : cents;
  return {
    sign,
    side,
    gap: gap || /\p{L}$/u.test(sign),
    integer: whole.replace(/\B(?=(\d{3})+$)/g, group),
    separator: raised || !shown ? '' : decimal,
    decimals: shown,
    raised: raised && shown !== '',
  };
}

function rule<T>(rules: Readonly<Record<string, T>>, key: string, field: string): T {
  const found = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (!found)
    throw new RangeError(`Expected one of ${Object.keys(rules).join(', ')} for ${field} but received "${key}"`);
  return found;
}
