import { describe, expect, test } from '@jest/globals';
import type { Node } from '../../renderer/layout/document.js';
import { templateOf } from '../../renderer/layout/node-texts.js';
import { createWords } from '../../renderer/layout/phrases.js';
import { compileTemplate, fieldOf, nameOfText, readerOf } from '../../renderer/layout/template.js';
import { content } from '../support/labels/content.js';
import { rowsOf } from '../support/tables/table.js';

/** The text filled in with a content; `prices` are the fields that are prices. */
function filled(
  text: string,
  more: Parameters<typeof content>[0] = {},
  ...prices: readonly string[]
): string | undefined {
  const template = compileTemplate(text);
  return template.fill(template.read(content(more)), new Set(prices), content(more));
}

describe('a text with fields in braces', () => {
  test('is named by its fields, each of them once, or by its words', () => {
    expect(nameOfText(compileTemplate('{unit} of {data.origin}{unit}'), 'x')).toBe('unit and data.origin');
    expect(nameOfText(compileTemplate('no field'), 'no field')).toBe('"no field"');
  });

  test('leaves out a part between dots whose fields are all empty', () => {
    const text = 'was {data.was} · until {data.until} · fresh';
    expect(filled(text, { data: { was: '2', until: 'Monday' } })).toBe('was 2 · until Monday · fresh');
    expect(filled(text, { data: { until: 'Monday' } })).toBe('until Monday · fresh');
    expect(filled(text, { data: { was: '2' } })).toBe('was 2 · fresh');
    expect(filled(text)).toBeUndefined();
    expect(compileTemplate(text).fields).toEqual(['data.was', 'data.until']);
  });

  test('names its fields in their order', () => {
    expect(compileTemplate('{unit} of {data.origin}{unit}').fields).toEqual(['unit', 'data.origin', 'unit']);
    expect(compileTemplate('no field').fields).toEqual([]);
    expect(compileTemplate('{}').fields).toEqual(['']);
    expect(compileTemplate('{{unit}}').fields).toEqual(['unit']);
  });

  test('is filled in at their places', () => {
    expect(filled('per {unit}')).toBe('per 1 L');
    expect(filled('{product_name}, {unit}.')).toBe('Milk, 1 L.');
    expect(filled('{product_name}{unit}')).toBe('Milk1 L');
    expect(filled('{{unit}}')).toBe('{1 L}');
    expect(filled('no fields')).toBe('no fields');
  });

  test('frames a unit of measure, but no quantity and no piece', () => {
    const unit = (value: string, locale = 'en-US') => filled('{unit:per *}', { unit: value, locale });
    expect(['kg', 'L', 'lb', '100 g', '1 L', '1 gal', '12 × 0.7 L', 'each', ''].map((value) => unit(value))).toEqual([
      ...['per kg', 'per L', 'per lb', '100 g', '1 L', '1 gal', '12 × 0.7 L', 'each'],
      undefined,
    ]);
    expect(filled('{unit:*あたり}', { unit: 'kg' })).toBe('kgあたり');
  });

  test.each(
    rowsOf(`
      1 L → per 1 L | kg → per kg | 12 × 0.7 L → per 12 × 0.7 L | box → per box | perch → per perch | eau $& → per eau $&
      each → each | EA → EA | per kg → per kg | /kg → /kg | la pièce → la pièce | je Stück → je Stück | l’unité → l’unité
  `),
  )('frames any unit with two stars, but none that says so itself: %s is %s', (unit, framed) => {
    expect(filled('{unit:per **}', { unit })).toBe(framed);
  });

  test('puts words before an SKU, and none where there is none', () => {
    const text = (sku: string) => filled('{sku:SKU **} {date:short}', { sku, date: '2026-11-20', locale: 'en-US' });
    expect(['4006', 'EA-12', ''].map(text)).toEqual(['SKU 4006 11/20/2026', 'SKU EA-12 11/20/2026', ' 11/20/2026']);
  });

  test('has the digits of the locale where people read a number', () => {
    const read = (text: string, more: Parameters<typeof content>[0], isRead = true) => {
      const template = compileTemplate(text, isRead);
      return template.fill(template.read(content(more)), new Set(), content(more));
    };
    const arabic = { locale: 'ar-EG', unit: '12 × 330 مل', sku: '4006', product_name: 'حليب 3', data: { plu: '11' } };
    const offer = { ...arabic, price: '7.80', data: { ...arabic.data, previous_price: '10.00' } };
    expect(read('−{discount}٪', offer)).toBe('−٢٢٪');
    expect(read('{unit}, 30', arabic)).toBe('١٢ × ٣٣٠ مل, ٣٠');
    expect(read('{sku} {data.plu} {product_name}', arabic)).toBe('4006 11 حليب 3');
    expect(read('{discount} {unit} 30', offer, false)).toBe('22 12 × 330 مل 30');
    expect(read('{discount} {unit} 30', { ...offer, locale: 'en-US' })).toBe('22 12 × 330 مل 30');
  });

  test('keeps the digits of a barcode', () => {
    const fill = (node: Node) => {
      const template = templateOf(node, 'ar-EG', createWords())!;
      return template.fill(['1'], new Set(), content({ locale: 'ar-EG' }));
    };
    expect(fill({ type: 'barcode', text: '040{sku}' })).toBe('0401');
    expect(fill({ type: 'text', text: '040{sku}' })).toBe('٠٤٠1');
  });

  test('is nothing when all of its fields are empty, and keeps its words when one is not', () => {
    expect(filled('from {data.origin}')).toBeUndefined();
    expect(filled('{data.origin} / {sku}', { sku: '' })).toBeUndefined();
    expect(filled('{data.origin} / {sku}', { sku: 'A-1' })).toBe(' / A-1');
    expect(filled('{sku} / {data.origin}', { sku: 'A-1' })).toBe('A-1 / ');
  });

  test('has its prices as the locale writes them, unless they are empty', () => {
    const german = { locale: 'de-DE', currency: 'EUR', data: { before: '1234.50' } };
    expect(filled('statt {data.before}', german, 'data.before')).toBe('statt 1.234,50\u00a0€');
    expect(filled('statt {data.before}', german)).toBe('statt 1234.50');
    expect(filled('{unit} {data.before}', { ...german, data: {} }, 'data.before')).toBe('1 L ');
  });

  test('has its dates as the locale writes them, in the form that they name', () => {
    const german = { locale: 'de-DE', date: '2026-11-05', data: { until: '2026-12-24', other: 'soon' } };
    expect(filled('{date}', german)).toBe('2026-11-05');
    expect(filled('{date:short}', german)).toBe('5.11.2026');
    expect(filled('{data.until}, {data.until:day}', german)).toBe('2026-12-24, 24.12.');
    expect(filled('{data.other:day}', german)).toBe('soon');
    // Without its year, a reader would take it for another day.
    const untils = ['2027-05-07', '2027-05-08', '2026-05-06', '2026-05-05', '2569-12-24'];
    expect(untils.map((until) => filled('{data.until:day}', { ...german, data: { until } }))).toEqual(
      '7.5. 8.5.2027 6.5. 5.5.2026 24.12.2569'.split(' '),
    );
    expect(filled('{data.none:day}', german)).toBeUndefined();
    expect(compileTemplate('{date:short} {unit} {a:b:c}')).toMatchObject({
      fields: ['date', 'unit', 'a'],
      formats: ['short', undefined, 'b:c'],
    });
  });

  test('has values as long as all of them are the same', () => {
    const template = compileTemplate('{unit} {data.origin}');
    const values = template.read(content({ data: { origin: 'Ireland' } }));
    expect(values).toEqual(['1 L', 'Ireland']);
    expect(template.has(values, content({ data: { origin: 'Ireland' }, price: '9.99' }))).toBe(true);
    expect(template.has(values, content({ data: { origin: 'Italy' } }))).toBe(false);
    expect(template.has(values, content({ unit: '2 L', data: { origin: 'Ireland' } }))).toBe(false);
  });
});

describe('a field', () => {
  test.each([
    ...rowsOf(`
      data.none → none | data.toString → none | data.rows.0.constructor → none | data.rows.1 → none | origin → none
      toString → none | xdata.origin → none
      price → 3.50 | product_name → Milk | unit → 1 L | sku → 4006381333931 | date → 2026-11-20 | model_line → Panel
      locale → en-US | currency → USD | data.origin → Ireland | data.rows.0.name → Tea | data.rows.0 → 1
    `),
    ['', 'none'],
  ])('%j is %j', (field, value) => {
    const shown = content({ data: { origin: 'Ireland', rows: [{ name: 'Tea' }] } });
    expect(fieldOf(shown, field) || 'none').toBe(value);
    expect(readerOf(field)(shown) || 'none').toBe(value);
  });

  test('discount is empty without a price before', () => {
    expect(fieldOf(content({}), 'discount')).toBe('');
    expect(fieldOf(content({ price: '4.00', data: { previous_price: '5.00' } }), 'discount')).toBe('20');
  });
});
