import { describe, expect, test } from '@jest/globals';
import { typesetter } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { createBoxes } from '../../renderer/boxes/boxes.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import { createAccount, workCosts, TooCostly } from '../../renderer/limits.js';
import { type Content, loadLayouts } from '../../renderer/index.js';
import { content } from '../support/labels/content.js';
import { column, layoutOf, node, withRoot } from '../support/labels/documents.js';
import { rowsOf } from '../support/tables/table.js';

const account = createAccount();
const plans = createPlans(await createBoxes(typesetter));
const { arrange } = createArranging(typesetter, plans, account);
const device = loadDevices().get('solum-m2-2.9-bwr')!;
const shipped = loadLayouts();

const text = (words: string) => ({ type: 'text', text: words, size: { preferred: 12, floor: 12 } });
const price = { type: 'price', grow: 1 };
const before = { type: 'price', field: 'data.previous_price', grow: 1 };
const declared = { previous_price: { type: 'price' }, unit_price: { type: 'price' }, origin: { type: 'text' } };
const document = (...children: readonly object[]) => layoutOf(withRoot(column(...children), { data: declared }));

/** The warnings of the checks, without those of drawing. */
function warnings(more: Partial<Content>, layout = document(price, before)) {
  const found = arrange(content(more), layout, device).warnings;
  return found.filter(({ code }) => ['OFFER_NOT_LOWER', 'UNIT_PRICE_MISMATCH', 'DATA_UNUSED'].includes(code));
}

describe('a price before that is not above the price', () => {
  const german = { locale: 'de-DE', currency: 'EUR' };

  test.each(rowsOf('3.50 → 3,50\u00a0€ | 1.99 → 1,99\u00a0€'))(
    '%s is warned of, with both prices',
    (previous_price, was) => {
      const message = `data.previous_price is ${was}, which is not above the price, 3,50\u00a0€`;
      expect(warnings({ ...german, data: { previous_price } })).toEqual([
        { code: 'OFFER_NOT_LOWER', field: 'data.previous_price', message },
      ]);
    },
  );

  test('is drawn as it was sent', () => {
    const { marks } = arrange(content({ data: { previous_price: '1.99' } }), document(price, before), device);
    const none = arrange(content({}), document(price, before), device);
    expect(marks.length).toBeGreaterThan(none.marks.length);
  });

  test('is not warned of above the price, where it is absent, and in a layout that does not draw it', () => {
    expect(warnings({ data: { previous_price: '3.51' } })).toEqual([]);
    expect(warnings({})).toEqual([]);
    expect(warnings({ data: { previous_price: '1.99' } }, document(price))).toEqual([]);
    const hidden = document(price, { ...before, when: 'data.origin' });
    expect(warnings({ data: { previous_price: '1.99' } }, hidden)).toEqual([]);
    expect(warnings({ data: { previous_price: '1.99', origin: 'here' } }, hidden)).toHaveLength(1);
  });

  test('is warned of in a text, and on a shipped promotion', () => {
    const data = { previous_price: '1.99' };
    expect(warnings({ data }, document(price, text('was {data.previous_price}')))).toHaveLength(1);
    expect(warnings({ data }, shipped.get('promotion'))).toHaveLength(1);
  });
});

