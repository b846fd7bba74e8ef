export interface CurrencyRule {
  /** The number of decimals of a price. */
  readonly decimals: 0 | 2 | 3;
  /** The symbol that every reader knows; without one, the code is written. */
  readonly sign?: string;
  /** Language → the symbol or word that only its readers know. */
  readonly local?: Readonly<Record<string, string>>;
}

/** A leading U+200F marks a symbol that is right-to-left text. */
const rightToLeftMark = '\u200f';

function arabic(decimals: 2 | 3, word: string): CurrencyRule {
  return { decimals, local: { ar: rightToLeftMark + word } };
}

/**
 * By ISO 4217 code. The decimals are those of ISO 4217; the symbols are CLDR 48's narrow ones, or its words where a
 * language has them. HUF, IDR, IRR and TWD have no decimals here: their smaller units exist on paper only, as no
 * coin is worth less than 5 Ft, 50 rupiah, 1 rial or 1 NT$.
 */
export const currencyRules: Readonly<Record<string, CurrencyRule>> = {
  AED: arabic(2, 'د.إ.'),
  ALL: { decimals: 2, local: { sq: 'Lekë' } },
  AMD: { decimals: 2, local: { hy: '֏' } },
  ARS: { decimals: 2, sign: '$' },
  AUD: { decimals: 2, sign: '$' },
  AZN: { decimals: 2, sign: '₼' },
  BAM: { decimals: 2, local: { bs: 'KM' } },
  BDT: { decimals: 2, local: { bn: '৳' } },
  BHD: arabic(3, 'د.ب.'),
  BRL: { decimals: 2, sign: 'R$' },
  CAD: { decimals: 2, sign: '$' },
  CHF: { decimals: 2 },
  CLP: { decimals: 0, sign: '$' },
  CNY: { decimals: 2, sign: '¥' },
  COP: { decimals: 2, sign: '$' },
  CZK: { decimals: 2, sign: 'Kč' },
  DKK: { decimals: 2, sign: 'kr.' },
  EGP: arabic(2, 'ج.م.'),
  EUR: { decimals: 2, sign: '€' },
  GBP: { decimals: 2, sign: '£' },
  GEL: { decimals: 2, sign: '₾' },
  HKD: { decimals: 2, sign: '$' },
  HUF: { decimals: 0, sign: 'Ft' },
  IDR: { decimals: 0, sign: 'Rp' },
  ILS: { decimals: 2, sign: '₪' },
  INR: { decimals: 2, sign: '₹' },
  IRR: { decimals: 0, local: { fa: rightToLeftMark + 'ریال' } },
  ISK: { decimals: 0, sign: 'kr', local: { is: 'kr.' } },
  JOD: arabic(3, 'د.أ.'),
  JPY: { decimals: 0, sign: '¥' },
  KES: { decimals: 2, sign: 'Ksh' },
  KRW: { decimals: 0, sign: '₩' },
  KWD: arabic(3, 'د.ك.'),
  KZT: { decimals: 2, sign: '₸' },
  MAD: arabic(2, 'د.م.'),
  MKD: { decimals: 2, local: { mk: 'ден.' } },
  MXN: { decimals: 2, sign: '$' },
  MYR: { decimals: 2, sign: 'RM' },
  NGN: { decimals: 2, sign: '₦' },
  NOK: { decimals: 2, sign: 'kr' },
  NPR: { decimals: 2, local: { ne: 'रू' } },
  NZD: { decimals: 2, sign: '$' },
  OMR: arabic(3, 'ر.ع.'),
  PEN: { decimals: 2, local: { es: 'S/' } },
  PHP: { decimals: 2, sign: '₱' },
  PKR: { decimals: 2, local: { ur: 'Rs' } },
  PLN: { decimals: 2, sign: 'zł' },
  QAR: arabic(2, 'ر.ق.'),
  RON: { decimals: 2, sign: 'lei' },
  RSD: { decimals: 2 },
  RUB: { decimals: 2, sign: '₽' },
  SAR: arabic(2, 'ر.س.'),
  SEK: { decimals: 2, sign: 'kr' },
  SGD: { decimals: 2, sign: '$' },
  THB: { decimals: 2, sign: '฿' },
  TND: arabic(3, 'د.ت.'),
  TRY: { decimals: 2, sign: '₺' },
  TWD: { decimals: 0, sign: '$' },
  UAH: { decimals: 2, sign: '₴' },
  USD: { decimals: 2, sign: '$' },
  VND: { decimals: 0, sign: '₫' },
  ZAR: { decimals: 2, sign: 'R' },
};

/** How many decimals a currency has: 0 for the yen, 2 for the euro and an unknown one, 3 for the Kuwaiti dinar. */
export function currencyDecimals(currency = ''): number {
  return Object.hasOwn(currencyRules, currency) ? currencyRules[currency]!.decimals : 2;
}
