import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { currencyRules } from '../../renderer/amounts/currencies.js';
import { currencyMeanings } from '../../renderer/amounts/currency-words.js';
import {
  type AmountContext,
  currencyDecimals,
  type DecimalSign,
  isRefused,
  isZeroAmount,
  priceFault,
  priceOf,
  readAmount,
  readCurrency,
} from '../../renderer/amounts/amount.js';
import { locales, separatorsOf, writePrice } from '../../renderer/price/price.js';
import { rowsOf } from '../support/tables/table.js';

const currencies = Object.keys(currencyRules);

/** A text's price and currency, or why it is refused and what it would be; in a context such as "decimal comma, currency KWD". */
function readingOf(text: string, words: string): string {
  const pairs = words.split(', ').map((pair) => pair.split(' ') as [string, string]);
  const context: AmountContext = Object.fromEntries(pairs);
  const read = readAmount(text, context);
  if (isRefused(read)) return [read.reason, read.found].filter(Boolean).join(': ');
  return [read.price, read.currency].filter(Boolean).join(' ');
}

test.each(
  [
    ['0', '0.00', '0,00 €', '$0.00', 'kr 0,00', '٠٫٠٠', '0.000', '¥0', '￥０', '٠٫٠٠ ريال'].map(
      (text) => [text, true] as const,
    ),
    ['', '-0', 'none', '0.01', '$10.00', 'kr 0,05', '٠٫٠٥', '0 pcs'].map((text) => [text, false] as const),
  ].flat(),
)('%j is zero: %s', (text, expected) => {
  expect(isZeroAmount(text)).toBe(expected);
});

