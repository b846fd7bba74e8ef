/** The currencies of the countries that have a locale here, the euro left out. */
const currencies = [
  ...'AED ALL AMD ARS AUD AZN BAM BDT BHD BRL CAD CHF CLP CNY COP CZK DKK EGP GBP GEL HKD HUF IDR ILS'.split(' '),
  ...'INR IRR ISK JOD JPY KES KRW KWD KZT MAD MKD MXN MYR NGN NOK NPR NZD OMR PEN PHP PKR PLN QAR RON'.split(' '),
  ...'RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR'.split(' '),
];

/** The currency of a locale's country. By ISO 4217, the code of a currency begins with that of its country. */
export function currencyOf(locale: string): string {
  const country = locale.split('-').at(-1)!;
  return currencies.find((code) => code.startsWith(country)) ?? 'EUR';
}

/** "€" for EUR in de-DE; the code if a locale has no symbol. */
export function currencySign(currency: string, locale: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}
