import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadLayouts } from '../../renderer/layout/files.js';
import { layoutSchema } from '../../renderer/layout/schema.js';
import { column, name, problemsOf, withRoot } from '../support/labels/documents.js';

/** What those who write layouts check them with. */
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, discriminator: true }).compile(layoutSchema);

const times = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
const line = { type: 'line' };
const leaf = (node: object) => withRoot(column(node));
const text = (more: object) => leaf({ ...name, ...more });
const data = (fields: object) => withRoot(column(name), { data: fields });
const variant = (limits: object) => withRoot(column(name), { variants: [{ for: limits, root: column(name) }] });
const barcode = (more: object) => leaf({ type: 'barcode', ...more });
const picture = { type: 'picture', source: 'x' };
const code128 = { type: 'barcode', symbology: 'code128' };
const lengths = [0, 10_000, 1.5, '0mm', '9999mm', '3.2mm', '3.125mm', '40%', '33.333%'];
const noLengths = [
  -1,
  10_001,
  '',
  'mm',
  '3',
  '3px',
  '3 mm',
  'x3mm',
  '3mmx',
  '3,2mm',
  '.5mm',
  '3.mm',
  '12345mm',
  '3.1234mm',
  true,
  null,
];
const inks = ['black', 'white', 'red', 'yellow', 'accent'];
const sides = ['start', 'center', 'end'];
const heights = ['top', 'middle', 'bottom'];
const resolvers = ['https://id.gs1.org', 'https://shop.example:8080/a/b/', `https://${'x'.repeat(192)}`];
const noResolvers = [
  'http://id.gs1.org',
  'https://',
  'id.gs1.org',
  'https://a b',
  'https://a?b',
  'https://a#b',
  'https://ä.example',
  `https://${'x'.repeat(193)}`,
  5,
];
const fieldNames = [
  ...'price product_name unit sku date model_line locale currency discount data.a'.split(' '),
  `data.b_2${'x'.repeat(29)}`,
];
const noFieldNames = [
  '',
  'name',
  'data',
  'data.',
  'data.A',
  'data.1',
  `data.${'x'.repeat(33)}`,
  'xprice',
  'price ',
  'my data.a',
  'data.a b',
  5,
];

