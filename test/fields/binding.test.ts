import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { defaultBinding, limits, loadLayouts } from '../../renderer/index.js';
import { bindingOf, priceProblem, problemsOfBinding } from '../../server/fields/binding.js';
import { fileLayout, unknownLayout } from '../../server/fields/layout.js';
import { layoutOf, name, node } from '../support/labels/documents.js';

const devices = loadDevices();
const standard = loadLayouts().get('standard')!;

/** A problem with a field; `@` in its message is the field. */
function problem(field: string, reason: string, message: unknown, more: object = {}) {
  const said = typeof message === 'string' ? message.replaceAll('@', field) : message;
  return { field, pointer: `#/${field.replaceAll('.', '/')}`, reason, message: said, ...more };
}

/** A layout that asks for data. */
const asking = (data: object) => layoutOf({ ...node(name), data });

describe('a binding', () => {
  const right = { device: 'waveshare-4.2-b', locale: 'de-DE', currency: 'EUR', time_zone: 'Europe/Berlin' };

  test('takes what is given, and the default for the rest; its layout is the one that was chosen', () => {
    expect(bindingOf({}, standard)).toEqual({ ...defaultBinding, layout: 'standard' });
    const given = { ...right, sku: '1', data: { a: 'x' } };
    expect(bindingOf(given, { ...standard, id: 'mine' })).toEqual({ ...given, layout: 'mine' });
  });

  test('that leaves all out, or is right, has no problem', () => {
    expect(problemsOfBinding({}, fileLayout(standard), devices)).toEqual([]);
    expect(problemsOfBinding(right, fileLayout(standard), devices)).toEqual([]);
  });

  test('names what it does not know, with the nearest that it knows', () => {
    const wrong = { device: 'solum-m2-2.9-bw', locale: 'en-UX', currency: 'EUX', time_zone: 'Europe/Dubln' };
    const said = (field: keyof typeof wrong, expected: string, meant: string) => {
      const message = `Expected ${expected} for @ but received "${wrong[field]}" (did you mean "${meant}"?)`;
      return problem(field, `unknown_${field}`, message, { received: wrong[field] });
    };
    expect(problemsOfBinding(wrong, fileLayout(standard), devices)).toEqual([
      said('device', 'a panel profile', 'solum-m2-2.9-bwr'),
      said('locale', 'a locale of this version', 'en-US'),
      said('currency', 'a currency of this version', 'EUR'),
      said('time_zone', 'an IANA time zone', 'Europe/Dublin'),
    ]);
    const [zone] = problemsOfBinding({ time_zone: 'UTX' }, fileLayout(standard), devices);
    expect(zone!.message).toContain('(did you mean "UTC"?)');
  });

  test('echoes at most 64 characters of a name', () => {
    const [problem] = problemsOfBinding({ device: 'x'.repeat(100) }, fileLayout(standard), devices);
    expect(problem!.received).toBe(`${'x'.repeat(64)}…`);
  });

  test('has the problems of its layout first, and leaves other types to the schema', () => {
    const wrong = { device: 5, locale: null, currency: [], time_zone: 'x/y', data: { a: 1 } };
    const problems = problemsOfBinding(wrong, unknownLayout('standart', ['standard']), devices);
    expect(problems.map(({ reason }) => reason)).toEqual(['unknown_layout', 'unknown_time_zone']);
  });
});

describe('the data that a layout asks for', () => {
  const layout = asking({
    previous_price: { type: 'price', required: true, description: 'The price of St. Patrick’s.' },
    origin: { type: 'text', required: true, example: 'Ireland' },
    grade: { type: 'text', values: ['I', 'II'] },
  });
  const problems = (binding: object) => problemsOfBinding(binding, fileLayout(layout), devices);

  test('is missed where it is required, with its meaning and an example', () => {
    const price = /^Expected a value for data\.previous_price, .*received none \(The price of St\. Patrick’s\)$/;
    const origin = /^Expected a value for data\.origin, .*received none$/;
    const missing = [
      problem('data.previous_price', 'missing', expect.stringMatching(price), { example: '3.50' }),
      problem('data.origin', 'missing', expect.stringMatching(origin), { example: 'Ireland' }),
    ];
    for (const data of [undefined, {}, { previous_price: null, origin: null }, { previous_price: '', origin: '' }])
      expect(problems({ data })).toEqual(missing);
  });

  test('is checked, and what came is said', () => {
    const [received, grade, example] = ['4,20', 'III', { example: '3.50' }] as const;
    expect(problems({ data: { previous_price: received, origin: 'x', grade } })).toEqual([
      problem('data.previous_price', 'format', expect.stringMatching(/received "4,20"$/), { received, ...example }),
      problem('data.grade', 'unknown_value', expect.stringContaining(grade), { received: grade }),
    ]);
  });

  test('is checked in the rows of a list, and a list of the wrong form is left to the schema', () => {
    const rows = { type: 'list', columns: { name: 'text', price: 'price' } };
    const layout = asking({ rows });
    const of = (value: unknown) => problemsOfBinding({ data: { rows: value } }, fileLayout(layout), loadDevices());
    expect(of([{ name: 'Tea', price: '2,50' }])).toEqual([
      problem('data.rows.0.price', 'format', expect.stringMatching(/for data\.rows\.0\.price but received "2,50"$/)),
    ]);
    for (const wrong of [[5], [{ name: 5 }], 7, [null]]) expect(of(wrong)).toEqual([]);
    // One row more is for the schema to refuse.
    const rowsOf = (length: number) => of(Array.from({ length }, () => ({ name: 'Tea', price: '2,50' })));
    expect([rowsOf(limits.list.rows).length > 0, rowsOf(limits.list.rows + 1)]).toEqual([true, []]);
  });

  test('has no cents in a currency without, and is taken for dollars in one that there is not', () => {
    const data = { previous_price: '4.20', origin: 'x' };
    expect(problems({ data, currency: 'JPY' })).toMatchObject([
      { field: 'data.previous_price', reason: 'currency_decimals' },
    ]);
    expect(problems({ data, currency: 'EUX' })).toMatchObject([{ field: 'currency' }]);
    expect(problems({ data, currency: 5 })).toEqual([]);
  });

  test('is left to the schema where it is of another type', () => {
    expect(problems({ data: { previous_price: 4.2, origin: ['x'] } })).toEqual([]);
    for (const data of [null, 'x', [], 5]) expect(problems({ data })).toEqual([]);
  });

  test('is nothing where a layout asks for none', () => {
    expect(problemsOfBinding({ data: { any: 'thing' } }, fileLayout(standard), devices)).toEqual([]);
  });
});

describe('cents in a currency that has none', () => {
  test('are a problem of the price', () => {
    const cents = 'Expected .00 for @, as JPY has no decimals, but received "3.50"';
    const expected = problem('price', 'currency_decimals', cents, { received: '3.50' });
    expect(priceProblem('3.50', 'JPY')).toEqual([expected]);
  });

  test('are no problem for other prices and currencies', () => {
    const currencies = ['EUR', undefined, 'EUX', 5].map((currency) => ['3.50', currency]);
    for (const [price, currency] of [...currencies, ['3.00', 'JPY'], [3.5, 'JPY'], [undefined, 'JPY']])
      expect([price, currency, priceProblem(price, currency)]).toEqual([price, currency, []]);
  });
});
