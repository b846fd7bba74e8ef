import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkLayout } from '../../renderer/layout/check/check.js';
import { loadLayouts } from '../../renderer/layout/files.js';
import { column, leaf, name, node, problemAt, problemOf, problemsOf, withRoot } from '../support/labels/documents.js';
import { layoutDocument } from '../support/labels/random-layout.js';
import { expectRecorded } from '../support/tables/records.js';
import { dataUri, greyJpeg } from '../support/pictures/picture-files.js';

const times = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
const line = { type: 'line' };
const first = '#/root/children/0';
/** A text in this many boxes. */
const nested = (levels: number) => withRoot(times(levels, () => 0).reduce<object>((inner) => column(inner), name));
const data = (fields: object) => withRoot(column(name), { data: fields });
const types = 'one of box, stack, repeat, shape, text, price, barcode, qr, icon, line, picture, part as its type for @';

describe('a layout document that is wrong', () => {
  test.each([
    ['8,000 parts', { parts: Object.fromEntries(times(8000, (i) => [`a~/${i}`, []])) }],
    ['20,000 unknown keys', Object.fromEntries(times(20_000, (i) => [`key${i}`, i]))],
    ['20,000 nodes', { root: column(...times(20_000, () => 1)) }],
  ])('in %s is refused in time that grows with their number', (_, wrong) => {
    const begin = process.cpuUsage();
    expect(problemsOf(withRoot(line, wrong)).length).toBeGreaterThan(40);
    const { user, system } = process.cpuUsage(begin);
    // It takes a twentieth of that. It took 25 s while each error was copied for each part.
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  test.each(
    Object.entries<unknown>({
      '# type: object for the layout but received "standard"': 'standard',
      '# type: object for the layout but received null': null,
      '# type: object for the layout but received an array': [],
      '# missing: the key title in the layout but received none': {},
      '#/title type: string for @ but received 5': withRoot(line, { title: 5 }),
      '#/title blank: a text that is not empty for @ but received ""': withRoot(line, { title: '' }),
      [`#/title too_long: at most 80 characters for @ but received "${'x'.repeat(40)}…"`]: withRoot(line, {
        title: 'x'.repeat(81),
      }),
      '#/root/chidren unknown_key: a known key but received @ (did you mean "children"?)': withRoot({
        ...column(name),
        chidren: [],
      }),
      'weigth unknown_key: a known key but received @ (did you mean "weight"?)': leaf({ weigth: 'bold' }),
      '#/a~1b~0c%20d unknown_key: a known key but received @': withRoot(line, { 'a/b~c d': 1 }),
      [`#/${'x'.repeat(64)} unknown_key: a known key but received @`]: withRoot(line, { ['x'.repeat(999)]: 1 }),
      [`unknown_value: ${types} but received the type "prise" (did you mean "price"?)`]: node({ type: 'prise' }),
      [`unknown_value: ${types} but received the type "${'é'.repeat(40)}…"`]: node({ type: 'é'.repeat(9000) }),
      [`unknown_value: ${types} but received an object`]: node({ type: {} }),
      'missing: the key type in @ but received none': node({ text: 'x' }),
      'type: object for @ but received "x"': node('x'),
      '#/root/type unknown_value: "box" for @ but received "text"': withRoot(name),
      'missing: the key text in @ but received none': node({ type: 'text', size: 12 }),
      'text missing: the key en in @ but received none': leaf({ text: { de: 'x' } }),
      'width type: number or string for @ but received true': leaf({ width: true }),
      'width format: something such as "3.2mm" for @ but received "3 cm"': leaf({ width: '3 cm' }),
      'width range: a number >= 0 for @ but received -1': leaf({ width: -1 }),
      'width range: a number <= 10000 for @ but received 10001': leaf({ width: 10_001 }),
      [`width format: something such as "3.2mm" for @ but received "${'x'.repeat(40)}"`]: leaf({
        width: 'x'.repeat(40),
      }),
      [`#/${'x'.repeat(63)}%EF%BF%BD unknown_key: a known key but received @`]: withRoot(line, {
        [`${'x'.repeat(63)}😀`]: 1,
      }),
      'lines type: integer for @ but received 1.5': leaf({ lines: 1.5 }),
      'align unknown_value: one of start, center, end for @ but received "centre" (did you mean "center"?)': leaf({
        align: 'centre',
      }),
      'align unknown_value: one of start, center, end for @ but received 5': leaf({ align: 5 }),
      '#/root/children too_few: at least 1 entry for @ but received an array': node(),
      '#/root/children too_many: at most 64 entries for @ but received an array': node(...times(65, () => line)),
      '#/data too_many: at most 32 entries for @ but received an object': data(
        Object.fromEntries(times(33, (i) => [`f${i}`, { type: 'text' }])),
      ),
      '#/data/Bad format: a valid name for @ but received "Bad"': data({ Bad: { type: 'text' } }),
      '#/variants/0/for/min_width range: a number > 0 for @ but received 0': withRoot(line, {
        variants: [{ for: { min_width: 0 }, root: column(name) }],
      }),
      '#/variants/0/root/children too_few: at least 1 entry for @ but received an array': withRoot(column(name), {
        variants: [{ for: {}, root: column() }],
      }),
      'text unknown_value: one of short, day as the form of the date for @ but received {date:shrot} (did you mean "short"?)':
        leaf({ text: '{date:shrot}' }),
      'text not_a_date: date, or a field that data declares with the type date, before the colon for @ but received {unit:day}':
        leaf({ text: '{unit:day}' }),
      'text not_a_date: date, or a field that data declares with the type date, before the colon for @ but received {data.date:day}':
        withRoot(column({ ...name, text: '{data.date:day}' }), { data: { date: { type: 'text' } } }),
      'source picture: data:image/png;base64,… or data:image/jpeg;base64,… for picture but received "data:,x"': node({
        type: 'picture',
        source: 'data:,x',
      }),
      'when format: something such as "data.origin" for @ but received "brand"': leaf({ when: 'brand' }),
    }),
  )('has a problem at %s', (problem, document) => {
    expect(problemsOf(document)).toContainEqual(problemOf(problem));
  });

  test.each<[string, string, unknown]>([
    ['{produt_name} (did you mean "product_name"?)', 'text', leaf({ text: '{produt_name}' })],
    ['{Unit} (did you mean "unit"?)', 'text', leaf({ text: '{Unit}' })],
    ['{foo}', 'text/de', leaf({ text: { en: 'x', de: '{foo}' } })],
    ...Object.entries({ barcode: 'text', qr: 'text', icon: 'icon' }).map(([type, key]): [string, string, unknown] => [
      '{foo}',
      key,
      node({ type, [key]: '{foo}' }),
    ]),
    [
      '{foo}',
      '#/variants/0/root/children/0/text',
      withRoot(column(name), { variants: [{ for: {}, root: column({ ...name, text: '{foo}' }) }] }),
    ],
    [
      '{data.orign} (did you mean "data.origin"?)',
      'text',
      withRoot(column({ ...name, text: '{data.orign}' }), { data: { origin: { type: 'text' } } }),
    ],
    ...['{data.Origin}', '{data.}', `{data.${'x'.repeat(33)}}`, '{data.1}', '{my data.x}'].map(
      (text): [string, string, unknown] => [text, 'text', leaf({ text })],
    ),
    ['{dat} (did you mean "date"?)', 'text', leaf({ text: '{dat:day}' })],
    ['{data.x}', 'when', withRoot(column({ ...name, when: { field: 'data.x', equals: 'a' } }), { data: {} })],
    ['{data.x}', '#/root/when', withRoot({ ...column(name), when: 'data.x' }, { data: {} })],
  ])('names the unknown field %s at "%s"', (received, place, document) => {
    const message = `a known field for @ but received ${received}`;
    expect(problemsOf(document)).toContainEqual(problemAt(place, 'unknown_field', message));
  });

  test.each([
    ['unit', {}],
    ['unit', { data: { unit: { type: 'price' } } }],
    ['data.x', { data: { x: { type: 'text' } } }],
    ['data.x', {}],
  ])('draws the price %j, which is none with %j', (field, declared) => {
    const message = `price, savings, unit_price, other_unit_price, or a field that data declares with the type price, for @ but received "${field}"`;
    expect(problemsOf(withRoot(column({ type: 'price', field }), declared))).toContainEqual(
      problemAt('field', 'not_a_price', message),
    );
  });

  test('correct dates and computed fields are accepted', () => {
    const data = { until: { type: 'date' }, type: { type: 'text' } };
    const texts = ['{date:short}', '{data.until:day}', '{data.until}', '{unit_price} for {unit_price_unit}'];
    const sums = ['savings', 'unit_price'].map((field) => ({ type: 'price', field, when: field }));
    expect(problemsOf(withRoot(column(...texts.map((text) => ({ ...name, text })), ...sums), { data }))).toEqual([]);
  });

  test('has all problems reported at the same time, and none twice', () => {
    const problems = problemsOf(
      node(
        { ...name, weigth: 'bold', align: 'left' },
        { type: 'line', ink: 'purple' },
        { ...name, text: { en: 'x', English: 'y' } },
      ),
    );
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      `${first}/weigth`,
      `${first}/align`,
      '#/root/children/1/ink',
      '#/root/children/2/text/English',
    ]);
    const fields = problemsOf(node({ ...name, text: '{a} {b}' }, { type: 'price', field: 'sku' }));
    expect(fields.map(({ reason }) => reason)).toEqual(['unknown_field', 'unknown_field', 'not_a_price']);
  });

  test('in thousands of places has fifty problems', () => {
    const many = (node: object) => problemsOf(withRoot(column(...times(60, () => node))));
    expect(many({ type: 'line', ink: 'purple' })).toHaveLength(50);
    expect(many({ ...name, text: '{a}' })).toHaveLength(50);
  });

  test('broken anywhere, has a problem at that place, and nothing throws', () => {
    const wrong = fc.constantFrom<unknown>(null, -1, '', 'no such thing', [], {}, true, 1e9);
    fc.assert(
      fc.property(layoutDocument, fc.nat(), wrong, (document, place, value) => {
        const copy = JSON.parse(JSON.stringify(document)) as object;
        const spots = spotsOf(copy, '#');
        const { holder, key, pointer } = spots[place % spots.length]!;
        (holder as Record<string, unknown>)[key] = value;
        const problems = problemsOf(copy);
        // Some values are right in some places: 0 as a length, "" where a text is compared.
        fc.pre(problems.length > 0);
        for (const problem of problems) {
          expect(problem.pointer.startsWith('#')).toBe(true);
          expect(problem.reason).not.toBe('');
          expect(problem.message).toMatch(/^Expected .+/);
        }
        const near = problems.some(
          (problem) => pointer.startsWith(problem.pointer) || problem.pointer.startsWith(pointer),
        );
        expect(near || problems.some(({ reason }) => reasonsElsewhere.includes(reason))).toBe(true);
      }),
      { numRuns: 400, endOnFailure: true },
    );
  });
});

