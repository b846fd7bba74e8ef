import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadLayouts } from '../../renderer/layout/files.js';
import { layoutSchema } from '../../renderer/layout/schema.js';
import { column, name, problemsOf, withRoot } from '../support/labels/documents.js';

/** The validator of authors of layouts. */
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, discriminator: true }).compile(layoutSchema);

const times = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
const line = { type: 'line' };
const leaf = (node: object) => withRoot(column(node));
const text = (more: object) => leaf({ ...name, ...more });
const data = (fields: object) => withRoot(column(name), { data: fields });
const fieldsOf = (count: number) => Object.fromEntries(times(count, (i) => [`f${i}`, { type: 'text' }]));
const words = (value: string) => value.split(' ');
const long = (length: number) => 'x'.repeat(length);
const lengths = [0, 10_000, 1.5, ...words('0mm 9999mm 3.2mm 3.125mm 40% 33.333%')];
const noLengths = [-1, 10_001, '', '3 mm', true, null].concat(
  words('mm 3 3px x3mm 3mmx 3,2mm .5mm 3.mm 12345mm 3.1234mm'),
);
const inks = words('black white red yellow accent');
const sides = words('start center end');
const heights = words('top middle bottom');
const resolvers = ['https://id.gs1.org', 'https://shop.example:8080/a/b/', `https://${long(192)}`];
const noResolvers = [
  ...words('http://id.gs1.org https:// id.gs1.org https://a?b https://a#b https://ä.example'),
  ...['https://a b', `https://${long(193)}`, 5],
];
const fieldNames = [
  ...words('price product_name unit sku date model_line locale currency discount data.a'),
  `data.b_2${long(29)}`,
];
const noFieldNames = [
  ...words('name data data. data.A data.1 xprice'),
  ...['', 'price ', 'my data.a', 'data.a b', `data.${long(33)}`, 5],
];

/** A document with these keys somewhere. */
const holders: Readonly<Record<string, (keys: object) => object>> = {
  layout: (keys) => withRoot(column(name), keys),
  box: (keys: object) => withRoot({ ...column(line), ...keys }),
  text,
  ...Object.fromEntries(
    ['price', 'barcode', 'qr', 'line'].map((type) => [type, (keys: object) => leaf({ type, ...keys })]),
  ),
  picture: (keys: object) => leaf({ type: 'picture', source: 'x', ...keys }),
  repeat: (keys: object) => leaf({ type: 'repeat', each: 'data.a', children: [line], ...keys }),
  variant: (keys: object) => withRoot(column(name), { variants: [{ for: {}, root: column(line), ...keys }] }),
  limits: (limits: object) => withRoot(column(name), { variants: [{ for: limits, root: column(name) }] }),
  field: (keys: object) => data({ a: { type: 'text', ...keys } }),
};

