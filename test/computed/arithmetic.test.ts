import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { computed, expectedUnitPrice } from '../../renderer/computed/arithmetic.js';
import type { Content } from '../../renderer/content.js';
import { rowsOf } from '../support/tables/table.js';

/** A content with the inputs of the arithmetic. */
function content(price: string, unit: string, data: Content['data'] = {}, currency = 'EUR', locale = 'en-IE'): Content {
  const rest = { product_name: 'Milk', sku: '', date: '2026-11-22', model_line: '' };
  return { ...rest, price, unit, data, currency, locale };
}

test('reductions are measured from the lowest price of 30 days, where that is given', () => {
  const offer = content('3.50', '', { previous_price: '4.99', lowest_price: '4.00' });
  expect([computed.discount(offer), computed.savings(offer)]).toEqual(['12', '0.50']);
  const higher = content('3.50', '', { previous_price: '4.99', lowest_price: '3.40' });
  expect([computed.discount(higher), computed.savings(higher)]).toEqual(['', '']);
  expect(computed.discount(content('4.00', '', { previous_price: '' }))).toBe('');
});

describe('savings', () => {
  test.each<[string, Content['data'], string, string]>([
    ['3.49', { previous_price: '4.99' }, 'EUR', '1.50'],
    ['3.49', { previous_price: '3.50' }, 'EUR', '0.01'],
    ['3.49', { previous_price: '3.49' }, 'EUR', ''],
    ['3.49', { previous_price: '2.99' }, 'EUR', ''],
    ['3.49', {}, 'EUR', ''],
    ['3.49', { previous_price: 'much' }, 'EUR', ''],
    ['0.00', { previous_price: '9999999.99' }, 'EUR', '9999999.99'],
    ['100.00', { previous_price: '150.00' }, 'JPY', '50.00'],
    ['100.00', { previous_price: '150.50' }, 'JPY', ''],
  ])('of %s after %j in %s are %j', (price, data, currency, expected) => {
    expect(computed.savings(content(price, '', data, currency))).toBe(expected);
  });

  test('and the price make the price before', () => {
    const amount = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [price, before] = [Math.min(a, b), Math.max(a, b)].map((cents) => (cents / 100).toFixed(2));
        const saved = computed.savings(content(price!, '', { previous_price: before! }));
        expect(Math.round(Number(saved) * 100)).toBe(Math.abs(a - b));
      }),
    );
  });
});

test.each(
  rowsOf(`
    4.00 → 5.00 → 20 | 1.99 → 2.99 → 33 | 2.99 → 4.00 → 25 | 3.01 → 4.00 → 24 | 99.01 → 100.00 → none
    99.00 → 100.00 → 1 | 1.00 → 100.00 → 99 | 0.50 → 100.00 → 99 | 0.00 → 4.00 → none | 5.00 → 4.00 → none
    4.00 → 4.00 → none | 0.00 → 0.00 → none | 5000000.00 → 9999999.99 → 49 | 1.00 → 12345678.00 → none
    4.00 → x5.00 → none | 4.00 → 5.00x → none | 4.00 → 5.000 → none | 4.00 → 5.0 → none
`),
)('the discount of %s after %s is %s: whole percent, never more than is given', (price, previous_price, expected) => {
  expect(computed.discount(content(price, '', { previous_price })) || 'none').toBe(expected);
});

