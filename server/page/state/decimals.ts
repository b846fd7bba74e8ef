import { isRefused, priceFault, readAmount } from '../../../renderer/amounts/amount.js';

/** The decimal separator of prices in a locale: "," in de-DE; "." in fr-CH, where other numbers have ",". */
export function decimalSign(locale: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', style: 'currency', currency: 'EUR' });
    return format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  } catch {
    // The server reports an unknown locale.
    return '.';
  }
}

/** Converts a typed price for the API: "3,50" → "3.50", "3" → "3.00". @returns null if it is no amount, or names a currency */
export function apiPrice(typed: string): string | null {
  const read = readAmount(typed.trim().replace(/^0+(?=[0-9])/, ''));
  return isRefused(read) || read.currency !== undefined ? null : read.price;
}

/** Converts a price of the API for a locale: "3.50" → "3,50" in de-DE. Other texts stay. */
export function typedPrice(price: string, locale: string): string {
  const known = priceFault(price) ? apiPrice(price) : price;
  return known === null ? price : known.replace('.', decimalSign(locale));
}
