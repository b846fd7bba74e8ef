/** How a locale writes an amount. Our own table, so that no pixel depends on the ICU data of a Node build. */
export interface LocaleRule {
  readonly side: 'before' | 'after';
  /** Whether a blank stands between sign and digits. */
  readonly gap: boolean;
  /** Between groups of digits; U+202F is the thin blank. */
  readonly group: string;
  /** Amounts with fewer digits before the separator are not grouped. */
  readonly groupFrom: 4 | 5;
  /** `lakh`: three digits, then pairs (12,34,567). */
  readonly grouping: 'thousand' | 'lakh';
  readonly decimal: string;
  /** Raised decimals are smaller, top-aligned and without separator; plain ones stand on the line. */
  readonly raised: boolean;
  /** The currency of the place: its sign is nobody else's there. */
  readonly home: string;
}

const [before, after] = ['before', 'after'] as const;
const thin = '\u202f';

function rule(
  home: string,
  side: LocaleRule['side'],
  gap: boolean,
  group: string,
  decimal: string,
  raised: boolean,
): LocaleRule {
  return { side, gap, group, groupFrom: 4, grouping: 'thousand', decimal, raised, home };
}

/**
 * Sources: CLDR 48 as rendering.md and facts/esl-field.md (C3) give it; whether decimals are raised: the brand manuals
 * there (raised in the US and most of Europe, plain in Britain, Switzerland and China).
 */
export const localeRules: Readonly<Record<string, LocaleRule>> = {
  'en-US': rule('USD', before, false, ',', '.', true),
  'en-GB': rule('GBP', before, false, ',', '.', false),
  'en-IE': rule('EUR', before, false, ',', '.', true),
  'en-CA': rule('CAD', before, false, ',', '.', true),
  'en-AU': rule('AUD', before, false, ',', '.', true),
  'en-NZ': rule('NZD', before, false, ',', '.', true),
  'en-IN': { ...rule('INR', before, false, ',', '.', false), grouping: 'lakh' },
  'de-DE': rule('EUR', after, true, '.', ',', true),
  'de-AT': rule('EUR', before, true, '.', ',', true),
  'de-CH': rule('CHF', before, true, '’', '.', false),
  'fr-FR': rule('EUR', after, true, thin, ',', true),
  'fr-BE': rule('EUR', after, true, thin, ',', true),
  'fr-CA': rule('CAD', after, true, thin, ',', true),
  'fr-CH': rule('CHF', after, true, thin, '.', false),
  'it-IT': { ...rule('EUR', after, true, '.', ',', true), groupFrom: 5 },
  'it-CH': rule('CHF', before, true, '’', '.', false),
  'es-ES': { ...rule('EUR', after, true, '.', ',', true), groupFrom: 5 },
  'es-MX': rule('MXN', before, false, ',', '.', true),
  'pt-PT': { ...rule('EUR', after, true, thin, ',', true), groupFrom: 5 },
  'pt-BR': rule('BRL', before, true, '.', ',', true),
  'nl-NL': rule('EUR', before, true, '.', ',', true),
  'nl-BE': rule('EUR', before, true, '.', ',', true),
  'da-DK': rule('DKK', after, true, '.', ',', true),
  'nb-NO': rule('NOK', after, true, thin, ',', true),
  'sv-SE': rule('SEK', after, true, thin, ',', true),
  'fi-FI': rule('EUR', after, true, thin, ',', true),
  'et-EE': { ...rule('EUR', after, true, thin, ',', true), groupFrom: 5 },
  'lv-LV': { ...rule('EUR', after, true, thin, ',', true), groupFrom: 5 },
  'lt-LT': rule('EUR', after, true, thin, ',', true),
  'pl-PL': { ...rule('PLN', after, true, thin, ',', true), groupFrom: 5 },
  'cs-CZ': rule('CZK', after, true, thin, ',', true),
  'sk-SK': rule('EUR', after, true, thin, ',', true),
  'hu-HU': { ...rule('HUF', after, true, thin, ',', true), groupFrom: 5 },
  'ro-RO': rule('RON', after, true, '.', ',', true),
  'bg-BG': rule('EUR', after, true, thin, ',', true),
  'hr-HR': rule('EUR', after, true, '.', ',', true),
  'sl-SI': rule('EUR', after, true, '.', ',', true),
  'el-GR': rule('EUR', after, true, '.', ',', true),
  'tr-TR': rule('TRY', before, false, '.', ',', true),
  'uk-UA': rule('UAH', after, true, thin, ',', true),
  'ja-JP': rule('JPY', before, false, ',', '.', false),
  'ko-KR': rule('KRW', before, false, ',', '.', false),
  'zh-CN': rule('CNY', before, false, ',', '.', false),
  'zh-TW': rule('TWD', before, false, ',', '.', false),
  'hi-IN': { ...rule('INR', before, false, ',', '.', false), grouping: 'lakh' },
  'th-TH': rule('THB', before, false, ',', '.', false),
  'vi-VN': rule('VND', after, true, '.', ',', false),
};

/**
 * ISO 4217 code → the decimals that prices have, and the sign; without one, the code is written. HUF and TWD have cents
 * on paper only: the smallest coins are 5 Ft and 1 NT$.
 */
export const currencyRules: Readonly<Record<string, { readonly decimals: 0 | 2 | 3; readonly sign?: string }>> = {
  AED: { decimals: 2 },
  AUD: { decimals: 2, sign: '$' },
  BHD: { decimals: 3 },
  BRL: { decimals: 2, sign: 'R$' },
  CAD: { decimals: 2, sign: '$' },
  CHF: { decimals: 2 },
  CLP: { decimals: 0, sign: '$' },
  CNY: { decimals: 2, sign: '¥' },
  CZK: { decimals: 2, sign: 'Kč' },
  DKK: { decimals: 2, sign: 'kr.' },
  EUR: { decimals: 2, sign: '€' },
  GBP: { decimals: 2, sign: '£' },
  HKD: { decimals: 2, sign: '$' },
  HUF: { decimals: 0, sign: 'Ft' },
  ILS: { decimals: 2, sign: '₪' },
  INR: { decimals: 2, sign: '₹' },
  ISK: { decimals: 0, sign: 'kr' },
  JOD: { decimals: 3 },
  JPY: { decimals: 0, sign: '¥' },
  KRW: { decimals: 0, sign: '₩' },
  KWD: { decimals: 3 },
  MXN: { decimals: 2, sign: '$' },
  NOK: { decimals: 2, sign: 'kr' },
  NZD: { decimals: 2, sign: '$' },
  OMR: { decimals: 3 },
  PLN: { decimals: 2, sign: 'zł' },
  RON: { decimals: 2, sign: 'lei' },
  SAR: { decimals: 2 },
  SEK: { decimals: 2, sign: 'kr' },
  SGD: { decimals: 2, sign: '$' },
  THB: { decimals: 2, sign: '฿' },
  TND: { decimals: 3 },
  TRY: { decimals: 2, sign: '₺' },
  TWD: { decimals: 0, sign: '$' },
  UAH: { decimals: 2, sign: '₴' },
  USD: { decimals: 2, sign: '$' },
  VND: { decimals: 0, sign: '₫' },
  ZAR: { decimals: 2, sign: 'R' },
};
