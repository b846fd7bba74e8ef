import { describe, expect, test } from '@jest/globals';
import createBidi, { type Bidi } from 'bidi-js';
import { digitsOf, localeRules } from '../../renderer/price/locales.js';
import { formatPrice, isRightToLeft, locales, priceText } from '../../renderer/price/price.js';
import { sameDigits } from '../../renderer/price/search.js';
import { written } from '../support/labels/written.js';

// The package's types name a default export, where its CommonJS file exports the function itself.
const bidi = (createBidi as unknown as () => Bidi)();

describe('a price in a line of text', () => {
  // The grouping and the blanks of each locale are in locales.test.ts.
  test.each([
    ['en-US', 'USD', '1234.50', '$1,234.50'],
    ['de-DE', 'EUR', '1234.50', '1.234,50\u00a0€'],
    ['fr-FR', 'EUR', '1234.50', '1\u202f234,50\u00a0€'],
    ['de-CH', 'CHF', '1234.50', 'CHF\u00a01’234.50'],
    ['bn-BD', 'BDT', '1234.50', '১,২৩৪.৫০৳'],
    ['ar-EG', 'EGP', '1234.50', '\u200f١٬٢٣٤٫٥٠\u00a0ج.م.\u200f'],
    ['ar-AE', 'AED', '1234.50', '\u200f1,234.50\u00a0د.إ.\u200f'],
    ['ar-EG', 'USD', '1234.50', '\u200f١٬٢٣٤٫٥٠\u00a0\u200f$'],
    ['he-IL', 'ILS', '1234.50', '\u200f1,234.50\u00a0\u200f₪'],
    ['ur-PK', 'PKR', '1234.50', '\u200f1,234.50\u00a0\u200fRs'],
    ['hu-HU', 'HUF', '1235.00', '1235\u00a0Ft'],
    ['ko-KR', 'KRW', '1235.00', '1,235원'],
    ['ko-KR', 'USD', '1235.00', '$1,235.00'],
    ['en-US', 'KRW', '1235.00', '₩1,235'],
    ['en-GB', 'GBP', '0.99', '99p'],
    ['en-GB', 'GBP', '0.05', '5p'],
    ['en-GB', 'GBP', '1.00', '£1.00'],
    ['en-GB', 'GBP', '0.00', '£0.00'],
    ['en-GB', 'EUR', '0.99', '€0.99'],
    ['en-IE', 'GBP', '0.99', '£0.99'],
    ['fa-IR', 'IRR', '1235.00', '\u200f۱٬۲۳۵\u00a0ریال\u200f'],
  ])('of %s in %s, %s, has its separator, and blanks that no line ends at: %j', (locale, currency, price, expected) => {
    expect(priceText(formatPrice(price, locale, currency))).toBe(expected);
  });

  test.each(locales.filter(isRightToLeft))(
    'of %s has the order of a price box in a right-to-left paragraph',
    (locale) => {
      const invisible = /[\u200e\u200f]/g;
      for (const currency of [localeRules[locale]!.home, 'EUR', 'CHF', 'KWD']) {
        const parts = formatPrice('1234.00', locale, currency);
        const text = `قبل ${priceText(parts)} بعد`;
        const seen = bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, 'rtl')).replace(invisible, '');
        const sign = parts.sign.startsWith('\u200f') ? Array.from(parts.sign.slice(1)).reverse().join('') : parts.sign;
        const price = written({ ...parts, sign }).replaceAll(' ', '\u00a0');
        expect(seen).toBe(`دعب ${price} لبق`);
      }
    },
  );
});

describe('the locales', () => {
  test('of Arabic, Hebrew, Persian and Urdu are read from right to left', () => {
    const languages = new Set(locales.filter(isRightToLeft).map((locale) => locale.split('-')[0]));
    expect([...languages].sort()).toEqual(['ar', 'fa', 'he', 'ur']);
    expect(() => isRightToLeft('xx-XX')).toThrow('for locale but received "xx-XX"');
  });

  test('have a sign side by which right-to-left text has one form, and a home currency of the table', () => {
    for (const [locale, { direction, side, home }] of Object.entries(localeRules)) {
      if (direction === 'rtl') expect([locale, side]).toEqual([locale, 'before']);
      expect(() => formatPrice('1.00', locale, home)).not.toThrow();
    }
  });

  test('have ten digits a script, in order', () => {
    expect(digitsOf).toEqual({
      latn: '0123456789',
      arab: '٠١٢٣٤٥٦٧٨٩',
      arabext: '۰۱۲۳۴۵۶۷۸۹',
      deva: '०१२३४५६७८९',
      beng: '০১২৩৪৫৬৭৮৯',
    });
    // The size of a price is that of its widest digit.
    for (const locale of locales) {
      const alike = sameDigits(formatPrice('12.00', locale, 'EUR'));
      expect(alike.map(({ integer, decimals }) => integer + decimals)).toEqual(
        Array.from(digitsOf[localeRules[locale]!.digits], (digit) => digit.repeat(4)),
      );
    }
  });
});

test('a price that was never checked keeps its digits: cents that are not there are none', () => {
  expect(formatPrice('3', 'en-US', 'USD')).toMatchObject({ integer: '3', decimals: '00' });
});