/** The key of a holder, with its valid and invalid values. */
const keys: readonly (readonly [string, string, readonly unknown[], readonly unknown[]])[] = [
  ['layout', 'title', ['A', long(80)], ['', long(81), 5]],
  ['layout', 'description', ['', long(500)], [long(501), 5]],
  ['layout', '$schema', ['', long(400)], [long(401), 5]],
  ['layout', 'root', [column(name)], [name, 'x', column(), { type: 'box' }, { children: [line] }]],
  ['layout', 'concessions', [[], ['hide', 'shrink']], [['hide', 'hide'], ['cut']]],
  ['layout', 'resolver', resolvers, noResolvers],
  ['layout', 'data', [{}, fieldsOf(32)], [fieldsOf(33), []]],
  ['box', 'children', [[line], times(64, () => line)], [[], times(65, () => line), {}]],
  ...['gap', 'padding', 'thickness', 'radius'].map((key) => ['box', key, lengths, noLengths] as const),
  ['box', 'direction', ['row', 'column'], ['rows']],
  ['box', 'justify', [...sides, 'between'], ['around', 'stretch']],
  ['box', 'align', [...sides, 'stretch'], ['between']],
  ...['fill', 'outline'].map((key) => ['box', key, inks, ['purple', '']] as const),
  ['repeat', 'children', [[line], times(9, () => line)], [undefined, []]],
  ['repeat', 'most', [1, 16], [0, 17, 1.5]],
  ['text', 'optional', [1, 9], [0, 10, 1.5]],
  ...['width', 'height'].map((key) => ['text', key, lengths, noLengths] as const),
  ['text', 'grow', [0, 0.5, 1000], [-1, 1001, '1']],
  ['text', 'rotate', [90, 180, 270], [0, 45, 360, '90']],
  ['text', 'lines', [1, 12], [0, 13, 1.5, '1']],
  ['text', 'weight', ['regular', 'bold'], ['medium']],
  ['text', 'ink', inks, ['purple']],
  ['text', 'align', sides, ['left', 'stretch']],
  ['text', 'valign', heights, ['center']],
  [
    'text',
    'size',
    [undefined, ...lengths, { preferred: 9, floor: 9 }],
    [...noLengths, {}, { preferred: 9 }, { floor: 9 }, { preferred: 9, floor: 9, least: 9 }],
  ],
  [
    'text',
    'text',
    ['x', long(400), { en: 'x' }, { en: 'x', de: long(400), 'de-CH': 'y', fil: 'z' }],
    [
      ...['', long(401), 5, {}, { de: 'x' }, { en: '' }, { en: 5 }, { en: 'x', de: '' }, { en: 'x', de: long(401) }],
      ...words('german de-ch de-CHE xxde-CH d').map((language) => ({ en: 'x', [language]: 'y' })),
    ],
  ],
  [
    'text',
    'when',
    [...fieldNames, { field: 'unit', equals: '' }, { field: 'unit', equals: [] }],
    [
      ...[...noFieldNames, {}, { field: 'unit' }, { equals: '' }, { greater: '1' }, { greater: '1', less: '2' }],
      ...[{ equals: '', not: 'sku' }, { not: 'sku' }, { equals: '', less: '1' }].map((more) => ({
        field: 'unit',
        ...more,
      })),
    ],
  ],
  [
    'text',
    'when',
    [{ not: 'sku' }, { all: ['sku'] }, { any: times(8, () => ({ not: { field: 'unit', equals: '' } })) }],
    [
      ...[{ not: 'x' }, { not: {} }, { not: ['sku'] }, { all: [] }, { any: 'sku' }, { any: times(9, () => 'sku') }],
      ...[{ field: 'unit' }, { any: ['sku'] }, { not: 'sku' }].map((more) => ({ all: ['sku'], ...more })),
      ...[{ field: 'unit', any: ['sku'] }, { or: ['sku'] }],
    ],
  ],
  ['price', 'largest', lengths, noLengths],
  ...['strike', 'ink'].map((key) => ['price', key, inks, ['purple', 1]] as const),
  ['price', 'align', sides, ['left']],
  ['price', 'valign', heights, ['center']],
  ['line', 'ink', inks, ['purple', '']],
  ['barcode', 'text', ['x', long(200)], ['', long(201), 5]],
  ['barcode', 'symbology', words('ean13 ean8 upca code128 auto'), ['qr', 'code39']],
  ['barcode', 'digits', [true, false], ['true', 1]],
  ['barcode', 'guards', ['long', 'even'], ['short', true]],
  ['barcode', 'align', sides, ['left']],
  ['qr', 'text', ['x', long(400)], ['', long(401), 5]],
  ['qr', 'resolver', resolvers, noResolvers],
  ['qr', 'valign', heights, ['center']],
  ['picture', 'fit', ['contain', 'cover', 'stretch'], ['fill']],
  ['picture', 'dither', ['none', 'ordered', 'floyd-steinberg'], ['random']],
  ['picture', 'align', sides, ['left']],
  ['picture', 'source', ['x', long(240 * 1024)], ['', long(240 * 1024 + 1), 5]],
  ['variant', 'root', [column(line)], [undefined, line]],
  ['variant', 'for', [{ min_width: 1, max_height: 2 }], [undefined, { width: 1 }, 5]],
  ...words('min_aspect max_aspect min_width max_width min_height max_height').map(
    (limit) => ['limits', limit, [0.01, 1, 100_000], [0, -1, 100_001, '1']] as const,
  ),
  ['field', 'required', [true, false], ['true', 1]],
  ['field', 'description', ['', long(200)], [long(201), 5]],
  ['field', 'example', ['x', long(200)], ['', long(201), 5]],
  ['field', 'values', [['x'], times(64, () => long(200))], [[], times(65, () => 'x'), [''], [long(201)], [5], 'x']],
];