describe('an amount', () => {
  test.each(
    rowsOf(`
      3.50 → 3.50 | 3,50 → 3.50 | 3,5 → 3.50 | 3 → 3.00 | .99 → 0.99 | 1.234,50 → 1234.50 | 1,234.50 → 1234.50
      1 234,50 → 1234.50 | 1’234.50 → 1234.50 | 12,34,567.50 → 1234567.50 | 1.234.567 → 1234567.00 | ٣٫٥٠ → 3.50
      ３．５０ → 3.50 | 3.– → 3.00 | 5,- → 5.00 | Rs. 99/- → 99.00 INR → currency INR | Rs.99/- → 99.00 INR → currency INR
      Rs.99 → 99.00 INR → currency INR | Rp.12.500 → 12500.00 IDR → currency IDR | Fr.5 → 5.00 CHF → currency CHF
      $.99 → 0.99 USD → currency USD | 12:- → 12.00 SEK → currency SEK | 99:- kr → 99.00 SEK → currency SEK
      3,50 € → 3.50 EUR | £0.99 → 0.99 GBP | 12,90 zł → 12.90 PLN | CHF 4.50 → 4.50 CHF | US$ 3.50 USD → 3.50 USD
      ¥1200 → 1200.00 JPY → otherwise JPY | $3.79 → 3.79 USD → otherwise USD | $3.79 → 3.79 CAD → currency CAD
      12.900 ₫ → 12900.00 VND | VND 12999000 → 12999000.00 VND | Rp 12.500 → 12500.00 IDR → currency IDR
      0.345 KWD → 0.345 KWD | KWD 3.500 → 3.500 KWD | 12.345 → 12.345 BHD → currency BHD
      100,000 → 100000.00 JPY → currency JPY | 100.500 → 100500.00 JPY → currency JPY | 12.000 ₫ → 12000.00 VND
      100.000 → 100000.00 JPY → currency JPY, decimal comma | 100.000 → 100.00 JPY → currency JPY, decimal point
      // Smaller units.
      99¢ → 0.99 USD → otherwise USD | 99p → 0.99 GBP | 150 p → 1.50 GBP | 50 ct → 0.50 EUR → currency EUR
      80 øre → 0.80 DKK → currency DKK | 5 Rappen → 0.05 CHF | Rp 12.999.000 → 12999000.00 IDR
      50 p → 0.50 INR → currency INR | 50p → 0.50 GBP | 50p → 0.50 INR → otherwise INR | 99c → 0.99 MXN → currency MXN
      95 c → 0.95 CHF → currency CHF | 80 ore → 0.80 SEK → currency SEK | 99c → 0.99 BRL → currency BRL
      5 Rp. → 0.05 CHF → currency CHF | 345 fils → 0.345 KWD → currency KWD | 99 fils → 0.99 AED → currency AED
      // A declared sign decides.
      3.000 → 3000.00 → decimal comma | 3.000 → 3.00 → decimal point | 3,500 → 3.500 KWD → decimal comma, currency KWD
  `),
  )('%s is %s', (text, expected, context = '') => {
    expect(readingOf(text, context)).toBe(expected);
  });

  test.each([
    ...rowsOf(`
      3.000 → ambiguous: 3.00 or 3000.00 | 3,999 → ambiguous: 3999.00 or 3.999
      18,272 € → ambiguous: 18272.00 or 18.272 | 3,500 → ambiguous: 3500.000 or 3.500 → currency KWD
      100.000 → ambiguous: 100.00 or 100000.00 → currency JPY | ￦2.000 → ambiguous: 2.00 or 2000.00
      3,50 € → currency: in EUR → currency USD | 99p → currency: in GBP → currency USD
      5 kr → currency: in DKK or ISK or NOK or SEK | 80 ore → words | 50 p → currency: in GBP → currency EUR | 5 Rp → currency: in CHF or IDR | 1.5K → words | 30 off → words
      3 pcs → words | from 3.50 → words | 2 for 5 → words | 1e5 → words | -3.50 → sign | (3.50) → sign
      3.999 → currency_decimals → currency USD, decimal point | 12.50 → currency_decimals → currency JPY
      99 fillér → currency_decimals → currency HUF | 99 sen → currency_decimals → otherwise JPY
      50 銭 → currency_decimals | 99 aurar → currency_decimals → currency ISK
      99 xu → currency_decimals → currency VND | 99.5¢ → currency_decimals → currency USD
      10000000.00 → range → currency USD | 3.50-4.00 → format | $5 € → format | 100% → format | ½ → format
      3⁹⁹ → format | 12² → format | 3₅₀ → format | ③ → format | l.50 → words
      50 qirsh → words → currency JOD | 007 → format | 1,2,3 → format | 99999999999999999999999999999999999999999999999999999999999999999 → format
    `),
    ['', 'format'],
  ])('%s is refused: %s', (text, expected, context = '') => {
    expect(readingOf(text, context)).toBe(expected);
  });

  test('of each locale and currency is read as it is written', () => {
    const amount = fc.integer({ min: 0, max: 9_999_999_999 });
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.constantFrom(...currencies),
        amount,
        (locale, currency, thousandths) => {
          const step = 10 ** (3 - currencyDecimals(currency));
          const price = priceOf(Math.floor(thousandths / step) * step, currency);
          const decimal: DecimalSign = separatorsOf(locale).decimal === '.' ? 'point' : 'comma';
          expect(readAmount(writePrice(price, { locale, currency }), { currency, decimal })).toEqual({
            price,
            currency,
          });
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('has no second reading', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,' ")), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(text, (typed) => {
        const read = readAmount(typed);
        if (isRefused(read)) return;
        for (const decimal of ['point', 'comma'] as const) {
          const other = readAmount(typed, { decimal });
          if (!isRefused(other)) expect(other).toEqual(read);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('in each word for a currency has that currency', () => {
    for (const currency of currencies) {
      const rule = currencyRules[currency]!;
      for (const word of [currency, rule.sign, ...Object.values(rule.local ?? {})].filter((each) => each !== undefined))
        expect([word, readAmount(`12 ${word}`, { currency })]).toEqual([
          word,
          { price: priceOf(12_000, currency), currency },
        ]);
      expect(currencyMeanings(currency)).toEqual([{ currency, isMinor: false }]);
    }
  });
});

test.each(['GBp', 'ZAc', 'ILA'])('%s is no currency, but a hundredth of one', (code) => {
  expect([readCurrency(code), readCurrency('gbp'), readingOf(`350 ${code}`, '')]).toEqual([undefined, 'GBP', 'words']);
});

describe('a price of the interface', () => {
  test.each(
    rowsOf(`
      3.50 → USD → none | 0.345 → KWD → none | 12999000.00 → VND → none | 9999999999.00 → IDR → none
      03.50 → USD → no leading zero | 10000000.00 → USD → at most 9999999.99
      10000000000.00 → VND → at most 9999999999.00 | 3.500 → USD → at most 2 decimals | 3.50 → JPY → .00
      3,50 → USD → digits, a dot and two digits, such as "3.50",
      3.5 → USD → digits, a dot and two digits, such as "3.50",
  `),
  )('%s in %s breaks the rule: %s', (price, currency, rule) => {
    expect(priceFault(price, currency)?.expected ?? 'none').toBe(rule);
  });
});
