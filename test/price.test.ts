import { describe, expect, test } from '@jest/globals';
import { formatPrice, type PriceParts } from '../renderer/price.js';

/** A price as a line of text, raised parts in brackets. */
function written({ sign, side, gap, integer, separator, decimals, raised }: PriceParts): string {
  const amount = integer + separator + (raised ? `[${decimals}]` : decimals);
  const space = gap ? ' ' : '';
  return side === 'before' ? sign + space + amount : amount + space + sign;
}

describe('a price', () => {
  // rendering.md's table, by which ICU is not asked.
  test.each([
    ['en-US', 'USD', '$1,234[50]'],
    ['en-GB', 'GBP', '£1,234.50'],
    ['en-IE', 'EUR', '€1,234[50]'],
    ['de-DE', 'EUR', '1.234[50] €'],
    ['de-AT', 'EUR', '€ 1.234[50]'],
    ['nl-NL', 'EUR', '€ 1.234[50]'],
    ['de-CH', 'CHF', 'CHF 1’234.50'],
    ['fr-FR', 'EUR', '1\u202f234[50] €'],
    ['fr-CA', 'CAD', '1\u202f234[50] $'],
    ['es-ES', 'EUR', '1234[50] €'],
    ['it-IT', 'EUR', '1234[50] €'],
    ['pt-PT', 'EUR', '1234[50] €'],
    ['pl-PL', 'PLN', '1234[50] zł'],
    ['pt-BR', 'BRL', 'R$ 1.234[50]'],
    ['fi-FI', 'EUR', '1\u202f234[50] €'],
    ['sv-SE', 'SEK', '1\u202f234[50] kr'],
    ['nb-NO', 'NOK', '1\u202f234[50] kr'],
    ['da-DK', 'DKK', '1.234[50] kr.'],
    ['cs-CZ', 'CZK', '1\u202f234[50] Kč'],
    ['tr-TR', 'TRY', '₺1.234[50]'],
    ['en-IN', 'INR', '₹1,234.50'],
    ['hi-IN', 'INR', '₹1,234.50'],
    ['ja-JP', 'USD', '$1,234.50'],
    ['zh-CN', 'CNY', '¥1,234.50'],
    ['th-TH', 'THB', '฿1,234.50'],
    ['en-GB', 'KWD', 'KWD 1,234.500'],
  ])('of %s in %s is written %s', (locale, currency, expected) => {
    expect(written(formatPrice('1234.50', locale, currency))).toBe(expected);
  });

  test.each([
    ['ja-JP', 'JPY', '¥1,235'],
    ['ko-KR', 'KRW', '₩1,235'],
    ['hu-HU', 'HUF', '1235 Ft'],
    ['vi-VN', 'VND', '1.235 ₫'],
  ])('of %s in %s has no decimals: %s', (locale, currency, expected) => {
    expect(written(formatPrice('1235.00', locale, currency))).toBe(expected);
  });

  test.each([
    ['en-US', 'USD', '$9,999,999[99]'],
    ['en-IN', 'INR', '₹99,99,999.99'],
    ['es-ES', 'EUR', '9.999.999[99] €'],
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

  test('in yen has no decimals, and the separator goes with them', () => {
    expect(written(formatPrice('498.00', 'ja-JP', 'JPY'))).toBe('¥498');
  });

  test('with cents in a currency that has none is refused, never rounded', () => {
    expect(() => formatPrice('3.50', 'ja-JP', 'JPY')).toThrow('Expected no cents for price in JPY but received "3.50"');
  });

  test('of letters stands apart from the digits', () => {
    expect(written(formatPrice('3.00', 'en-US', 'SEK'))).toBe('kr 3[00]');
  });

  test.each([
    ['xx-XX', 'USD', 'for locale but received "xx-XX"'],
    ['en-US', 'constructor', 'for currency but received "constructor"'],
  ])('of locale %s in %s is refused by name', (locale, currency, message) => {
    expect(() => formatPrice('1.00', locale, currency)).toThrow(message);
  });
});