/** A place in a document, with its valid and invalid values. */
const places: readonly (readonly [string, (value: unknown) => object, readonly unknown[], readonly unknown[]])[] = [
  ...keys.map(
    ([holder, key, right, wrong]) =>
      [`${holder} ${key}`, (value: unknown) => holders[holder]!({ [key]: value }), right, wrong] as const,
  ),
  [
    'a node',
    (node) => leaf(node as object),
    [column(name), name, { type: 'price' }, { type: 'barcode' }, { type: 'qr' }, { type: 'qr', text: 'x' }, line],
    [null, 'x', {}, { type: 'x' }, { type: 'text' }, { type: 'picture' }],
  ],
  ['an unknown key', (key) => leaf({ ...line, [String(key)]: 1 }), [], ['x', 'text', 'size', 'children']],
  [
    'the corners of a polygon',
    (count) => leaf({ type: 'shape', shape: 'polygon', points: times(Number(count), () => [0, 100]) }),
    [3, 64],
    [2, 65],
  ],
  [
    'an icon',
    (icon) => leaf({ type: 'icon', icon }),
    ['organic', 'organic'.padEnd(400)],
    ['', 'organic'.padEnd(401), 5],
  ],
  [
    'the name of a picture',
    (key) => withRoot(column(name), { pictures: { [String(key)]: 'x' } }),
    ['a-b_1', '4006381333931', long(32)],
    ['', 'A', '_1', long(33)],
  ],
  ['the columns of a list', (columns) => data({ a: { type: 'list', columns } }), [{ a: 'text' }], [{}, { a: 'date' }]],
  ...['preferred', 'floor', 'largest'].map(
    (key) =>
      [
        `a ${key} size`,
        (px: unknown) => text({ size: { preferred: 9, floor: 9, [key]: px } }),
        lengths,
        noLengths,
      ] as const,
  ),
  [
    'the languages of a text',
    (count) =>
      text({
        text: Object.fromEntries<string>([
          ['en', 'x'],
          ...times(
            Number(count) - 1,
            (i) => [`x${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}`, 'x'] as const,
          ),
        ]),
      }),
    [1, 64],
    [65],
  ],
  [
    'the field of a price',
    (field) => withRoot(column({ type: 'price', field }), { data: { a: { type: 'price' } } }),
    ['price', 'data.a'],
    noFieldNames,
  ],
  [
    'what a field is compared with',
    (number) => text({ when: { any: ['greater', 'less'].map((key) => ({ field: 'unit', [key]: number })) } }),
    ['0', '10', '-2.5', '999999999.999999'],
    ['', 'x', '1e3', '.5', '1.', '+1', '1234567890', 10],
  ],
  [
    'phrases',
    (phrases) => withRoot(column(name), { phrases }),
    [{}, { a: { en: 'x' } }, { [`a_${'1'.repeat(30)}`]: { en: 'x', 'de-CH': '{unit}' } }],
    [
      ...[{ a: 'x' }, { a: {} }, { a: { de: 'x' } }, { a: { en: '' } }, { A: { en: 'x' } }, { '1': { en: 'x' } }],
      Object.fromEntries(times(65, (i) => [`a${i}`, { en: 'x' }])),
    ],
  ],
  [
    'parts',
    (parts) => withRoot(column(name), { parts }),
    [{}, { a: name }, { a_1: column(name) }],
    [{ a: {} }, { a: { type: 'x' } }, { 'a-b': name }, Object.fromEntries(times(65, (i) => [`a${i}`, name]))],
  ],
  [
    'a use of a part',
    (more) => withRoot(column({ type: 'part', ...(more as object) }), { parts: { a: name } }),
    [
      { part: 'a' },
      { part: 'a', when: 'sku', width: 1, height: 2, grow: 1, optional: 1, rotate: 90 },
      { part: 'a', size: '9%', lines: 2, weight: 'bold', ink: 'red', align: 'end', valign: 'top' },
    ],
    [{}, { part: 'A' }, { part: 5 }, { part: 'a', text: 'x' }, { part: 'a', size: 'x' }],
  ],
  ['the field of a condition', (field) => text({ when: { field, equals: 'x' } }), fieldNames, noFieldNames],
  [
    'what a condition equals',
    (equals) => text({ when: { field: 'unit', equals } }),
    [long(200), ['', long(200)], times(32, () => 'x')],
    [long(201), [long(201)], times(33, () => 'x'), [5], 5],
  ],
  [
    'the name of a field',
    (field) => data({ [String(field)]: { type: 'text' } }),
    ['a', 'b_2', long(32)],
    ['', 'A', '1', '_', 'a-b', long(33), 'x y', ' x'],
  ],
  [
    'a field',
    (field) => data({ a: field }),
    [{ type: 'text' }, { type: 'price' }],
    ['text', {}, { type: 'number' }, { type: 'text', x: 1 }],
  ],
  [
    'the variants',
    (count) => withRoot(column(line), { variants: times(Number(count), () => ({ for: {}, root: column(line) })) }),
    [0, 1, 16],
    [17],
  ],
  ['a variant', (one) => withRoot(column(line), { variants: [one] }), [], ['x', { for: {}, root: column(line), x: 1 }]],
];

