import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { type Content, type DataField, type DataRow } from '../../renderer/index.js';
import { inlineParts } from '../../renderer/layout/parts.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, name, problemAt, problemsOf, row, withRoot } from '../support/labels/documents.js';

const device = loadDevices().get('waveshare-7.5-b-v2')!;
const data: Readonly<Record<string, DataField>> = {
  rows: { type: 'list', columns: { name: 'text', price: 'price' } },
  note: { type: 'text' },
};
const cell = (text: string, rest: object = {}) => ({ type: 'text', text, size: 16, ...rest });
const table = (children: readonly object[], rest: object = {}) =>
  withRoot(column({ type: 'repeat', each: 'data.rows', children, ...rest }, { type: 'price', grow: 1 }), { data });
const update = { product_name: 'Tea', price: '3.50', unit: '100 g' };
const names = (count: number): readonly DataRow[] =>
  Array.from({ length: count }, (_, i) => ({ name: `Product ${i + 1}`, price: `${i + 1}.50` }));

/** The fields that a label shows, in a line, and its warnings. */
function shown(document: object, fields: Content['data']) {
  const layout = layoutOf(document);
  const content = { ...contentOf({ update }, device), data: fields };
  const { warnings } = renderer.render(content, layout, device);
  const names = renderer.regions(content, layout, device).map(({ name }) => name);
  return { fields: names.join(', '), warnings };
}

describe('a repeat', () => {
  test('is drawn once for each row, and not at all without a list', () => {
    const document = table([cell('{row}. {row.name}'), cell('{row.price}')]);
    expect(shown(document, { rows: names(2) }).fields).toBe(
      'data.rows.0 and data.rows.0.name, data.rows.0.price, data.rows.1 and data.rows.1.name, data.rows.1.price, price',
    );
    expect(shown(document, {})).toEqual({ fields: 'price', warnings: [] });
  });

  test('names in prices, conditions and nodes within the row', () => {
    const document = table([
      row(
        { type: 'price', field: 'row.price', width: 90, height: 40 },
        cell('{data.note}', { when: { not: { field: 'row.name', equals: 'Product 2' } }, width: 90 }),
        cell('{row.name}', { when: { any: ['data.note', { field: 'row', less: '2' }] }, width: 90 }),
      ),
    ]);
    expect(shown(document, { rows: names(3), note: 'fresh' }).fields).toBe(
      'data.rows.0.price, data.note, data.rows.0.name, data.rows.1.price, data.rows.1.name, data.rows.2.price, data.note, data.rows.2.name, price',
    );
    expect(shown(document, { rows: names(2) }).fields).toBe(
      'data.rows.0.price, data.rows.0.name, data.rows.1.price, price',
    );
  });

  test('is drawn on its conditions only in the rows that are there', () => {
    const fields = (when: unknown) =>
      shown(table([cell('{data.note}', { when })]), { rows: names(2), note: 'fresh' }).fields;
    expect(fields('data.note')).toBe('data.note, data.note, price');
    expect(fields({ all: ['data.note', { field: 'row', less: '2' }] })).toBe('data.note, price');
  });

  test('writes prices as the locale does', () => {
    const content = { ...contentOf({ update }, device), locale: 'de-DE', currency: 'EUR', data: { rows: names(1) } };
    const steps = renderer.render(content, layoutOf(table([cell('{row.price}', { lines: 2, width: 60 })])), device);
    expect(JSON.stringify(steps.warnings)).not.toContain('1.50');
    expect(() =>
      renderer.render(content, layoutOf(table([cell('{row.price}', { width: 8, height: 8 })])), device),
    ).toThrow(/data\.rows\.0\.price/);
    // A price that does not fit is refused, also in the last possible row of a list.
    const last = table([cell('{row.price}', { when: { field: 'row', greater: '15' }, width: 8, height: 8 })], {
      most: 16,
    });
    expect(() => renderer.render({ ...content, data: { rows: names(16) } }, layoutOf(last), device)).toThrow(
      /data\.rows\.15\.price/,
    );
  });

  test('has at most the rows that the layout allows, each further one with a warning', () => {
    const { fields, warnings } = shown(table([cell('{row.name}')], { most: 3 }), { rows: names(5) });
    expect(fields).toBe('data.rows.0.name, data.rows.1.name, data.rows.2.name, price');
    expect(warnings.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'FIELD_HIDDEN data.rows.3',
      'FIELD_HIDDEN data.rows.4',
    ]);
    expect(shown(table([cell('{row.name}')]), { rows: names(9) }).warnings).toHaveLength(1);
    // Of twelve rows, the tenth comes last where their conditions are sorted as texts.
    const twelve = shown(table([cell('{row.name}', { height: 5 })], { most: 12 }), { rows: names(12) });
    expect(twelve.warnings.filter(({ field }) => /^data\.rows\.1[01]$/.test(field))).toEqual([]);
  });

  test('has separate nodes in each row, and keeps the keys of the box', () => {
    const { root } = inlineParts(layoutOf(table([cell('{row.name}')], { most: 2, direction: 'row', gap: 3 })));
    expect(root.children[0]).toEqual({
      type: 'box',
      direction: 'row',
      gap: 3,
      children: [
        { ...cell('{data.rows.0.name}'), when: 'data.rows.0' },
        { ...cell('{data.rows.1.name}'), when: 'data.rows.1' },
      ],
    });
    const [icon, source] = ['{row.name}', '{row.name}'];
    const drawn = [
      { type: 'icon', icon },
      { type: 'picture', source },
    ];
    expect(inlineParts(layoutOf(table(drawn, { most: 1 }))).root.children[0]).toMatchObject({
      children: [{ icon: '{data.rows.0.name}' }, { source: '{data.rows.0.name}' }],
    });
  });
});

