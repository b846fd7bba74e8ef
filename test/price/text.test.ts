import { describe, expect, test } from '@jest/globals';
import createBidi, { type Bidi } from 'bidi-js';
import { digitsOf, localeRules } from '../../renderer/price/locales.js';
import { formatPrice, isRightToLeft, locales, priceText } from '../../renderer/price/price.js';
import { sameDigits } from '../../renderer/price/search.js';
import { written } from '../support/labels/written.js';

// The package's types name a default export, where its CommonJS file exports the function itself.
const bidi = (createBidi as unknown as () => Bidi)();

describe('a price in a line of text', () => {
  test.each([
    ['en-US', 'USD', '$1,234.50'],
    ['en-GB', 'GBP', '£1,234.50'],
    ['en-IE', 'EUR', '€1,234.50'],
    ['de-DE', 'EUR', '1.234,50\u00a0€'],
    ['de-AT', 'EUR', '€\u00a01.234,50'],
    ['nl-NL', 'EUR', '€\u00a01.234,50'],
    ['fr-FR', 'EUR', '1\u202f234,50\u00a0€'],
    ['es-ES', 'EUR', '1234,50\u00a0€'],
    ['it-IT', 'EUR', '1234,50\u00a0€'],
    ['pt-PT', 'EUR', '1234,50\u00a0€'],
    ['pl-PL', 'PLN', '1234,50\u00a0zł'],
    ['fi-FI', 'EUR', '1\u202f234,50\u00a0€'],
    ['sv-SE', 'SEK', '1\u202f234,50\u00a0kr'],
    ['nb-NO', 'NOK', '1\u202f234,50\u00a0kr'],
    ['cs-CZ', 'CZK', '1\u202f234,50\u00a0Kč'],
    ['da-DK', 'DKK', '1.234,50\u00a0kr.'],
    ['de-CH', 'CHF', 'CHF\u00a01’234.50'],
    ['fr-CA', 'CAD', '1\u202f234,50\u00a0$'],
    ['pt-BR', 'BRL', 'R$\u00a01.234,50'],
    ['tr-TR', 'TRY', '₺1.234,50'],
    ['en-IN', 'INR', '₹1,234.50'],
    ['hi-IN', 'INR', '₹1,234.50'],
    ['ne-NP', 'NPR', 'रू\u00a0१,२३४.५०'],
    ['bn-BD', 'BDT', '১,২৩৪.৫০৳'],
    ['en-ZA', 'ZAR', 'R\u00a01\u202f234,50'],
    ['ar-EG', 'EGP', '\u200f١٬٢٣٤٫٥٠\u00a0ج.م.\u200f'],
    ['ar-AE', 'AED', '\u200f1,234.50\u00a0د.إ.\u200f'],
    ['ar-EG', 'USD', '\u200f١٬٢٣٤٫٥٠\u00a0\u200f$'],
    ['he-IL', 'ILS', '\u200f1,234.50\u00a0\u200f₪'],
    ['ur-PK', 'PKR', '\u200f1,234.50\u00a0\u200fRs'],
  ])('of %s in %s has its separator, and blanks that no line ends at: %j', (locale, currency, expected) => {
    expect(priceText(formatPrice('1234.50', locale, currency))).toBe(expected);
  });

  test.each([
    ['hu-HU', 'HUF', '1235\u00a0Ft'],
    ['ja-JP', 'JPY', '¥1,235'],
    ['ko-KR', 'KRW', '₩1,235'],
    ['fa-IR', 'IRR', '\u200f۱٬۲۳۵\u00a0ریال\u200f'],
  ])('of %s in %s has no separator without decimals: %j', (locale, currency, expected) => {
    expect(priceText(formatPrice('1235.00', locale, currency))).toBe(expected);
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
