import { describe, expect, test } from '@jest/globals';
import type { Checked } from '../../server/fields/checked.js';
import {
  checkBinding,
  checkImageQuery,
  checkPageQuery,
  checkPreview,
  checkUpdate,
} from '../../server/fields/validate.js';
import { milk } from '../support/server.js';

const problemsOf = (checked: Checked<unknown>) => (checked.ok ? [] : checked.problems);
const x = (length: number) => 'x'.repeat(length);

/** Where a problem is, its reason, its sentence after "Expected" with `@` for the place, what came, and what is meant. */
function problemOf(line: string) {
  const [said, ...more] = line.split(' | ');
  const [, field, reason, message] = /^(\S+) (\w+): (.*)$/s.exec(said!)!;
  const [received, example] = ['received ', 'example '].map((word) =>
    more.find((each) => each.startsWith(word))?.slice(word.length),
  );
  return {
    ...{ field: field!, pointer: `#/${field!.replace('.', '/')}`, reason },
    message: `Expected ${message!.replaceAll('@', field!)}`,
    ...(received !== undefined && { received }),
    ...(example !== undefined && { example }),
  };
}

const noUnit = 'unit missing: a value for @ but received none | example 1 L';
const fields: readonly (readonly [string, Checked<unknown>, ...string[]])[] = [
  [
    'nothing',
    checkUpdate({}),
    'price missing: a value for @ but received none | example 3.50',
    'product_name missing: a value for @ but received none | example Organic whole milk',
    noUnit,
  ],
  ...[null, ''].map((unit) => [`${unit} for a required field`, checkUpdate({ ...milk, unit }), noUnit] as const),
  [
    'a price of another form',
    checkUpdate({ ...milk, price: '3,5' }),
    'price format: digits, a dot and two digits, such as "3.50", for @ but received "3,5" | received 3,5 | example 3.50',
  ],
  [
    'other types',
    checkUpdate({ price: 3.5, product_name: true, unit: [] }),
    'price type: a string for @ but received the number 3.5 | received 3.5 | example 3.50',
    'product_name type: a string for @ but received the boolean true | received true | example Organic whole milk',
    'unit type: a string for @ but received an array | example 1 L',
  ],
  [
    'an object for a text',
    checkUpdate({ ...milk, unit: {} }),
    'unit type: a string for @ but received an object | example 1 L',
  ],
  [
    'a text that is too long',
    checkUpdate({ ...milk, unit: x(33) }),
    `unit too_long: at most 32 characters for @ but received "${x(33)}" | received ${x(33)} | example 1 L`,
  ],
  ['blanks', checkUpdate({ ...milk, unit: ' ' }), 'unit blank: more than blanks for @ | example 1 L'],
  [
    'a field in another case',
    checkUpdate({ ...milk, Unit: 1 }),
    'Unit unknown_field: a known field but received @ (did you mean "unit"?)',
  ],
  [
    'what can not be drawn',
    checkUpdate({ ...milk, unit: 'a\u0000', product_name: '\ud800' }),
    'unit control_character: no control characters or line breaks for @',
    'product_name lone_surrogate: whole Unicode characters for @',
  ],
  [
    'a binding',
    checkBinding({ currency: 'eur', locale: 5, sku: x(65) }),
    `sku too_long: at most 64 characters for @ but received "${x(64)}…" | received ${x(64)}… | example 4006381333931`,
    'locale type: a string for @ but received the number 5 | received 5 | example en-US',
    'currency format: something such as "USD" for @ but received "eur" | received eur | example USD',
  ],
  [
    'a list with an entry that comes again',
    checkBinding({ lint: ['at', 'eu', 'at'] }),
    'lint duplicate: each entry once for @ but received "at" | received at | example truth,at',
  ],
  [
    'data, each entry of it',
    checkBinding({ data: { A: 'x', b: '', c: 5, d: x(201), e: 'a\u202eb' } }),
    'data.A format: a lower-case name of at most 32 letters, digits and underscores for @ but received "A" | received A',
    'data.b blank: more than blanks for @',
    'data.c type: a string or an array for @ but received the number 5 | received 5',
    `data.d too_long: at most 200 characters for @ but received "${x(64)}…" | received ${x(64)}…`,
    'data.e bidi_control: no bidi overrides or isolates (U+202A–E, U+2066–9) for @',
  ],
  [
    'too much data',
    checkBinding({ data: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`a${i}`, 'x'])) }),
    'data too_many: at most 32 entries for @ but received an object',
  ],
  ['data that is none', checkBinding({ data: 'x' }), 'data type: an object for @ but received "x" | received x'],
  ['a list of data', checkBinding({ data: ['x'] }), 'data type: an object for @ but received an array'],
  ['data that is null', checkBinding({ data: null }), 'data type: an object for @ but received null'],
  [
    'how a preview looks',
    checkPreview({ ...milk, view: 'rgb', scale: 9, date: 'x', layout: 5 }),
    'layout type: a string or an object for @ but received the number 5 | received 5 | example standard',
    'date format: something such as "2026-11-20" for @ but received "x" | received x | example 2026-11-20',
    'view unknown_value: one of ink, panel, tag for @ but received "rgb" | received rgb | example ink',
    'scale range: a number <= 8 for @ but received the number 9 | received 9 | example 2',
  ],
  [
    'a scale below the first',
    checkPreview({ ...milk, scale: 0 }),
    'scale range: a number >= 1 for @ but received the number 0 | received 0 | example 2',
  ],
  [
    'half a scale',
    checkPreview({ ...milk, scale: 0.5 }),
    'scale type: an integer for @ but received the number 0.5 | received 0.5 | example 2',
  ],
];

