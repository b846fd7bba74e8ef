import { describe, expect, test } from '@jest/globals';
import {
  conditionFields,
  conditionKey,
  conditionLevels,
  conditionsOf,
  holds,
} from '../../renderer/layout/conditions.js';
import { textsOf } from '../../renderer/layout/node-texts.js';
import type { Condition, Node } from '../../renderer/layout/document.js';
import { content } from '../support/labels/content.js';

describe('a condition', () => {
  test('by the name of a field holds when the field is not empty', () => {
    expect(holds('unit', content({ unit: '1 L' }))).toBe(true);
    expect(holds('sku', content({ sku: '' }))).toBe(false);
    expect(holds('data.origin', content({ data: { origin: 'Ireland' } }))).toBe(true);
    expect(holds('data.origin', content({}))).toBe(false);
  });

  test('with a text holds when the field is that text; an absent field is an empty one', () => {
    const of = (equals: string) => holds({ field: 'data.diet', equals }, content({ data: { diet: 'vegan' } }));
    expect([of('vegan'), of('veg'), of('vegan food'), of('')]).toEqual([true, false, false, false]);
    expect(holds({ field: 'data.diet', equals: '' }, content({}))).toBe(true);
  });

  test('with several texts holds when the field is one of them', () => {
    const of = (diet: string) => holds({ field: 'data.diet', equals: ['vegan', ''] }, content({ data: { diet } }));
    expect([of('vegan'), of('veg'), of('')]).toEqual([true, false, true]);
    expect(holds({ field: 'data.diet', equals: [] }, content({}))).toBe(false);
  });

  test('that compares holds for numbers only, and not for the number itself', () => {
    const greater = (stock: string) => holds({ field: 'data.stock', greater: '10' }, content({ data: { stock } }));
    const stocks = ['11', '10.01', '10', '9', '', 'x', '11 kg', '1e3', ' 11', '0x20', '+11'];
    expect(stocks.filter(greater)).toEqual(['11', '10.01']);
    const less = (stock: string) => holds({ field: 'data.stock', less: '-1.5' }, content({ data: { stock } }));
    expect(['-2', '-1.51', '-1.5', '0', '', '-', 'x', '-2.'].filter(less)).toEqual(['-2', '-1.51']);
    expect(holds({ field: 'price', greater: '9.99' }, content({ price: '10.00' }))).toBe(true);
  });

  test('is put together with not, all and any', () => {
    const [sku, unit]: [Condition, Condition] = ['sku', { field: 'unit', equals: '1 L' }];
    const contents = ['', '1 L'].flatMap((unit) => ['', '1'].map((sku) => content({ sku, unit })));
    const of = (condition: Condition) => contents.map((one) => Number(holds(condition, one)));
    expect(of({ not: sku })).toEqual([1, 0, 1, 0]);
    expect(of({ all: [sku, unit] })).toEqual([0, 0, 0, 1]);
    expect(of({ any: [sku, unit] })).toEqual([0, 1, 1, 1]);
    expect(of({ not: { any: [sku, { not: unit }] } })).toEqual([0, 0, 1, 0]);
    expect(of({ any: [{ all: [sku, { not: unit }] }, { all: [{ not: sku }, unit] }] })).toEqual([0, 1, 1, 0]);
  });

  test('has fields that it tests, and levels', () => {
    const exclusive: Condition = { any: [{ all: ['sku', { not: 'unit' }] }, { field: 'date', less: '1' }, 'sku'] };
    expect(conditionFields('sku')).toEqual(['sku']);
    expect(conditionFields({ field: 'data.diet', equals: 'vegan' })).toEqual(['data.diet']);
    expect(conditionFields(exclusive)).toEqual(['sku', 'unit', 'date', 'sku']);
    expect(['sku', { not: 'sku' }, { field: 'sku', equals: '' }, exclusive].map(conditionLevels)).toEqual([1, 2, 1, 4]);
  });
});

describe('the conditions of a node', () => {
  const line = (when?: Node['when']): Node => ({ type: 'line', ...(when !== undefined && { when }) });

  test('are those of everything in it, each once, in the same order wherever they are', () => {
    const [sku, vegan] = ['sku', { field: 'data.diet', equals: 'vegan' }];
    const inner: Node = { type: 'box', children: [line(vegan), line()] };
    const one: Node = { type: 'box', when: 'unit', children: [line(sku), inner, line(sku)] };
    const other: Node = { type: 'box', children: [line(vegan), line('unit'), line('sku'), line({ ...vegan })] };
    expect(conditionsOf(one)).toEqual(['sku', 'unit', vegan]);
    expect(conditionsOf(other)).toEqual(conditionsOf(one));
    expect(conditionsOf(line())).toEqual([]);
  });

  test('are the same when they say the same', () => {
    expect(conditionKey({ field: 'a', equals: 'b' })).toBe(conditionKey({ field: 'a', equals: 'b' }));
    const unlike = ['a', { field: 'a', equals: 'b' }, { field: 'a', equals: ['b'] }, { field: 'b', equals: 'a' }];
    expect(new Set(unlike.map(conditionKey)).size).toBe(4);
  });
});

describe('the texts of a node', () => {
  const size = { preferred: 9, floor: 9 };
  test.each<[string, Node, string]>([
    ['a text', { type: 'text', text: 'per {unit}', size }, 'text: per {unit}'],
    ['two languages', { type: 'text', text: { en: 'per', de: 'je' }, size }, 'text/en: per, text/de: je'],
    ['a QR code', { type: 'qr', text: '{sku}' }, 'text: {sku}'],
    ['a QR code of the SKU', { type: 'qr' }, ''],
    ['a barcode', { type: 'barcode', text: '{data.code}' }, 'text: {data.code}'],
    ['a barcode of the SKU', { type: 'barcode' }, ''],
    ['a price', { type: 'price' }, ''],
    ['a box', { type: 'box', children: [{ type: 'qr', text: 'x' }] }, ''],
  ])('of %s are named with their places', (_, node, texts) => {
    expect(
      textsOf(node)
        .map((each) => each.join(': '))
        .join(', '),
    ).toBe(texts);
  });
});
