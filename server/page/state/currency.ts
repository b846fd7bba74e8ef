/** The currency of each country that has a locale here. Countries with the euro are left out. */
const byCountry: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  IN: 'INR',
  CH: 'CHF',
  MX: 'MXN',
  BR: 'BRL',
  DK: 'DKK',
  NO: 'NOK',
  SE: 'SEK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  TR: 'TRY',
  UA: 'UAH',
  JP: 'JPY',
  KR: 'KRW',
  CN: 'CNY',
  TW: 'TWD',
  TH: 'THB',
  VN: 'VND',
  AE: 'AED',
  BH: 'BHD',
  EG: 'EGP',
  JO: 'JOD',
  KW: 'KWD',
  MA: 'MAD',
  OM: 'OMR',
  QA: 'QAR',
  SA: 'SAR',
  TN: 'TND',
  IR: 'IRR',
  IL: 'ILS',
  PK: 'PKR',
  BD: 'BDT',
  NP: 'NPR',
  HK: 'HKD',
  PH: 'PHP',
  SG: 'SGD',
  ID: 'IDR',
  MY: 'MYR',
  KE: 'KES',
  NG: 'NGN',
  ZA: 'ZAR',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  PE: 'PEN',
  AZ: 'AZN',
  BA: 'BAM',
  AM: 'AMD',
  IS: 'ISK',
  GE: 'GEL',
  KZ: 'KZT',
  MK: 'MKD',
  RU: 'RUB',
  AL: 'ALL',
  RS: 'RSD',
};

/** The currency in which shops of a locale's country write prices. */
export function currencyOf(locale: string): string {
  return byCountry[locale.split('-').at(-1)!] ?? 'EUR';
}

/** "€" for EUR in de-DE; the code where a locale has no sign. */
export function currencySign(currency: string, locale: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}

/** The currencies whose prices the server takes without cents only. */
const withoutCents: readonly string[] = ['CLP', 'HUF', 'IRR', 'ISK', 'JPY', 'KRW', 'TWD', 'VND'];

export function hasCents(currency: string): boolean {
  return !withoutCents.includes(currency);
}
