import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadDevices } from '../../devices/index.js';
import { loadLayouts } from '../../renderer/index.js';
import { problemsOfBinding } from '../../server/fields/binding.js';
import { parseBody } from '../../server/fields/json.js';
import { fileLayout } from '../../server/fields/layout.js';
import type { Checked } from '../../server/fields/checked.js';
import type { FieldProblem } from '../../server/fields/field-problem.js';
import { checkBinding, checkPageQuery, checkPreview, checkUpdate } from '../../server/fields/validate.js';
import { worstBodies } from '../support/attacks/bodies.js';
import { milk } from '../support/server.js';
import { rowsOf } from '../support/tables/table.js';

const priceForm = /^(0|[1-9][0-9]{0,9})\.[0-9]{2,3}$/;
const aPrice = fc
  .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);
/** A price with a character too much, too little or another one. */
const almostAPrice = fc
  .tuple(aPrice, fc.nat(9), fc.nat(1), fc.constantFrom('', '0', '1', '.', ',', '-', '+', ' ', '\n', '٣', 'e'))
  .map(([price, at, removed, other]) => price.slice(0, at) + other + price.slice(at + removed));

/** A text of at most so many code points that is one after clean-up, too. */
const aText = (limit: number) =>
  fc
    .string({
      unit: fc.constantFrom('a', 'É', 'e\u0301', '牛', '🥛', '7', ' ', '\u200b', '\u200d'),
      maxLength: limit / 2,
    })
    .map((text) => `x${text}`);
const noText = fc.constantFrom<unknown>(
  ...[null, '', 5, true, [], {}, ' ', '\u200b\u00ad', 'a\u0000', 'a\u2028', '\ud800', 'a\u202e', 'x'.repeat(201)],
);

/** A value of a field, and whether it is one to take; five of six are. */
const valueOf = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 5, arbitrary: good.map((value: unknown) => ({ value, taken: true })) },
    { weight: 1, arbitrary: bad.map((value) => ({ value, taken: false })) },
  );

/** Holds `property` for 1,000 values; both outcomes must have been seen often, or it has said nothing. */
function holdsForBoth<T>(values: fc.Arbitrary<T>, property: (value: T) => boolean): void {
  const seen = { taken: 0, refused: 0 };
  const counting = fc.property(values, (value) => {
    seen[property(value) ? 'taken' : 'refused']++;
  });
  fc.assert(counting, { numRuns: 1000 });
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(250);
}

const problemsOf = (checked: Checked<unknown>): readonly FieldProblem[] => (checked.ok ? [] : checked.problems);

describe('a price', () => {
  test('is taken if and only if it is a text of that one form', () => {
    const any = fc.oneof(
      { weight: 4, arbitrary: aPrice },
      { weight: 4, arbitrary: almostAPrice },
      { weight: 1, arbitrary: fc.oneof(fc.string(), fc.double(), fc.constant(null)) },
    );
    holdsForBoth<unknown>(any, (price) => {
      const taken = typeof price === 'string' && priceForm.test(price);
      expect(checkUpdate({ ...milk, price }).ok).toBe(taken);
      return taken;
    });
  });
});

describe('any update', () => {
  const update = fc.record({
    price: valueOf(
      aPrice,
      almostAPrice.filter((price) => !priceForm.test(price)),
    ),
    product_name: valueOf(aText(200), noText),
    unit: valueOf(aText(32), noText),
  });
  const stranger = fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.string({ minLength: 1 }).filter((name) => !(name in milk)) },
  );

  test('is either taken, clean and within its limits, or refused with a reason for each field that is wrong', () => {
    holdsForBoth(fc.tuple(update, stranger), ([values, unknown]) => {
      const given = Object.entries(values).map(([name, { value }]) => [name, value] as const);
      const body = Object.fromEntries<unknown>(unknown === null ? given : [...given, [unknown, 1]]);
      const wrong = Object.entries(values).flatMap(([name, { taken }]) => (taken ? [] : [name]));
      const checked = checkUpdate(body);
      const problems = problemsOf(checked);
      const expected = unknown === null ? wrong : [...wrong, unknown];
      expect(problems.map(({ field }) => field).sort()).toEqual(expected.sort());
      for (const { message } of problems) expect(message).toMatch(/^Expected .+/);
      if (!checked.ok) return false;

      expect(Object.keys(checked.value).sort()).toEqual(['price', 'product_name', 'unit']);
      const { price, product_name, unit } = checked.value;
      expect(price).toBe(values.price.value);
      for (const [i, text] of [product_name, unit].entries()) {
        expect(Array.from(text).length).toBeLessThanOrEqual([200, 32][i]!);
        expect(text).toBe(text.normalize('NFC').trim());
        expect(text).not.toMatch(/\u200b| {2}/);
      }
      return true;
    });
  });
});

