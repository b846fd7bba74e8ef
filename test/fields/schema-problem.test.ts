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

/** Where a problem is, its reason, its sentence, what came and what is meant; the last two where they are told. */
type Told = readonly [at: string, reason: string, message: string, received?: string, example?: string];

const fields: readonly (readonly [string, Checked<unknown>, readonly Told[]])[] = [
  [
    'nothing',
    checkUpdate({}),
    [
      ['price', 'missing', 'Expected a value for price but received none', undefined, '3.50'],
      [
        'product_name',
        'missing',
        'Expected a value for product_name but received none',
        undefined,
        'Organic whole milk',
      ],
      ['unit', 'missing', 'Expected a value for unit but received none', undefined, '1 L'],
    ],
  ],
  [
    'null for a field that is required',
    checkUpdate({ ...milk, unit: null }),
    [['unit', 'missing', 'Expected a value for unit but received none', undefined, '1 L']],
  ],
  [
    'a price of another form',
    checkUpdate({ ...milk, price: '3,5' }),
    [
      [
        'price',
        'format',
        'Expected digits, a dot and two digits, such as "3.50", for price but received "3,5"',
        '3,5',
        '3.50',
      ],
    ],
  ],
  [
    'other types',
    checkUpdate({ price: 3.5, product_name: true, unit: [] }),
    [
      ['price', 'type', 'Expected a string for price but received the number 3.5', '3.5', '3.50'],
      [
        'product_name',
        'type',
        'Expected a string for product_name but received the boolean true',
        'true',
        'Organic whole milk',
      ],
      ['unit', 'type', 'Expected a string for unit but received an array', undefined, '1 L'],
    ],
  ],
  [
    'an object for a text',
    checkUpdate({ ...milk, unit: {} }),
    [['unit', 'type', 'Expected a string for unit but received an object', undefined, '1 L']],
  ],
  [
    'a text that is too long',
    checkUpdate({ ...milk, unit: x(33) }),
    [['unit', 'too_long', `Expected at most 32 characters for unit but received "${x(33)}"`, x(33), '1 L']],
  ],
  [
    'blanks',
    checkUpdate({ ...milk, unit: ' ' }),
    [['unit', 'blank', 'Expected more than blanks for unit', undefined, '1 L']],
  ],
  [
    'a field in another case',
    checkUpdate({ ...milk, Unit: 1 }),
    [['Unit', 'unknown_field', 'Expected a known field but received Unit (did you mean "unit"?)']],
  ],
  [
    'what can not be drawn',
    checkUpdate({ ...milk, unit: 'a\u0000', product_name: '\ud800' }),
    [
      ['unit', 'control_character', 'Expected no control characters or line breaks for unit'],
      ['product_name', 'lone_surrogate', 'Expected whole Unicode characters for product_name'],
    ],
  ],
  [
    'a binding',
    checkBinding({ currency: 'eur', locale: 5, sku: x(65) }),
    [
      [
        'sku',
        'too_long',
        `Expected at most 64 characters for sku but received "${x(64)}…"`,
        `${x(64)}…`,
        '4006381333931',
      ],
      ['locale', 'type', 'Expected a string for locale but received the number 5', '5', 'en-US'],
      ['currency', 'format', 'Expected something such as "USD" for currency but received "eur"', 'eur', 'USD'],
    ],
  ],
  [
    'data, each entry of it',
    checkBinding({ data: { A: 'x', b: '', c: 5, d: x(201), e: 'a\u202eb' } }),
    [
      [
        'data.A',
        'format',
        'Expected a lower-case name of at most 32 letters, digits and underscores for data.A but received "A"',
        'A',
      ],
      ['data.b', 'blank', 'Expected more than blanks for data.b'],
      ['data.c', 'type', 'Expected a string or an array for data.c but received the number 5', '5'],
      ['data.d', 'too_long', `Expected at most 200 characters for data.d but received "${x(64)}…"`, `${x(64)}…`],
      ['data.e', 'bidi_control', 'Expected no bidi overrides or isolates (U+202A–E, U+2066–9) for data.e'],
    ],
  ],
  [
    'too much data',
    checkBinding({ data: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`a${i}`, 'x'])) }),
    [['data', 'too_many', 'Expected at most 32 entries for data but received an object']],
  ],
  [
    'data that is none',
    checkBinding({ data: 'x' }),
    [['data', 'type', 'Expected an object for data but received "x"', 'x']],
  ],
  [
    'a list of data',
    checkBinding({ data: ['x'] }),
    [['data', 'type', 'Expected an object for data but received an array']],
  ],
  [
    'data that is null',
    checkBinding({ data: null }),
    [['data', 'type', 'Expected an object for data but received null']],
  ],
  [
    'how a preview looks',
    checkPreview({ ...milk, view: 'rgb', scale: 9, date: 'x', layout: 5 }),
    [
      ['layout', 'type', 'Expected a string or an object for layout but received the number 5', '5', 'standard'],
      ['date', 'format', 'Expected something such as "2026-11-20" for date but received "x"', 'x', '2026-11-20'],
      ['view', 'unknown_value', 'Expected one of ink, panel for view but received "rgb"', 'rgb', 'ink'],
      ['scale', 'range', 'Expected a number <= 8 for scale but received the number 9', '9', '2'],
    ],
  ],
  [
    'a scale below the first',
    checkPreview({ ...milk, scale: 0 }),
    [['scale', 'range', 'Expected a number >= 1 for scale but received the number 0', '0', '2']],
  ],
  [
    'half a scale',
    checkPreview({ ...milk, scale: 0.5 }),
    [['scale', 'type', 'Expected an integer for scale but received the number 0.5', '0.5', '2']],
  ],
];