test.each(
  rowsOf(`
    multi-buy → quantity 3, offer_price 0.00 → PRICE_ZERO | multi-buy → quantity 3, offer_price 9.99 → none
    multi-buy → quantity -2, offer_price 5.00 → MULTI_BUY_QUANTITY | multi-buy → quantity 3, pay_quantity 0 → MULTI_BUY_QUANTITY
    multi-buy → quantity 1, offer_price 3.00 → MULTI_BUY_QUANTITY | multi-buy → quantity 1.5, offer_price 3.00 → MULTI_BUY_QUANTITY
    multi-buy → quantity -2 pcs, offer_price 5.00 → MULTI_BUY_QUANTITY | multi-buy → quantity two, offer_price 5.00 → none
    multi-buy → quantity 2 kg, offer_price 5.00 → none | multi-buy → quantity 0 → none
    multi-buy → quantity 3, offer_price 10.50 → MULTI_BUY_DEARER | multi-buy → quantity 3, pay_quantity 2 → none
    multi-buy → quantity 3, pay_quantity 2, valid_until 2026-11-19 → OFFER_ENDED
    promotion → previous_price 4.00, valid_until 2026-11-19 → OFFER_ENDED
    promotion → previous_price 4.00, valid_until 19 Nov → OFFER_ENDED | promotion → previous_price 4.00, valid_until 20 Nov → none
    promotion → previous_price 4.00, valid_until 2026-02-30 → OFFER_END_UNREADABLE
    promotion → previous_price 4.00, valid_until 30 February → OFFER_END_UNREADABLE
    promotion → previous_price 4.00, valid_until while stocks last → OFFER_END_UNREADABLE
    sold-out → back_on 19 Nov → OFFER_ENDED | sold-out → back_on 30 Feb → OFFER_END_UNREADABLE | sold-out → back_on soon → none
    promotion → previous_price 350.00 → PRICE_MAGNITUDE | promotion → previous_price 34.99 → none
    promotion → previous_price 4.00, lowest_price 35.00 → LOWEST_PRICE_ABOVE_PREVIOUS, PRICE_MAGNITUDE
    member → member_price 0.35 → PRICE_MAGNITUDE | member → member_price 0.36 → none
  `),
)('an offer of %s with %s has the warnings %s', (layout, fields, codes) => {
  const data = Object.fromEntries(fields.split(', ').map((field) => field.split(/ (.*)/s, 2) as [string, string]));
  const found = arrange(content({ unit: 'each', date: '2026-11-20', data }), shipped.get(layout)!, device).warnings;
  const ofOffers = /^(?:OFFER_E|MULTI|PRICE_|PAY_|LOWEST)/;
  expect(
    found
      .map(({ code }) => code)
      .filter((code) => ofOffers.test(code))
      .join(', ') || 'none',
  ).toBe(codes);
});

test.each(
  rowsOf(`
    allergen_gluten allergen_milk → Contains: gluten, milk | gluten_free → none | gluten_free vegan milk → Contains: milk
  `),
)('of the icons %s, those that the product contains are said: %s', (icons, expected) => {
  const { marks } = arrange(content({ data: { icons } }), shipped.get('allergens')!, device);
  const words = marks.flatMap((mark) => (mark.kind === 'text' ? mark.word.text : [])).join(' ');
  expect(/Contains.*/.exec(words)?.[0] ?? 'none').toBe(expected);
});