describe('the unit price', () => {
  test.each(
    rowsOf(`
      3.50 → 500 g → 7.00 → kg | 3.50 → 1 L → 3.50 → L | 1.00 → 300 g → 3.33 → kg | 2.00 → 300 g → 6.67 → kg
      0.01 → 2 kg → none → none | 0.19 → 2 kg → 0.10 → kg | 0.01 → 100 g → 0.10 → kg | 0.05 → 1 kg → 0.05 → kg
      0.00 → 3 kg → 0.00 → kg | 9999999.99 → 1 g → none → none | 9999999.99 → 1 kg → 9999999.99 → kg
      4.99 → 2 lb → 2.50 → lb → USD | 4.00 → 1 gal → 4.00 → gal → USD | 3.99 → 10 ct → 0.40 → ct → USD
      198.00 → 500 ml → 396.00 → L → JPY | 100.00 → 300 g → 333.00 → kg → JPY | 200.00 → 300 g → 667.00 → kg → JPY
      3.50 → box → none → none | 3.50 → 1 hg → 35.00 → kg | 3.50 → g → none → none | 5.00 → 2 m² → 2.50 → m²
  `),
  )('of %s for %s is %j for %j', (price, unit, expected, sign, currency = 'EUR') => {
    const label = content(price, unit, {}, currency);
    // Said again only where it is not the price.
    expect(computed.other_unit_price(label)).toBe(expected === 'none' || expected === price ? '' : expected);
    expect([computed.unit_price(label) || 'none', computed.unit_price_unit(label) || 'none']).toEqual([expected, sign]);
  });

  test.each(
    rowsOf(`
      3.20 → 1 lb → 0.20 → oz → en-US | 3.20 → 1 lb → 3.20 → lb → en-US | 4.00 → 1 gal → 1.00 → qt → en-US
      4.00 → 1 gal → 0.03 → fl oz → en-US | 1.45 → 2 pints → 5.80 → gal → en-GB | 1.45 → 2 pints → 0.73 → pt → en-GB
    `),
  )('of %s for %s that is given as %s is that of one %s in %s', (price, unit, unit_price, sign, locale) => {
    const label = { ...content(price, unit, { unit_price }, locale === 'en-GB' ? 'GBP' : 'USD'), locale };
    expect(computed.unit_price_unit(label)).toBe(sign);
  });

  test('of British pints is not that of American ones', () => {
    const litre = (locale: string) =>
      computed.unit_price({ ...content('1.45', '2 pints', { unit_price_unit: 'L' }), locale });
    expect([litre('en-GB'), litre('en-US')]).toEqual(['1.28', '1.53']);
  });

  test.each<[string, Content['data'], string, string]>([
    ['that is given is drawn', { unit_price: '9.99', unit_price_unit: '100 g' }, '9.99', '100 g'],
    ['that is given has the unit that it fits', { unit_price: '7.01' }, '7.01', 'kg'],
    ['that is given for less than one has that', { unit_price: '0.70' }, '0.70', '100 g'],
    ['that is given and fits no quantity has none', { unit_price: '0.55' }, '0.55', ''],
    ['that is given and is no price is computed', { unit_price: 'seven' }, '7.00', 'kg'],
    ['is that of the unit that is given', { unit_price_unit: '100 g' }, '0.70', '100 g'],
    ...['per 100 g', 'Pro 100 g', '/100 g', '/ 100 g', 'za 100 g', 'pr. 100 g'].map(
      (unit): [string, Content['data'], string, string] => [
        `is that of "${unit}", whose word the layout writes`,
        { unit_price_unit: unit },
        '0.70',
        '100 g',
      ],
    ),
    [
      'is that of the sold unit where a list has the name of another',
      { unit_price_unit: [{ of: '1 L' }] },
      '7.00',
      'kg',
    ],
    ['of a unit of another system is computed', { unit_price_unit: '1 lb' }, '3.18', '1 lb'],
    ['of a unit of another measure is empty', { unit_price_unit: '1 L' }, '', '1 L'],
  ])('%s', (_, data, price, unit) => {
    const label = content('3.50', '500 g', data);
    expect([computed.unit_price(label), computed.unit_price_unit(label)]).toEqual([price, unit]);
  });

  test('of any quantity is right to half a cent, and has two figures unless it is exact', () => {
    let priced = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 99_999 }), (cents, grams) => {
        const exact = (cents * 1000) / grams;
        const shown = computed.unit_price(content((cents / 100).toFixed(2), `${grams} g`));
        if (shown !== '') priced++;
        const isWritten = exact >= 9.5 || Number.isInteger(exact);
        if (isWritten && exact < 999_999_999) expect(Math.abs(Number(shown) * 100 - exact)).toBeLessThan(0.5 + 1e-5);
        else expect(shown).toBe('');
      }),
    );
    expect(priced).toBeGreaterThan(50);
  });
});

describe('a unit price that is given', () => {
  test.each(
    rowsOf(`
      3.50 → 500 g → 7.00 per kg → right | 3.50 → 500 g → 7.01 per kg → right | 3.50 → 500 g → 7.02 per kg → 7.00 kg
      3.50 → 500 g → 6.99 per 1 kg → right | 3.50 → 500 g → 6.98 per 1 kg → 7.00 1 kg
      3.50 → 500 g → 0.70 per 100 g → right | 3.50 → 500 g → 7.00 per 100 g → 0.70 100 g | 3.50 → 500 g → 0.70 → right
      3.50 → 500 g → 7.00 → right | 3.50 → 500 g → 5.00 → 7.00 kg | 35.00 → 500 ml → 0.07 → right
      4.00 → 1 gal → 1.00 → right | 4.00 → 1 gal → 2.00 → 4.00 gal | 1.00 → 1 pt → 8.00 → right
      1.00 → 1 pt → 2.00 → right | 1.00 → 1 pt → 1.00 → right | 1.00 → 1 pt → 0.06 → right
      3.50 → 500 g → 70.00 → right | 3.50 → 500 g → 700.00 → right | 3.50 → 500 g → 0.07 → right
      3.50 → 500 g → 0.01 → right | 4.00 → 1 gal → 1.00 per qt → right | 3.20 → 1 lb → 0.20 per oz → right
      3.50 → 500 g → 7.00 per 1 L → right | 3.50 → box → 7.00 per kg → right | 3.50 → 500 g → 9.00 per box → right
      3.50 → 500 g → x → right | 100.00 → 300 g → 334.00 per kg → right → JPY
      100.00 → 300 g → 335.00 per kg → 333.00 kg → JPY | 9999999.99 → 1 g → 7.00 per kg → right
  `),
  )('beside %s for %s, %s, is %s', (price, unit, given, expected, currency = 'EUR') => {
    const [unit_price, unit_price_unit] = given.split(' per ');
    const data = { unit_price: unit_price!, ...(unit_price_unit !== undefined && { unit_price_unit }) };
    const should = expectedUnitPrice(content(price, unit, data, currency));
    expect(should ? `${should.price} ${should.of}` : 'right').toBe(expected);
  });

  test('is for the quantity that is given, and right where it is absent', () => {
    const given = { unit_price: '7.00', unit_quantity: '100 g' };
    expect(expectedUnitPrice(content('3.50', '500 g', given))).toMatchObject({ price: '0.70', of: '100 g' });
    expect(expectedUnitPrice(content('3.50', '500 g'))).toBeUndefined();
  });
});