describe('the published schema', () => {
  test.each(places)('agrees with the check of layouts about %s', (_, document, right, wrong) => {
    // No schema checks whether a source is a picture.
    const schemaOf = (value: unknown) => problemsOf(document(value)).filter(({ reason }) => reason !== 'picture');
    for (const value of right) {
      expect([value, validate(document(value)), validate.errors]).toEqual([value, true, null]);
      expect([value, schemaOf(value).filter(({ reason }) => reason !== 'unknown_field')]).toEqual([value, []]);
    }
    for (const value of wrong) {
      expect([value, validate(document(value))]).toEqual([value, false]);
      expect([value, schemaOf(value).length > 0]).toEqual([value, true]);
    }
  });

  test.each(['title', 'description', 'root'])('asks for the %s', (key) => {
    expect(validate({ ...withRoot(column(name)), [key]: undefined })).toBe(false);
    expect(validate(withRoot(column(name), { x: 1 }))).toBe(false);
  });

  test('takes each shipped layout', () => {
    for (const { id, ...document } of loadLayouts().values()) expect([id, validate(document)]).toEqual([id, true]);
  });

  test('describes each kind of node, and each of their keys', () => {
    const { node, condition, ...kinds } = layoutSchema.$defs;
    expect(node.properties.type.enum).toEqual(Object.keys(kinds));
    // The text of a barcode or a QR code, and the children, need no description.
    const own = ['type', 'children', 'text'];
    for (const [kind, { description, properties }] of Object.entries({ ...kinds, condition })) {
      expect([kind, description]).toEqual([kind, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
      for (const [key, value] of Object.entries(properties as Record<string, { description?: string }>))
        if (!own.includes(key))
          expect([kind, key, value.description]).toEqual([kind, key, expect.stringMatching(/.{8,}\.$/)]);
    }
  });
});
