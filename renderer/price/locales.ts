/** How a locale writes an amount. A table, so that no pixel depends on the ICU data of a Node build. */
export interface LocaleRule {
  /** On which side of the digits the symbol is drawn: `before` is the left, in right-to-left text too. */
  readonly side: 'before' | 'after';
  /** Whether there is a blank between symbol and digits. */
  readonly gap: boolean;
  /** What separates groups of digits; U+202F is a thin blank. */
  readonly group: string;
  /** Amounts with fewer digits before the separator are not grouped. */
  readonly groupFrom: 4 | 5;
  /** `lakh`: three digits, then pairs (12,34,567). */
  readonly grouping: 'thousand' | 'lakh';
  readonly decimal: string;
  /** Raised decimals are smaller, top-aligned and above the separator; others are on the baseline. */
  readonly raised: boolean;
  /** The local currency. A foreign currency with the same symbol is written with its code instead. */
  readonly home: string;
  /** The script of the digits, by its name in CLDR. */
  readonly digits: DigitSystem;
  /** The direction of the text on the label; amounts run from left to right in both. */
  readonly direction: 'ltr' | 'rtl';
}

/** The code point of zero in each script; the other digits follow it. The Unicode Standard, 22.3. */
const zeros = { latn: 0x30, arab: 0x660, arabext: 0x6f0, deva: 0x966, beng: 0x9e6 } as const;
export type DigitSystem = keyof typeof zeros;

/** The ten digits of each script, zero first. */
export const digitsOf = Object.fromEntries(
  Object.entries(zeros).map(([name, zero]) => [
    name,
    String.fromCodePoint(...Array.from({ length: 10 }, (_, i) => zero + i)),
  ]),
) as Readonly<Record<DigitSystem, string>>;

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
  return {
    side,
    gap,
    group,
    groupFrom: 4,
    grouping: 'thousand',
    decimal,
    raised,
    home,
    digits: 'latn',
    direction: 'ltr',
  };
}

/** Amounts with Arabic digits and separators; {@link localeRules} explains the side of the symbol. */
function arabic(home: string, digits: 'arab' | 'arabext', gap: boolean): LocaleRule {
  return { ...rule(home, before, gap, '\u066c', '\u066b', false), digits, direction: 'rtl' };
}

/**
 * Sources: CLDR 48, as Node 20.20.2 (ICU 78.2) writes 1234.5 and 12345678.5, with U+202F wherever CLDR groups with a
 * blank. Decimals are raised where brand manuals raise them: in the US (Finish Line,
 * finishline-standards.com/fnl-typography) and in Europe except Britain and Switzerland (JYSK, jyskblueline.com, which
 * excepts China too); also in Latin America and South Africa. They are not raised in Asia, nor in any script but Latin,
 * Greek and Cyrillic.
 *
 * In right-to-left locales, the symbol is on the side where a right-to-left paragraph shows it in CLDR's text. Arabic's
 * "RLM amount NBSP sign" and Hebrew's "RLM amount NBSP RLM ₪" begin with the amount at the right and end with the symbol
 * at its left. Urdu's "Rs NBSP amount" is left-to-right text as a whole, which has the symbol at the left too. Persian's
 * "LRM sign amount" has $ and € at the left but would have ریال at the right; shops in Iran write it after the amount,
 * so here it is at the left like every other symbol.
 *
 * Marathi groups prices as it groups plain numbers; CLDR's currency pattern for Marathi has thousands.
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
  'it-CH': { ...rule('CHF', before, true, '’', '.', false), groupFrom: 5 },
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
  'bg-BG': { ...rule('EUR', after, true, thin, ',', true), groupFrom: 5 },
  'hr-HR': rule('EUR', after, true, '.', ',', true),
  'sl-SI': { ...rule('EUR', after, true, '.', ',', true), groupFrom: 5 },
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
  'ar-AE': { ...rule('AED', before, true, ',', '.', false), direction: 'rtl' },
  'ar-BH': arabic('BHD', 'arab', true),
  'ar-EG': arabic('EGP', 'arab', true),
  'ar-JO': arabic('JOD', 'arab', true),
  'ar-KW': arabic('KWD', 'arab', true),
  'ar-MA': { ...rule('MAD', before, true, '.', ',', false), direction: 'rtl' },
  'ar-OM': arabic('OMR', 'arab', true),
  'ar-QA': arabic('QAR', 'arab', true),
  'ar-SA': arabic('SAR', 'arab', true),
  'ar-TN': { ...rule('TND', before, true, '.', ',', false), direction: 'rtl' },
  'fa-IR': arabic('IRR', 'arabext', false),
  'he-IL': { ...rule('ILS', before, true, ',', '.', false), direction: 'rtl' },
  'ur-PK': { ...rule('PKR', before, false, ',', '.', false), direction: 'rtl' },
  'bn-BD': { ...rule('BDT', after, false, ',', '.', false), grouping: 'lakh', digits: 'beng' },
  'bn-IN': { ...rule('INR', before, false, ',', '.', false), grouping: 'lakh', digits: 'beng' },
  'mr-IN': { ...rule('INR', before, false, ',', '.', false), grouping: 'lakh', digits: 'deva' },
  'ne-NP': { ...rule('NPR', before, true, ',', '.', false), grouping: 'lakh', digits: 'deva' },
  'ta-IN': { ...rule('INR', before, false, ',', '.', false), grouping: 'lakh' },
  'en-HK': rule('HKD', before, false, ',', '.', false),
  'en-PH': rule('PHP', before, false, ',', '.', false),
  'en-SG': rule('SGD', before, false, ',', '.', false),
  'fil-PH': rule('PHP', before, false, ',', '.', false),
  'id-ID': rule('IDR', before, true, '.', ',', false),
  'ms-MY': rule('MYR', before, true, ',', '.', false),
  'zh-HK': rule('HKD', before, false, ',', '.', false),
  'en-KE': rule('KES', before, true, ',', '.', false),
  'en-NG': rule('NGN', before, false, ',', '.', false),
  'en-ZA': rule('ZAR', before, true, thin, ',', true),
  'es-AR': rule('ARS', before, true, '.', ',', true),
  'es-CL': rule('CLP', before, false, '.', ',', true),
  'es-CO': rule('COP', before, true, '.', ',', true),
  'es-PE': rule('PEN', before, true, ',', '.', true),
  'az-AZ': rule('AZN', after, true, '.', ',', false),
  'bs-BA': rule('BAM', after, true, '.', ',', true),
  'ca-ES': rule('EUR', after, true, '.', ',', true),
  'de-LU': rule('EUR', after, true, '.', ',', true),
  'el-CY': rule('EUR', after, true, '.', ',', true),
  'en-MT': rule('EUR', before, false, ',', '.', true),
  'fr-LU': rule('EUR', after, true, '.', ',', true),
  'hy-AM': { ...rule('AMD', after, true, thin, ',', false), groupFrom: 5 },
  'is-IS': rule('ISK', after, true, '.', ',', true),
  'ka-GE': { ...rule('GEL', after, true, thin, ',', false), groupFrom: 5 },
  'kk-KZ': rule('KZT', after, true, thin, ',', false),
  'mk-MK': rule('MKD', after, true, '.', ',', true),
  'mt-MT': rule('EUR', before, false, ',', '.', true),
  'ru-RU': rule('RUB', after, true, thin, ',', true),
  'sq-AL': { ...rule('ALL', after, true, thin, ',', true), groupFrom: 5 },
  'sr-RS': rule('RSD', after, true, '.', ',', true),
};