describe('a repeat that is wrong', () => {
  const reasons = (document: object) => problemsOf(document).map(({ reason }) => reason);
  /** The problems, a line each, with their places below the first node: one line where there is one. */
  const only = (document: object) =>
    problemsOf(document)
      .map(({ pointer, reason, message }) => `${pointer.replace('#/root/children/0/', '')} ${reason} ${message}`)
      .join('\n');

  test('is reported if it names a field that is no list, or a missing text of a row', () => {
    const known = 'a known field for @ but received {row.nam} (did you mean "row.name"?)';
    expect(problemsOf(table([cell('{row.nam}')]))).toEqual([problemAt('children/0/text', 'unknown_field', known)]);
    expect(only(table([{ type: 'price', field: 'row.name' }]))).toMatch(
      /^children\/0\/field not_a_price .*received "row.name"/,
    );
    expect(reasons(table([cell('{row.constructor}')]))).toEqual(['unknown_field']);
    // Without a declaration, any valid name of a row's text.
    const undeclared = (text: string) => ({ ...table([cell(`{row.${text}}`)]), data: undefined });
    expect(['x'.repeat(32), 'x'.repeat(33)].map((text) => reasons(undeclared(text)).length)).toEqual([0, 1]);
    // A similar name of another type is not suggested.
    const each = (field: string) => only(table([cell('x')], { each: field }));
    expect(each('data.noted')).toMatch(/^each not_a_list .*received "data.noted"$/);
    expect(each('data.note')).toMatch(/^each not_a_list .*type list/);
    expect(each('data.row')).toMatch(/^each not_a_list .*\(did you mean "data.rows"\?\)/);
  });

  test('names a row outside of one', () => {
    expect(only(withRoot(column(cell('{row.name}')), { data }))).toMatch(/^text unknown_field .*\{row.name\}/);
  });

  test('is reported if it contains another, or is too large', () => {
    const inner = { type: 'repeat', each: 'data.rows', children: [cell('{row.name}')] };
    for (const within of [inner, column(inner)]) expect(reasons(table([within]))).toContain('nested');
    const many = Array.from({ length: 40 }, () => cell('{row.name}'));
    expect(only(table(many, { most: 16 }))).toMatch(/^# too_many .*at most 500 nodes .* but received 643$/);
    const conditions = Array.from({ length: 4 }, (_, i) =>
      cell('x', { when: { field: 'row.name', equals: String(i) } }),
    );
    const rows = { type: 'repeat', each: 'data.rows', most: 8, children: conditions };
    const parts = { table: { ...rows, most: 1 } };
    for (const document of [
      table(conditions, { most: 8 }),
      table([column(...conditions)], { most: 8 }),
      withRoot(column(name), { data, variants: [{ for: {}, root: column(rows) }] }),
      withRoot(column({ type: 'part', part: 'table', most: 8 }), { data, parts }),
    ])
      expect(only(document)).toMatch(/^# too_many .*at most 32 .* but received 40$/);
  });

  test('is too large in a part, too, with the rows of the part’s place', () => {
    const inner = { type: 'repeat', each: 'data.rows', most: 1, children: Array.from({ length: 20 }, () => cell('x')) };
    const places = (...most: readonly number[]) =>
      withRoot(column(...most.map((rows) => ({ type: 'part', part: 'table', most: rows }))), {
        data,
        parts: { table: inner },
      });
    expect(reasons(places(2, 2))).toEqual([]);
    expect(only(places(16, 16))).toMatch(/^# too_many .*at most 500 nodes .* received 643$/);
    // Each place has its own rows.
    expect(only(places(1, 12, 12))).toMatch(/^# too_many .*nodes .* received 504$/);
  });

  test('is too large by its texts, which count once per row', () => {
    const languages = ['en', ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `x${letter}`)];
    const text = Object.fromEntries(languages.map((language) => [language, 'x'.repeat(400)]));
    const texts = (count: number) => table(Array.from({ length: count }, () => ({ type: 'text', text })));
    expect(reasons(texts(3))).toEqual([]);
    expect(only(texts(4))).toMatch(/^# too_many .*bytes of texts .* received 345751$/);
  });
});
