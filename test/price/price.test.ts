import { describe, expect, test } from '@jest/globals';
import { formatPrice } from '../../renderer/price/price.js';
import { written } from '../support/labels/written.js';
import { rowsOf } from '../support/tables/table.js';

describe('a price', () => {
  test.each(
    rowsOf(`
      // What locales.test.ts does not have of each locale: other currencies,
      ja-JP → USD → 1234.50 → $1,234.50 | en-GB → KWD → 1234.50 → KWD 1,234.500
      ar-EG → USD → 1234.50 → $ ١٬٢٣٤٫٥٠
      ar-EG → CHF → 1234.50 → CHF ١٬٢٣٤٫٥٠
      fa-IR → EUR → 1234.50 → €۱٬۲۳۴٫۵۰
      // and seven digits, grouped as the locale does.
      en-US → USD → 9999999.99 → $9,999,999[99] | en-IN → INR → 9999999.99 → ₹99,99,999.99
      es-ES → EUR → 9999999.99 → 9.999.999[99] € | bn-BD → BDT → 9999999.99 → ৯৯,৯৯,৯৯৯.৯৯৳
      mr-IN → INR → 9999999.99 → ₹९९,९९,९९९.९९
      ar-KW → KWD → 9999999.99 → \u200fد.ك. ٩٬٩٩٩٬٩٩٩٫٩٩٠
      ka-GE → GEL → 9999999.99 → 9\u202f999\u202f999,99 ₾
      // The code, where the sign is none, or the home currency’s.
      en-CA → USD → 3.50 → USD 3[50] | sv-SE → NOK → 3.50 → 3[50] NOK | en-GB → USD → 3.50 → $3.50
      en-US → CHF → 3.50 → CHF 3[50]
      // A sign of letters is apart from the digits.
      en-US → SEK → 3.00 → kr 3[00] | en-US → DKK → 3.00 → kr. 3[00]
      // The code, where readers do not know the word, or know it as another’s.
      en-GB → KWD → 1.25 → KWD 1.250 | en-US → EGP → 1.25 → EGP 1[25]
      fa-IR → SAR → 1.25 → SAR ۱٫۲۵
      hi-IN → NPR → 1.25 → NPR 1.25 | is-IS → DKK → 1.25 → 1[25] DKK | da-DK → SEK → 1.25 → 1[25] SEK
  `),
  )('of %s in %s, %s, is written %s', (locale, currency, price, expected) => {
    expect(written(formatPrice(price, locale, currency))).toBe(expected);
  });

  test.each([
    ['ja-JP', 'JPY', 'Expected no cents for price in JPY but received "3.50"'],
    ['xx-XX', 'USD', 'for locale but received "xx-XX"'],
    ['en-US', 'constructor', 'for currency but received "constructor"'],
  ])('of locale %s in %s is refused by name, and never rounded', (locale, currency, message) => {
    expect(() => formatPrice('3.50', locale, currency)).toThrow(message);
  });
});
