import { describe, expect, test } from '@jest/globals';
import { formatPrice } from '../../renderer/price/price.js';
import { written } from '../support/labels/written.js';

describe('a price', () => {
  // What locales.test.ts does not have of each locale: other currencies, and long prices.
  test.each([
    ['ja-JP', 'USD', '$1,234.50'],
    ['en-GB', 'KWD', 'KWD 1,234.500'],
    ['ar-EG', 'USD', '$ ١٬٢٣٤٫٥٠'],
    ['ar-EG', 'CHF', 'CHF ١٬٢٣٤٫٥٠'],
    ['fa-IR', 'EUR', '€۱٬۲۳۴٫۵۰'],
  ])('of %s in %s is written %s', (locale, currency, expected) => {
    expect(written(formatPrice('1234.50', locale, currency))).toBe(expected);
  });

  test.each([
    ['en-US', 'USD', '$9,999,999[99]'],
    ['en-IN', 'INR', '₹99,99,999.99'],
    ['es-ES', 'EUR', '9.999.999[99] €'],
    ['bn-BD', 'BDT', '৯৯,৯৯,৯৯৯.৯৯৳'],
    ['mr-IN', 'INR', '₹९९,९९,९९९.९९'],
    ['ar-KW', 'KWD', '\u200fد.ك. ٩٬٩٩٩٬٩٩٩٫٩٩٠'],
    ['ka-GE', 'GEL', '9\u202f999\u202f999,99 ₾'],
  ])('of seven digits is grouped as %s does: %s', (locale, currency, expected) => {
    expect(written(formatPrice('9999999.99', locale, currency))).toBe(expected);
  });

  test.each([
    ['en-CA', 'USD', 'USD 3[50]'],
    ['sv-SE', 'NOK', '3[50] NOK'],
    ['en-GB', 'USD', '$3.50'],
    ['en-US', 'CHF', 'CHF 3[50]'],
  ])('of %s in %s has the code where the sign is none, or the home currency’s: %s', (locale, currency, expected) => {
    expect(written(formatPrice('3.50', locale, currency))).toBe(expected);
  });

  test('with cents in a currency that has none is refused, never rounded', () => {
    expect(() => formatPrice('3.50', 'ja-JP', 'JPY')).toThrow('Expected no cents for price in JPY but received "3.50"');
  });

  test('of letters is apart from the digits', () => {
    expect(written(formatPrice('3.00', 'en-US', 'SEK'))).toBe('kr 3[00]');
    expect(written(formatPrice('3.00', 'en-US', 'DKK'))).toBe('kr. 3[00]');
  });

  test.each([
    ['en-GB', 'KWD', 'KWD 1.250'],
    ['en-US', 'EGP', 'EGP 1[25]'],
    ['fa-IR', 'SAR', 'SAR ۱٫۲۵'],
    ['hi-IN', 'NPR', 'NPR 1.25'],
    ['is-IS', 'DKK', '1[25] DKK'],
    ['da-DK', 'SEK', '1[25] SEK'],
  ])('of %s in %s has the code where its readers do not know the word, or know it as another’s: %s', (...row) => {
    const [locale, currency, expected] = row;
    expect(written(formatPrice('1.25', locale, currency))).toBe(expected);
  });

  test.each([
    ['xx-XX', 'USD', 'for locale but received "xx-XX"'],
    ['en-US', 'constructor', 'for currency but received "constructor"'],
  ])('of locale %s in %s is refused by name', (locale, currency, message) => {
    expect(() => formatPrice('1.00', locale, currency)).toThrow(message);
  });
});