test('a shipped layout, broken in each of its places, has the same problems as before', () => {
  const wrong = [
    null,
    -1,
    '',
    'no such thing',
    [],
    {},
    true,
    1e9,
    { type: 'txt' },
    '{foo}',
    '5',
    ['a'],
    { field: 'x' },
  ];
  let n = 0;
  const records = [...loadLayouts().values()].map(({ id, ...document }) => {
    const problems = spotsOf(document, '#').flatMap((_, i) => {
      const copy = JSON.parse(JSON.stringify(document)) as object;
      const { holder, key } = spotsOf(copy, '#')[i]!;
      if (i % 3 === 0) Reflect.deleteProperty(holder, key);
      else if (i % 3 === 1) (holder as Record<string, unknown>)[`${key}s`] = (holder as Record<string, unknown>)[key];
      else (holder as Record<string, unknown>)[key] = wrong[n++ % wrong.length];
      return problemsOf(copy).map(({ pointer, reason, message }) => `${pointer} ${reason} ${message}`);
    });
    return [id, [...new Set(problems)].filter((_, i) => i % 3 === 0)] as const;
  });
  expectRecorded('layout-problems', records);
});

/** The problems of a reference to something that is missing or of another kind. */
const reasonsElsewhere = ['not_a_price', 'unknown_field', 'unknown_phrase', 'unknown_part', 'unknown_key'];

