import { describe, expect, test } from '@jest/globals';
import type { Content, DataRow } from '../../renderer/content.js';
import { loadLayouts } from '../../renderer/index.js';
import { checkData } from '../../renderer/layout/data.js';
import type { DataField, Layout } from '../../renderer/layout/document.js';

/** The problems of `data` for a layout that declares these fields. */
function problems(fields: Readonly<Record<string, DataField>> | undefined, data: Content['data'], currency = 'EUR') {
  const layout: Layout = { id: 'own', title: '', description: '', root: { type: 'box', children: [] } };
  return checkData(data, { ...layout, ...(fields && { data: fields }) }, currency);
}

function problem(name: string, reason: string, message: string, more: object = {}) {
  return { name, reason, message, ...more };
}

describe('the data of a label', () => {
  test('may be anything for a layout that declares none', () => {
    expect(problems(undefined, { origin: 'Ireland' })).toEqual([]);
    expect(problems({}, { origin: 'Ireland' })).toEqual([]);
  });

  test('may lack optional fields', () => {
    expect(problems({ origin: { type: 'text' }, before: { type: 'price', required: false } }, {})).toEqual([]);
    expect(problems({ diet: { type: 'text', values: ['vegan'] } }, { diet: '' })).toEqual([]);
  });

  test('lacks a required field that is absent, empty, or named like a property of all objects', () => {
    const message = (name: string) =>
      `Expected a value for data.${name}, which the layout own needs, but received none`;
    const fields: Record<string, DataField> = {
      origin: { type: 'text', required: true, example: 'Ireland' },
      toString: { type: 'text' as const, required: true },
    };
    expect(problems(fields, { origin: '' })).toStrictEqual([
      problem('origin', 'missing', message('origin'), { example: 'Ireland' }),
      problem('toString', 'missing', message('toString')),
    ]);
    expect(problems(fields, { origin: 'x', toString: 'y' })).toEqual([]);
    const columns: Record<string, 'text'> = { ['constructor' as string]: 'text' };
    const list: DataField = { type: 'list', required: true, columns, example: [{ a: 'x' }] };
    expect(problems({ list }, {})).toStrictEqual([problem('list', 'missing', message('list'))]);
    expect(problems({ list }, { list: [{}] })).toMatchObject([{ name: 'list.0.constructor', reason: 'missing' }]);
  });

  test('lacks a field with a misspelt name, which is suggested', () => {
    const origin: DataField = { type: 'text', required: true };
    const fields: Record<string, DataField> = { previous_price: { type: 'price', required: true }, origin };
    const messages = (data: Readonly<Record<string, string>>) => problems(fields, data).map(({ message }) => message);
    const expected = (name: string) => `Expected a value for data.${name}, which the layout own needs, but received `;
    expect(messages({ previus_price: '4.99', place: 'x' })).toEqual([
      `${expected('previous_price')}data.previus_price (did you mean "previous_price"?)`,
      `${expected('origin')}none`,
    ]);
    // A declared field is not a misspelling of another.
    expect(problems({ ...fields, origins: { type: 'text' } }, { origins: 'x' })[1]!.message).toBe(
      `${expected('origin')}none`,
    );
  });

  test('has one of the values that the layout lists', () => {
    const fields: Record<string, DataField> = { diet: { type: 'text', values: ['vegan', 'vegetarian'] } };
    expect(problems(fields, { diet: 'vegetarian' })).toEqual([]);
    expect(problems(fields, { diet: 'meat' })).toStrictEqual([
      problem('diet', 'unknown_value', 'Expected one of vegan, vegetarian for data.diet but received "meat"'),
    ]);
  });

  test('has dates that are in the calendar', () => {
    const fields: Record<string, DataField> = { until: { type: 'date', required: true } };
    expect(problems(fields, { until: '2028-02-29' })).toEqual([]);
    for (const until of ['2026-02-29', '30.11.2026', '2026-11-30 '])
      expect(problems(fields, { until }).map(({ message }) => message)).toEqual([
        `Expected a day of the calendar as YYYY-MM-DD, such as "2026-11-30", for data.until but received "${until}"`,
      ]);
  });

  test('has prices in the form of an update', () => {
    const fields: Record<string, DataField> = { before: { type: 'price', example: '4.99' }, note: { type: 'text' } };
    expect(problems(fields, { before: '4.99', note: '4,99' })).toEqual([]);
    const form = 'digits, a dot and two digits, such as "3.50",';
    for (const [before, reason, expected] of [
      ...['4,99', '4.9', ' 4.99', '4.99 ', '-4.99', '1e3'].map((text) => [text, 'format', form] as const),
      ['04.99', 'format', 'no leading zero'],
      ['4.999', 'currency_decimals', 'at most 2 decimals'],
      ['12345678.00', 'range', 'at most 9999999.99'],
    ] as const) {
      const because = reason === 'currency_decimals' ? ', as EUR has no more,' : '';
      const message = `Expected ${expected} for data.before${because} but received "${before}"`;
      expect(problems(fields, { before })).toStrictEqual([problem('before', reason, message, { example: '4.99' })]);
    }
  });

  test('has no cents in a currency without', () => {
    const fields: Record<string, DataField> = { before: { type: 'price' } };
    expect(problems(fields, { before: '498.00' }, 'JPY')).toEqual([]);
    expect(problems(fields, { before: '498.50' }, 'KWD')).toEqual([]);
    const message = 'Expected .00 for data.before, as JPY has no decimals, but received "498.50"';
    expect(problems(fields, { before: '498.50' }, 'JPY')).toStrictEqual([
      problem('before', 'currency_decimals', message),
    ]);
  });

  test('is checked to the end: all of its problems are reported', () => {
    const c: DataField = { type: 'text', values: ['x'] };
    const fields: Record<string, DataField> = { a: { type: 'text', required: true }, b: { type: 'price' }, c };
    expect(problems(fields, { b: '1', c: 'y' }).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('has a list where the layout requires one, and a text where it requires a text', () => {
    const rows: DataField = { type: 'list', columns: { name: 'text' } };
    const fields: Record<string, DataField> = { rows, note: { type: 'text' } };
    expect(problems(fields, { rows: [{ name: 'Display' }], note: 'x' })).toEqual([]);
    expect(problems(fields, { rows: 'Display', note: [{ name: 'x' }] })).toEqual([
      problem('rows', 'type', 'Expected a list of rows for data.rows but received "Display"'),
      problem('note', 'type', 'Expected a text for data.note but received a list of rows'),
    ]);
  });

  test('has in each row of a list the texts that the layout names, and prices in their form', () => {
    const fields: Record<string, DataField> = { items: { type: 'list', columns: { name: 'text', price: 'price' } } };
    const [tea, cocoa] = [{ name: 'Tea', price: '2.50' }, { name: 'Cocoa', price: '3,50' } as DataRow];
    const items: readonly DataRow[] = [tea, cocoa, { price: '1.25' }];
    expect(problems(fields, { items })).toMatchObject([
      { name: 'items.1.price', reason: 'format', message: expect.stringContaining('for data.items.1.price but') },
      { name: 'items.2.name', reason: 'missing', message: 'Expected a value for data.items.2.name but received none' },
    ]);
    expect(problems(fields, { items }, 'JPY').map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'items.0.price currency_decimals',
      'items.1.price format',
      'items.2.name missing',
      'items.2.price currency_decimals',
    ]);
  });
});

test('the shipped layouts need what they are about, and nothing else', () => {
  const needed = [...loadLayouts().values()].map(({ id, data = {} }) => {
    const names = Object.keys(data).filter((name) => data[name]!.required);
    return [id, ...names].join(' ');
  });
  expect(needed.sort()).toEqual([
    ...['allergens icons', 'back-office stock', 'barcode', 'bilingual second_name', 'clearance previous_price'],
    ...['deposit deposit', 'energy energy_class', 'member member_price', 'menu items', 'minimal', 'multi-buy quantity'],
    ...['nutri-score nutri_score', 'produce origin', 'promotion previous_price', 'qr', 'sold-out', 'spec rows'],
    ...['standard', 'unit-price'],
  ]);
});