describe('a unit price that does not follow from price and unit', () => {
  const of = text('{data.unit_price} each');

  test('is warned of with what it should be', () => {
    const message = 'data.unit_price is $5.00, but $3.50 for 500 ml makes $7.00 for L';
    expect(warnings({ unit: '500 ml', data: { unit_price: '5.00' } }, document(price, of))).toEqual([
      { code: 'UNIT_PRICE_MISMATCH', field: 'data.unit_price', message },
    ]);
    const layout = shipped.get('unit-price')!;
    const data = { unit_price: '4.65', unit_quantity: '100 ml' };
    expect(warnings({ unit: '1 L', data }, layout).map(({ message }) => message)).toEqual([
      'data.unit_price is $4.65, but $3.50 for 1 L makes $0.35 for 100 ml',
    ]);
    expect(warnings({ unit: '1 L', data: { ...data, unit_price: '0.35' } }, layout)).toEqual([]);
  });

  test.each([
    ['500 g', '9.99', '1 lb', 'data.unit_price is $9.99, but $3.50 for 500 g makes $3.18 for 1 lb'],
    ['12 oz', '9.99', '1 kg', 'data.unit_price is $9.99, but $3.50 for 12 oz makes $10.29 for 1 kg'],
    ['12 fl oz', '9.99', '1 L', 'data.unit_price is $9.99, but $3.50 for 12 fl oz makes $9.86 for 1 L'],
    ['1 pt', '0.74', '100 ml', ''],
    ['500 g', '99.00', '1 L', 'data.unit_price is for 1 L, which is no quantity of 500 g'],
    ['500 g', '0.25', '1 wash', ''],
    ['12 pieces', '3.50', '1 kg', ''],
  ])('of %s is %s for %s: %j', (unit, unit_price, unit_price_unit, message) => {
    const found = warnings({ unit, data: { unit_price, unit_price_unit } }, document(price, of));
    expect(found.map((warning) => warning.message).join()).toBe(message);
  });

  test('is warned of beside other problems', () => {
    const data = { unit_price: '5.00', previous_price: '3.00', orign: 'x' };
    const codes = warnings({ unit: '500 ml', data }, document(price, before, of)).map(({ code }) => code);
    expect(codes).toEqual(['OFFER_NOT_LOWER', 'UNIT_PRICE_MISMATCH', 'DATA_UNUSED']);
  });

  test('is warned of where the layout names the computed one, whose value it gives', () => {
    const data = { unit_price: '5.00' };
    expect(warnings({ unit: '500 ml', data }, document(price, text('{unit_price}')))).toHaveLength(1);
  });

  test('is not warned of where it follows, or is not drawn', () => {
    expect(warnings({ unit: '500 ml', data: { unit_price: '7.00' } }, document(price, of))).toEqual([]);
    expect(warnings({ unit: '500 ml', data: { unit_price: '5.00' } }, document(price))).toEqual([]);
  });
});

describe('a field of data that the layout does not declare', () => {
  const unused = (data: Content['data'], layout = document(price)) =>
    warnings({ data }, layout).map(({ field, message }) => [field, message]);

  test('is warned of if a declared one is similar', () => {
    expect(unused({ previus_price: '4.99', orign: 'x' })).toEqual([
      ['data.previus_price', 'data.previus_price is not used by the layout test (did you mean "previous_price"?)'],
      ['data.orign', 'data.orign is not used by the layout test (did you mean "origin"?)'],
    ]);
  });

  test('is not warned of without a similar one, if the similar one is present too, or if a field is computed from it', () => {
    expect(unused({ brand: 'x' })).toEqual([]);
    expect(unused({ orign: 'x', origin: 'y' })).toEqual([]);
    expect(unused({ unit_price_unit: 'kg' })).toEqual([]);
    expect(unused({ orign: 'x' }, layoutOf(node(price)))).toEqual([]);
  });

  test('is searched for once per layout, and charged', () => {
    const layout = document(price);
    const drawn = (data: Content['data']) => {
      account.begin();
      arrange(content({ data }), layout, device);
      return account.spent();
    };
    const plain = drawn({}) - drawn({});
    expect(plain).toBeGreaterThanOrEqual(0);
    const known = drawn({});
    expect(drawn({ orign: 'x' }) - known).toBe(3 * workCosts.compared);
    expect(drawn({ orign: 'x' })).toBe(known);
    const draw = () => arrange(content({ data: { orgin: 'x' } }), layout, device);
    expect(() => account.within(known + 2 * workCosts.compared, draw)).toThrow(TooCostly);
    for (let i = 0; i < 300; i++) drawn({ [`origin${i}`]: 'x' });
    // A result is dropped after 256 others.
    expect(drawn({ orign: 'x' })).toBe(known + 3 * workCosts.compared);
    expect(unused({ orign: 'x' }, layout)).toHaveLength(1);
  });
});