interface Spot {
  readonly holder: object;
  readonly key: string;
  readonly pointer: string;
}

/** Every place of a value in a document. */
function spotsOf(value: unknown, pointer: string): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key, pointer: `${pointer}/${key}` },
    ...spotsOf(inner, `${pointer}/${key}`),
  ]);
}

describe('a layout document that is too much', () => {
  const of = (boxes: number, each: number) => node(...times(boxes, () => column(...times(each, () => line))));
  const tooLarge = problemAt('#', 'too_large', 'a layout of at most 256 KB but received more');
  const tooMany = problemAt('#', 'too_many', 'at most 500 nodes in the layout but received more');
  const tooDeep = problemAt('#', 'too_deep', 'at most 16 levels of nodes in the layout but received more');

  test('in nodes is refused: 500 are accepted', () => {
    // The root, the boxes, and their children.
    const boxes = times(9, () => column(...times(54, () => line)));
    const nodes = (count: number) => [...boxes, ...times(count - 496, () => line)];
    expect(problemsOf(node(...nodes(500)))).toEqual([]);
    expect(problemsOf(node(...nodes(501)))).toEqual([tooMany]);
    expect(problemsOf(of(1, 10_000))).toEqual([tooMany]);
  });

  test('in levels is refused: 16 are accepted', () => {
    expect(problemsOf(nested(15))).toEqual([]);
    const pointer = `#/root${'/children/0'.repeat(16)}`;
    expect(problemsOf(nested(16))).toEqual([
      problemAt(pointer, 'too_deep', 'at most 16 levels of nodes but received more at @'),
    ]);
    expect(problemsOf(nested(19))).toHaveLength(4);
    const many = column(...times(60, () => line));
    expect(problemsOf(withRoot(times(15, () => 0).reduce<object>((inner) => column(inner), many)))).toHaveLength(50);
    expect(problemsOf(nested(20))).toEqual([tooDeep]);
    expect(problemsOf(nested(10_000))).toEqual([tooDeep]);
    const within = { for: {}, root: nested(16).root };
    expect(problemsOf(withRoot(column(name), { variants: [within] })).map(({ reason }) => reason)).toEqual([
      'too_deep',
    ]);
  });

  test('in conditions is refused: 20 distinct ones are accepted, however often they repeat', () => {
    const with_ = (count: number) => node(...times(50, (i) => ({ ...name, when: `data.f${i % count}` })));
    expect(problemsOf(with_(20))).toEqual([]);
    expect(problemsOf(with_(21))).toEqual([
      problemAt('#', 'too_many', 'at most 20 different conditions in the layout but received 21'),
    ]);
  });

  test('in composed conditions is refused: 4 levels, and 160 fields in total, are accepted', () => {
    const when = (condition: unknown) => problemsOf(node({ ...name, when: condition }));
    const deep = (levels: number): unknown =>
      times(levels - 1, () => 0).reduce<unknown>((inner) => ({ not: inner }), 'sku');
    expect(when(deep(4))).toEqual([]);
    const message = 'at most 4 levels of conditions for @ but received more';
    expect(when(deep(5))).toEqual([problemAt('when', 'too_deep', message)]);
    const of = (count: number, more: object[]) =>
      problemsOf(
        node(...times(count, (i) => ({ ...name, when: { any: times(8, (k) => `data.f${i}_${k}`) } })), ...more),
      );
    expect(of(20, [])).toEqual([]);
    const nine = { ...name, when: { not: { any: [{ all: ['sku', 'unit'] }, ...times(7, () => 'date')] } } };
    expect(of(19, [nine])).toEqual([
      problemAt('#', 'too_many', 'at most 160 fields tested by the conditions of the layout but received 161'),
    ]);
  });

  test('in unknown names is refused immediately: similar ones are searched for only 50 times', () => {
    const texts = (unknown: string) =>
      node(...times(60, (i) => ({ ...name, text: { en: times(5, (k) => unknown + `${i}_${k}}`).join('') } })));
    for (const unknown of ['{data', '{phrase.p', '{xyz'])
      expect([unknown, problemsOf(texts(unknown)).length]).toEqual([unknown, 50]);
  });

  test('in bytes is refused before it is parsed: in texts, in keys, or in values', () => {
    const kilobytes = 256 * 1024;
    expect(problemsOf({ description: 'x'.repeat(kilobytes + 1) })).toEqual([tooLarge]);
    expect(problemsOf({ ['x'.repeat(kilobytes)]: '', y: '' })).toEqual([tooLarge]);
    expect(problemsOf({ some: times(kilobytes / 4 + 1, () => 0) })).toEqual([tooLarge]);
    // A document just within the limit is checked.
    const reasons = (document: object) => problemsOf(document).map(({ reason }) => reason);
    expect(reasons({ ...node(name), title: 'x'.repeat(kilobytes - 500) })).toEqual(['too_long']);
    expect(reasons({ ...node(name), title: times(40_000, () => 0) })).toEqual(['type']);
    expect(reasons({ x: 'y'.repeat(kilobytes - 1) })).not.toContain('too_large');
  });
});

