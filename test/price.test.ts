import { describe, expect, test } from '@jest/globals';
import { formatPrice, type PriceParts } from '../renderer/price.js';

/** A price as a line of text, raised parts in brackets. */
function written({ sign, side, gap, integer, separator, decimals, raised }: PriceParts): string {
  const amount = integer + separator + (raised ? `[${decimals}]` : decimals);
  const space = gap ? ' ' : '';
  return side === 'before' ? sign + space + amount : amount + space + sign;
}

describe('a price', () => {
  test.each([
    ['en-US', 'USD', '$1,234[50]'],
    ['en-GB', 'GBP', '£1,234.50'],
    ['en-IE', 'EUR', '€1,234[50]'],
    ['de-DE', 'EUR', '1.234[50] €'],
    ['fr-FR', 'EUR', '1\u202f234[50] €'],
    ['sv-SE', 'SEK', '1\u202f234[50] kr'],
    ['ja-JP', 'USD', '$1,234.50'],
  ])('of %s in %s is written %s', (locale, currency, expected) => {
    expect(written(formatPrice('1234.50', locale, currency))).toBe(expected);
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