describe('a quantity that gives no unit price', () => {
  const layout = shipped.get('unit-price')!;
  const unread = (more: Partial<Content>, of = layout) =>
    arrange(content({ ...more }), of, device)
      .warnings.filter(({ code }) => code === 'QUANTITY_UNREAD')
      .map(({ field, message }) => `${field}: ${message}`);

  const unreadable = 'which is not read as a quantity';
  test.each<[Partial<Content>, string]>([
    ...['ca. 500 g', '0.5 cup (130 g)', 'half a kg', 'half a dozen'].map((unit): [Partial<Content>, string] => [
      { unit },
      `unit is "${unit}", ${unreadable}`,
    ]),
    [{ unit: 'ml' }, `unit is "ml", ${unreadable}`],
    [{ unit: '/kg' }, `unit is "/kg", ${unreadable}`],
    [{ unit: '€/kg' }, `unit is "€/kg", ${unreadable}`],
    [{ unit: '128 oz', price: '5.00' }, 'unit is "128 oz", one oz of which costs too little to be written'],
    [{ unit: 'bottle', data: { unit_quantity: '100 ml' } }, `unit is "bottle", ${unreadable}`],
    [{ unit: '1 L', data: { unit_quantity: 'a cup' } }, `data.unit_quantity is "a cup", ${unreadable}`],
    [
      { unit: '1 L', data: { unit_price_unit: '100 g' } },
      'data.unit_price_unit is "100 g", which is no quantity of 1 L',
    ],
    [
      { unit: '1000 g', price: '1.00', data: { unit_quantity: '1 g' } },
      'data.unit_quantity is "1 g", whose price is too small to be written',
    ],
    [
      { unit: '1 g', price: '9999.00', data: { unit_quantity: '10 kg' } },
      'data.unit_quantity is "10 kg", whose price is too large to be written',
    ],
  ])('%j is named', (more, message) => {
    expect(unread(more)).toEqual([`${message.split(' ')[0]}: ${message}, so the label has no unit price`]);
  });

  test.each<[Partial<Content>]>([
    [{ unit: '500 g' }],
    [{ unit: 'bottle' }],
    [{ unit: 'a dozen' }],
    [{ unit: 'ca. 500 g', data: { unit_price: '7.00' } }],
    [{ unit: '1 kg', price: '0.00', data: { unit_quantity: '1 g' } }],
    [{ unit: '1000 g', price: '100.00', data: { unit_quantity: '1 g' } }],
  ])('%j is not', (more) => {
    expect(unread(more)).toEqual([]);
  });

  test('leaves no quantity beside the price that would be read as its own', () => {
    const drawn = (unit_quantity: string) =>
      JSON.stringify(arrange(content({ unit: '1 L', data: { unit_quantity } }), layout, device).marks);
    expect(drawn('100 g')).toBe(drawn('foo'));
    expect(drawn('100 g')).not.toBe(drawn('100 ml'));
  });

  test('is named in each shipped layout with a unit price', () => {
    const data = { previous_price: '4.99', member_price: '2.99', deposit: '0.25', quantity: '2', offer_price: '6.00' };
    const named = [...shipped.values()].filter((one) => unread({ unit: 'ca. 500 g', data }, one).length > 0);
    const without = [...shipped.keys()].filter((id) => !named.some((one) => one.id === id));
    expect(without).toEqual(['back-office', 'menu', 'sold-out']);
  });

  test('is named where the layout hides its unit price, not where it has none', () => {
    const of = (...more: readonly object[]) => unread({ unit: 'ca. 500 g' }, document(price, ...more));
    expect(of({ ...text('{unit_price}'), when: 'unit_price' })).toHaveLength(1);
    expect([of(text('{data.unit_price}')), of()]).toEqual([[], []]);
  });
});

test('what customers need is named where the layout does not use it', () => {
  const data = { allergens: 'milk', contains: 'milk', deposit: '0.25', icons: 'allergen_milk' };
  const fields = (of: object) => warnings({ data: { ...data, ...of } }, document(price)).map(({ message }) => message);
  expect(fields({})).toEqual(Object.keys(data).map((name) => `data.${name} is not used by the layout test`));
  expect(fields({ allergens: '', contains: '', deposit: '', icons: 'vegan', brand: 'A' })).toEqual([]);
  const message = 'data.origin is not used by the layout standard';
  expect(warnings({ data: { origin: 'Spain' } }, shipped.get('standard')).map((one) => one.message)).toEqual([message]);
  expect(warnings({ data: { origin: 'Spain' } }, shipped.get('produce'))).toEqual([]);
});