describe('what is wrong with a body is said field for field', () => {
  test.each(fields)('%s', (_, checked, ...problems) => {
    const expected = problems.map(problemOf);
    const byField = (a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1);
    expect([...problemsOf(checked)].sort(byField)).toEqual(expected.sort(byField));
  });
});

test('a key of data with a dot in its name is one key: its text is wrong in one place', () => {
  expect(problemsOf(checkBinding({ data: { 'a.b': 'x\u0000' } }))).toMatchObject([
    { field: 'data.a.b', pointer: '#/data/a.b', reason: 'control_character' },
  ]);
});

describe('a query', () => {
  test.each<[string, Checked<unknown>, object]>([
    ['of an image', checkImageQuery({ scale: '2', view: 'panel' }), { scale: 2, view: 'panel' }],
    ['of a page', checkPageQuery({ limit: '100', cursor: '10' }), { limit: 100, cursor: '10' }],
    ['that is empty', checkImageQuery({}), {}],
  ])('%s has numbers where the schema has them', (_, checked, value) => {
    expect(checked).toEqual({ ok: true, value, warnings: [] });
  });

  test('that is wrong is said parameter for parameter, without pointers', () => {
    const wrong = problemsOf(checkImageQuery({ scale: '9', view: 'rgb', scal: '1' }));
    expect(wrong.map(({ field, reason, pointer }) => [field, reason, pointer])).toEqual(
      expect.arrayContaining([
        ['scal', 'unknown_parameter', undefined],
        ['scale', 'range', undefined],
        ['view', 'unknown_value', undefined],
      ]),
    );
    expect(wrong.find(({ field }) => field === 'scal')!.message).toBe(
      'Expected a known parameter but received scal (did you mean "scale"?)',
    );
  });

  test.each<[string, Checked<unknown>, string, string]>([
    ...['1.5', '', ' 2', '2 ', '0x2', ['1', '2']].map((scale): [string, Checked<unknown>, string, string] => [
      String(scale),
      checkImageQuery({ scale }),
      'scale',
      'type',
    ]),
    ['ten digits', checkPageQuery({ limit: '0000000007' }), 'limit', 'type'],
    ['a cursor of other letters', checkPageQuery({ cursor: '!' }), 'cursor', 'format'],
    ['a name that all objects have', checkPageQuery({ toString: '1' }), 'toString', 'unknown_parameter'],
  ])('does not take %j', (_, checked, field, reason) => {
    expect(problemsOf(checked)).toMatchObject([{ field, reason }]);
  });

  test('takes nine digits', () => {
    expect(checkPageQuery({ limit: '000000007' })).toMatchObject({ ok: true, value: { limit: 7 } });
  });
});