describe('a field that comes twice', () => {
  test('is said to come twice, and nothing of its last value, be it wrong or not', () => {
    for (const price of ['"3.50"', '"3,50"', '5', 'null']) {
      const text = `{"price":"3.50","price":${price},"product_name":" ","unit":"1 L"}`;
      const { object, problems } = parseBody(Buffer.from(text));
      const said = problemsOf(checkUpdate(object, problems)).map(({ field, reason }) => `${field} ${reason}`);
      expect(said).toEqual(['price duplicate', 'product_name blank']);
    }
  });
});

describe('a pointer', () => {
  test.each(rowsOf('a/b~c → #/a~1b~0c | ~1 → #/~01 | / → #/~1 | ä b% → #/%C3%A4%20b%25'))(
    'to the key %j is %s',
    (key, pointer) => {
      expect(problemsOf(checkUpdate({ ...milk, [key]: 1 }))).toMatchObject([
        { field: key, pointer, reason: 'unknown_field' },
      ]);
      expect(problemsOf(checkBinding({ data: { [key]: 5 } }))).toMatchObject([
        { field: `data.${key}`, pointer: `#/data${pointer.slice(1)}` },
      ]);
    },
  );
});

describe('clean-up', () => {
  test('is for what people read on the label: the update’s texts, the article number, the data', () => {
    const checked = checkBinding({ sku: ' 40\u200b1 ', data: { origin: ' Ire\u00adland ' } });
    expect(checked).toMatchObject({ ok: true, value: { sku: '401', data: { origin: 'Ireland' } } });
    expect(checked.ok && checked.warnings.map(({ field }) => field)).toEqual(['sku', 'data.origin']);
  });

  test('is for the texts in lists, too, whose form is checked', () => {
    const data = { rows: [{ name: ' Dis\u00adplay ' }] };
    const checked = checkBinding({ data });
    expect(checked).toMatchObject({ ok: true, value: { data: { rows: [{ name: 'Display' }] } } });
    expect(checked.ok && checked.warnings.map(({ field }) => field)).toEqual(['data.rows.0.name']);
    const refused = (rows: unknown) => problemsOf(checkBinding({ data: { rows } })).map(({ pointer }) => pointer);
    for (const name of ['a\u202eb', 5, 'x'.repeat(201)]) expect(refused([{ name }])).toEqual(['#/data/rows/0/name']);
    for (const row of ['x', {}]) expect(refused([row])).toEqual(['#/data/rows/0']);
    for (const count of [0, 17]) expect(refused(Array(count).fill({ name: 'x' }))).toEqual(['#/data/rows']);
    expect(problemsOf(checkBinding({ data: { rows: [] } }))).toMatchObject([
      { reason: 'too_few', message: 'Expected at least 1 entry for data.rows but received an array' },
    ]);
  });

  test('leaves the texts of a layout document as they are', () => {
    const layout = { title: ' A\u200b ', root: { text: 'a\nb' } };
    expect(checkPreview({ ...milk, layout })).toMatchObject({ ok: true, value: { layout }, warnings: [] });
  });
});

describe('a body with as many problems as it has room for', () => {
  const devices = loadDevices();
  const layout = fileLayout(loadLayouts().get('clearance')!);
  const check = (body: string) => {
    const { object, problems } = parseBody(Buffer.from(body));
    return problemsOf(checkPreview(object, problems, (fields) => problemsOfBinding(fields, layout, devices)));
  };

  test.each(worstBodies)('%s: the first 51 problems are found, in time that grows with the bytes', (_, body, first) => {
    const timed = () => {
      const begin = process.cpuUsage();
      check(body);
      const { user, system } = process.cpuUsage(begin);
      return (user + system) / 1000;
    };
    // It takes a tenth of that. Once, the garbage of other tests may be collected meanwhile.
    expect(Math.min(timed(), timed(), timed())).toBeLessThan(250);
    const problems = check(body);
    expect(problems.slice(0, first.length).map(({ field }) => field)).toEqual(first);
    expect(problems.length).toBeGreaterThan(50);
    expect(problems.length).toBeLessThan(110);
  });

  test('has its known fields checked that come after all unknown ones', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`f${i}`, 1]));
    const checked = checkUpdate({ ...unknown, price: '3,50' });
    expect(problemsOf(checked).slice(0, 3)).toMatchObject([
      { field: 'product_name', reason: 'missing' },
      { field: 'unit', reason: 'missing' },
      { field: 'f0', reason: 'unknown_field' },
    ]);
  });

  test('is a query, too', () => {
    const query = Object.fromEntries(Array.from({ length: 8000 }, (_, i) => [`f${i}`, '1']));
    expect(problemsOf(checkPageQuery(query))).toHaveLength(51);
  });
});