describe('a layout document that is valid', () => {
  test.each(
    Object.entries<object>({
      'of one line': node(line),
      'that names each field': node({
        ...name,
        text: '{price}{product_name}{unit}{sku}{date}{model_line}{locale}{currency}{discount}',
      }),
      'that names any field of data and declares none': node({
        ...name,
        text: `{data.a}{data.b_2}{data.${'x'.repeat(32)}}`,
      }),
      'that repeats a list and names a form of a date of data and declares neither': node({
        type: 'repeat',
        each: 'data.rows',
        children: [{ ...name, text: '{row.name}{data.until:day}' }],
      }),
      'that draws a price of data which it declares': withRoot(
        column({ type: 'price', field: 'data.x' }, { type: 'price', field: 'price' }),
        {
          data: { x: { type: 'price' } },
        },
      ),
      'with a picture': node({ type: 'picture', source: dataUri('jpeg', greyJpeg) }),
    }),
  )('%s is taken, with its id', (_, document) => {
    expect(checkLayout(document, 'own')).toEqual({ layout: { ...document, id: 'own' } });
  });

  test('is each shipped one, by the check of custom layouts', () => {
    for (const { id, ...document } of loadLayouts().values())
      expect(checkLayout(document, id)).toEqual({ layout: { ...document, id } });
  });
});
