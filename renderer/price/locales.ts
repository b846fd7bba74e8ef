import { readFileSync } from 'node:fs';

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
  /** The side of the home currency's symbol, where it differs, without a blank: "3,500원" beside "$5". */
  readonly homeSide?: 'after';
  /** The symbol after home amounts below one, in hundredths: "85p". */
  readonly minorSign?: string;
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

/** What a rule of the table has where it says nothing else. */
const usual = { groupFrom: 4, grouping: 'thousand', digits: 'latn', direction: 'ltr' } as const;
type WrittenRule = Omit<LocaleRule, keyof typeof usual> & Partial<LocaleRule>;

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
 * Shops in Britain write amounts below a pound in pence (Guidance for Traders on Pricing Practices: "19p per 100g"), and those
 * in Korea write the word for won after the digits.
 *
 * Marathi groups prices as it groups plain numbers; CLDR's currency pattern for Marathi has thousands.
 */
export const localeRules: Readonly<Record<string, LocaleRule>> = Object.fromEntries(
  Object.entries(
    JSON.parse(readFileSync(new URL('./locales.json', import.meta.url), 'utf8')) as Record<string, WrittenRule>,
  ).map(([locale, rule]) => [locale, { ...usual, ...rule }]),
);