describe('what is wrong with a body is said field for field', () => {
  test.each(fields)('%s', (_, checked, told) => {
    const expected = told.map(([field, reason, message, received, example]) => ({
      field,
      pointer: `#/${field.replace('.', '/')}`,
      reason,
      message,
      ...(received !== undefined && { received }),
      ...(example !== undefined && { example }),
    }));
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
    expect(wrong.find(({ field }) => field === 'scal')!.message).toContain('"scale"');
  });

  test.each<[string, Checked<unknown>, string, string]>([
    ['1.5', checkImageQuery({ scale: '1.5' }), 'scale', 'type'],
    ['', checkImageQuery({ scale: '' }), 'scale', 'type'],
    [' 2', checkImageQuery({ scale: ' 2' }), 'scale', 'type'],
    ['2 ', checkImageQuery({ scale: '2 ' }), 'scale', 'type'],
    ['0x2', checkImageQuery({ scale: '0x2' }), 'scale', 'type'],
    ['ten digits', checkPageQuery({ limit: '0000000007' }), 'limit', 'type'],
    ['two of them', checkImageQuery({ scale: ['1', '2'] }), 'scale', 'type'],
    ['a cursor of other letters', checkPageQuery({ cursor: '!' }), 'cursor', 'format'],
    ['a name that all objects have', checkPageQuery({ toString: '1' }), 'toString', 'unknown_parameter'],
  ])('does not take %j', (_, checked, field, reason) => {
    expect(problemsOf(checked)).toMatchObject([{ field, reason }]);
  });

  test('takes nine digits', () => {
    expect(checkPageQuery({ limit: '000000007' })).toMatchObject({ ok: true, value: { limit: 7 } });
  });
});

test('a name with a slash or a tilde is escaped in its pointer, and whole in its field', () => {
  for (const [name, escaped] of [
    ['a/b~c', 'a~1b~0c'],
    ['a~1b', 'a~01b'],
  ] as const)
    expect(problemsOf(checkBinding({ data: { [name]: 5 } })).map(({ field, pointer }) => [field, pointer])).toEqual([
      [`data.${name}`, `#/data/${escaped}`],
    ]);
});