/** A place in a document, what may stand there, and what may not. */
const places: readonly (readonly [string, (value: unknown) => object, readonly unknown[], readonly unknown[]])[] = [
  ['the title', (title) => withRoot(column(name), { title }), ['A', 'x'.repeat(80)], ['', 'x'.repeat(81), 5]],
  [
    'the description',
    (description) => withRoot(column(name), { description }),
    ['', 'x'.repeat(500)],
    ['x'.repeat(501), 5],
  ],
  ['$schema', ($schema) => withRoot(column(name), { $schema }), ['', 'x'.repeat(400)], ['x'.repeat(401), 5]],
  [
    'the root',
    (root) => withRoot(root as object),
    [column(name)],
    [name, 'x', column(), { type: 'box' }, { children: [line] }],
  ],
  [
    'a node',
    (node) => leaf(node as object),
    [column(name), name, { type: 'price' }, { type: 'barcode' }, { type: 'qr' }, { type: 'qr', text: 'x' }, line],
    [null, 'x', {}, { type: 'x' }, { type: 'text' }, { type: 'picture' }],
  ],
  ['an unknown key', (key) => leaf({ ...line, [String(key)]: 1 }), [], ['x', 'text', 'size', 'children']],
  [
    'the children',
    (children) => withRoot({ type: 'box', children }),
    [[line], times(64, () => line)],
    [[], times(65, () => line), {}],
  ],
  [
    'the children of a repeat',
    (children) => leaf({ type: 'repeat', each: 'data.a', children }),
    [[line], times(9, () => line)],
    [undefined, []],
  ],
  [
    'the most rows of a repeat',
    (most) => leaf({ type: 'repeat', each: 'data.a', children: [line], most }),
    [1, 16],
    [0, 17, 1.5],
  ],
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
  ['what is optional', (optional) => text({ optional }), [1, 9], [0, 10, 1.5]],
  [
    'the concessions',
    (concessions) => withRoot(column(name), { concessions }),
    [[], ['hide', 'shrink']],
    [['hide', 'hide'], ['cut']],
  ],
  [
    'the name of a picture',
    (key) => withRoot(column(name), { pictures: { [String(key)]: 'x' } }),
    ['a-b_1', 'x'.repeat(32)],
    ['', 'A', '1', 'x'.repeat(33)],
  ],
  ['the columns of a list', (columns) => data({ a: { type: 'list', columns } }), [{ a: 'text' }], [{}, { a: 'date' }]],
  ['a width', (width) => text({ width }), lengths, noLengths],
  ['a height', (height) => text({ height }), lengths, noLengths],
  ['a gap', (gap) => withRoot({ ...column(line), gap }), lengths, noLengths],
  ['a padding', (padding) => withRoot({ ...column(line), padding }), lengths, noLengths],
  ['a thickness', (thickness) => withRoot({ ...column(line), thickness }), lengths, noLengths],
  ['a radius', (radius) => withRoot({ ...column(line), radius }), lengths, noLengths],
  ['a preferred size', (preferred) => text({ size: { preferred, floor: 9 } }), lengths, noLengths],
  ['a floor', (floor) => text({ size: { preferred: 9, floor } }), lengths, noLengths],
  ['a largest size', (largest) => text({ size: { preferred: 9, floor: 9, largest } }), lengths, noLengths],
  [
    'a size',
    (size) => text({ size }),
    [undefined, ...lengths, { preferred: 9, floor: 9 }],
    [...noLengths, {}, { preferred: 9 }, { floor: 9 }, { preferred: 9, floor: 9, least: 9 }],
  ],
  ['a price’s largest size', (largest) => leaf({ type: 'price', largest }), lengths, noLengths],
  ['a strike', (strike) => leaf({ type: 'price', strike }), inks, ['blue', 1]],
  ['a price’s ink', (ink) => leaf({ type: 'price', ink }), inks, ['blue', 1]],
  ['a price’s side', (align) => leaf({ type: 'price', align }), sides, ['left']],
  ['a price’s height', (valign) => leaf({ type: 'price', valign }), heights, ['center']],
  ['a growth', (grow) => text({ grow }), [0, 0.5, 1000], [-1, 1001, '1']],
  ['a turn', (rotate) => text({ rotate }), [90, 180, 270], [0, 45, 360, '90']],
  ['a direction', (direction) => withRoot({ ...column(line), direction }), ['row', 'column'], ['rows']],
  [
    'a justification',
    (justify) => withRoot({ ...column(line), justify }),
    [...sides, 'between'],
    ['around', 'stretch'],
  ],
  ['an alignment of children', (align) => withRoot({ ...column(line), align }), [...sides, 'stretch'], ['between']],
  ['a fill', (fill) => withRoot({ ...column(line), fill }), inks, ['blue', '']],
  ['an outline', (outline) => withRoot({ ...column(line), outline }), inks, ['blue', '']],
  ['a line’s ink', (ink) => leaf({ ...line, ink }), inks, ['blue', '']],
  [
    'a text',
    (value) => text({ text: value }),
    ['x', 'x'.repeat(400), { en: 'x' }, { en: 'x', de: 'x'.repeat(400), 'de-CH': 'y', fil: 'z' }],
    [
      '',
      'x'.repeat(401),
      5,
      {},
      { de: 'x' },
      { en: '' },
      { en: 'x', de: '' },
      { en: 'x', de: 'x'.repeat(401) },
      { en: 'x', german: 'y' },
      { en: 'x', 'de-ch': 'y' },
      { en: 'x', 'de-CHE': 'y' },
      { en: 'x', 'xxde-CH': 'y' },
      { en: 'x', d: 'y' },
      { en: 5 },
    ],
  ],
  [
    'the languages of a text',
    (count) =>
      text({
        text: Object.fromEntries(
          [
            'en',
            ...times(Number(count) - 1, (i) => `x${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}`),
          ].map((language) => [language, 'x']),
        ),
      }),
    [1, 64],
    [65],
  ],
  ['a number of lines', (lines) => text({ lines }), [1, 12], [0, 13, 1.5, '1']],
  ['a weight', (weight) => text({ weight }), ['regular', 'bold'], ['medium']],
  ['a text’s ink', (ink) => text({ ink }), inks, ['blue']],
  ['a text’s side', (align) => text({ align }), sides, ['left', 'stretch']],
  ['a text’s height', (valign) => text({ valign }), heights, ['center']],
  [
    'a price’s field',
    (field) => withRoot(column({ type: 'price', field }), { data: { a: { type: 'price' } } }),
    ['price', 'data.a'],
    noFieldNames,
  ],
  ['a barcode’s text', (value) => barcode({ text: value }), ['x', 'x'.repeat(200)], ['', 'x'.repeat(201), 5]],
  [
    'a symbology',
    (symbology) => barcode({ symbology }),
    ['ean13', 'ean8', 'upca', 'code128', 'auto'],
    ['qr', 'code39'],
  ],
  ['a barcode’s digits', (digits) => barcode({ digits }), [true, false], ['true', 1]],
  ['a barcode’s guard bars', (guards) => barcode({ guards }), ['long', 'even'], ['short', true]],
  ['a barcode’s side', (align) => leaf({ ...code128, align }), sides, ['left']],
  ['a QR code’s text', (value) => leaf({ type: 'qr', text: value }), ['x', 'x'.repeat(400)], ['', 'x'.repeat(401), 5]],
  ['a QR code’s resolver', (resolver) => leaf({ type: 'qr', resolver }), resolvers, noResolvers],
  ['a layout’s resolver', (resolver) => withRoot(column(name), { resolver }), resolvers, noResolvers],
  ['a QR code’s height', (valign) => leaf({ type: 'qr', text: 'x', valign }), heights, ['center']],
  [
    'a condition',
    (when) => text({ when }),
    [...fieldNames, { field: 'unit', equals: '' }, { field: 'unit', equals: [] }],
    [
      ...[...noFieldNames, {}, { field: 'unit' }, { equals: '' }, { field: 'unit', equals: '', not: 'sku' }],
      ...[
        { field: 'unit', not: 'sku' },
        { field: 'unit', equals: '', less: '1' },
        { greater: '1' },
        { greater: '1', less: '2' },
      ],
    ],
  ],
  [
    'a condition that is put together',
    (when) => text({ when }),
    [{ not: 'sku' }, { all: ['sku'] }, { any: times(8, () => ({ not: { field: 'unit', equals: '' } })) }],
    [
      ...[{ not: 'x' }, { not: {} }, { not: ['sku'] }, { all: [] }, { any: 'sku' }, { any: times(9, () => 'sku') }],
      ...[
        { field: 'unit', all: ['sku'] },
        { field: 'unit', any: ['sku'] },
        { all: ['sku'], any: ['sku'] },
      ],
      ...[{ not: 'sku', all: ['sku'] }, { or: ['sku'] }],
    ],
  ],
  [
    'what a field is compared with',
    (number) =>
      text({
        when: {
          any: [
            { field: 'unit', greater: number },
            { field: 'unit', less: number },
          ],
        },
      }),
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
    'a place of a part',
    (more) => withRoot(column({ type: 'part', ...(more as object) }), { parts: { a: name } }),
    [
      { part: 'a' },
      { part: 'a', when: 'sku', width: 1, height: 2, grow: 1, optional: 1, rotate: 90 },
      { part: 'a', size: '9%', lines: 2, weight: 'bold', ink: 'red', align: 'end', valign: 'top' },
    ],
    [{}, { part: 'A' }, { part: 5 }, { part: 'a', text: 'x' }, { part: 'a', size: 'x' }],
  ],
  ['a condition’s field', (field) => text({ when: { field, equals: 'x' } }), fieldNames, noFieldNames],
  [
    'what a condition equals',
    (equals) => text({ when: { field: 'unit', equals } }),
    ['x'.repeat(200), ['', 'x'.repeat(200)], times(32, () => 'x')],
    ['x'.repeat(201), ['x'.repeat(201)], times(33, () => 'x'), [5], 5],
  ],
  [
    'the fields of data',
    (fields) => data(fields as object),
    [{}, Object.fromEntries(times(32, (i) => [`f${i}`, { type: 'text' }]))],
    [Object.fromEntries(times(33, (i) => [`f${i}`, { type: 'text' }])), []],
  ],
  [
    'the name of a field',
    (field) => data({ [String(field)]: { type: 'text' } }),
    ['a', 'b_2', 'x'.repeat(32)],
    ['', 'A', '1', '_', 'a-b', 'x'.repeat(33), 'x y', ' x'],
  ],
  [
    'a field',
    (field) => data({ a: field }),
    [{ type: 'text' }, { type: 'price' }],
    ['text', {}, { type: 'number' }, { type: 'text', x: 1 }],
  ],
  ['whether a field is required', (required) => data({ a: { type: 'text', required } }), [true, false], ['true', 1]],
  [
    'a field’s description',
    (description) => data({ a: { type: 'text', description } }),
    ['', 'x'.repeat(200)],
    ['x'.repeat(201), 5],
  ],
  [
    'a field’s example',
    (example) => data({ a: { type: 'text', example } }),
    ['x', 'x'.repeat(200)],
    ['', 'x'.repeat(201), 5],
  ],
  [
    'a field’s values',
    (values) => data({ a: { type: 'text', values } }),
    [['x'], times(64, () => 'x'.repeat(200))],
    [[], times(65, () => 'x'), [''], ['x'.repeat(201)], [5], 'x'],
  ],
  [
    'the variants',
    (count) => withRoot(column(line), { variants: times(Number(count), () => ({ for: {}, root: column(line) })) }),
    [0, 1, 16],
    [17],
  ],
  [
    'a variant',
    (one) => withRoot(column(line), { variants: [one] }),
    [{ for: {}, root: column(line) }],
    ['x', {}, { for: {} }, { root: column(line) }, { for: {}, root: line }, { for: {}, root: column(line), x: 1 }],
  ],
  ...['min_aspect', 'max_aspect', 'min_width', 'max_width', 'min_height', 'max_height'].map(
    (limit) =>
      [
        `a variant’s ${limit}`,
        (value: unknown) => variant({ [limit]: value }),
        [0.01, 1, 100_000],
        [0, -1, 100_001, '1'],
      ] as const,
  ),
  ['a variant’s limits', (limits) => variant(limits as object), [{ min_width: 1, max_height: 2 }], [{ width: 1 }, 5]],
  ['a picture’s fit', (fit) => leaf({ ...picture, fit }), ['contain', 'cover', 'stretch'], ['fill']],
  ['a picture’s dither', (dither) => leaf({ ...picture, dither }), ['none', 'ordered', 'floyd-steinberg'], ['random']],
  ['a picture’s side', (align) => leaf({ ...picture, align }), sides, ['left']],
  [
    'a picture’s source',
    (source) => leaf({ type: 'picture', source }),
    ['x', 'x'.repeat(240 * 1024)],
    ['', 'x'.repeat(240 * 1024 + 1), 5],
  ],
];

describe('the published schema', () => {
  test.each(places)('says what %s may be, as the check of layouts does', (_, document, right, wrong) => {
    // Whether a source is a picture no schema says.
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

  test('says in words what each kind of node, and each of their keys, is for', () => {
    const { node, condition, ...kinds } = layoutSchema.$defs;
    expect(node.properties.type.enum).toEqual(Object.keys(kinds));
    // What a barcode or a QR code says, and the children, need no words.
    const own = ['type', 'children', 'text'];
    for (const [kind, { description, properties }] of Object.entries({ ...kinds, condition })) {
      expect([kind, description]).toEqual([kind, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
      for (const [key, value] of Object.entries(properties as Record<string, { description?: string }>))
        if (!own.includes(key))
          expect([kind, key, value.description]).toEqual([kind, key, expect.stringMatching(/.{8,}\.$/)]);
    }
  });
});
