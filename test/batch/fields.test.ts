import { describe, expect, test } from '@jest/globals';
import { readColumns } from '../../server/batch/rows/columns.js';
import { updateSchema } from '../../renderer/index.js';
import { type FieldNames, isField, putField, readMap } from '../../server/batch/rows/fields.js';
import { requiredFields, rowFields } from '../../server/batch/rows/row-fields.js';
import type { JsonReading } from '../../server/batch/rows/read-json.js';
import { readRows } from '../../server/batch/rows/read-rows.js';
import { blocksOf } from '../support/batch.js';

test('the fields of a row are those of a preview without the view, and data by name', () => {
  expect(rowFields).toEqual([
    ...['product_name', 'price', 'unit', 'sku', 'device', 'layout', 'locale', 'currency', 'time_zone', 'date'],
  ]);
  expect([...requiredFields].sort()).toEqual([...updateSchema.required].sort());
  for (const name of [...rowFields, 'data.a', 'data.a1_b', `data.${'a'.repeat(32)}`])
    expect([name, isField(name)]).toEqual([name, true]);
  for (const name of [
    'view',
    'data',
    'data.',
    'data.A',
    'data.1',
    'xdata.a',
    'data.a.b',
    'data.a-',
    `data.${'a'.repeat(33)}`,
  ])
    expect([name, isField(name)]).toEqual([name, false]);
});

test('fields are put into one object, and those of data into another within it', () => {
  const object = {};
  for (const [field, value] of [
    ['price', '1.00'],
    ['data.a', '1'],
    ['data.b', '2'],
  ] as const)
    putField(object, field, value);
  expect(object).toEqual({ price: '1.00', data: { a: '1', b: '2' } });
});

describe('--map', () => {
  test('names the field of a column, or ignores the column', () => {
    expect([...readMap(['Preis=price', 'a=b=unit', 'Lager=', 'Herkunft=data.origin'])]).toEqual([
      ['Preis', 'price'],
      ['a=b', 'unit'],
      ['Lager', null],
      ['Herkunft', 'data.origin'],
    ]);
  });

  test.each([
    ['price', 'Expected column=field for --map but received "price"'],
    ['=price', 'Expected column=field for --map but received "=price"'],
    ['a=prise', 'Expected a field for --map a= but received "prise" (did you mean "price"?)'],
    ['a=data', 'Expected a field for --map a= but received "data" (did you mean "date"?)'],
  ])('%s is a wrong usage', (pair, message) => {
    expect(() => readMap([pair])).toThrow(expect.objectContaining({ name: 'BatchError', kind: 'usage', message }));
  });
});

describe('the header of a CSV', () => {
  async function columnsOf(header: string | Buffer, pairs: readonly string[] = [], given: [string, string][] = []) {
    const [block] = await blocksOf(Buffer.from(header), 'csv');
    return readColumns(block!, readMap(pairs), new Map(given));
  }

  test('gives the field of each column, whatever blanks are around its name', async () => {
    expect(await columnsOf(' product_name ,"price",Einheit,Lager,data.note', ['Einheit=unit', 'Lager='])).toEqual([
      'product_name',
      'price',
      'unit',
      null,
      'data.note',
    ]);
  });

  test('may have two columns that are ignored', async () => {
    const pairs = ['a=', 'b='];
    expect(await columnsOf('product_name,price,unit,a,b', pairs)).toEqual([
      'product_name',
      'price',
      'unit',
      null,
      null,
    ]);
  });

  test.each([
    ['a;b', [], 'Expected commas between the columns (RFC 4180) but received "a;b"'],
    ['a\tb', [], 'Expected commas between the columns (RFC 4180) but received "a\tb"'],
    [
      'product_name,a;b,unit',
      [],
      'Expected a known field for the column "a;b": say what it is with --map "a;b=field", or ignore it with --map "a;b="',
    ],
    [
      '"a;b",price',
      [],
      'Expected a known field for the column "a;b": say what it is with --map "a;b=field", or ignore it with --map "a;b="',
    ],
    [
      'price',
      [],
      'Expected a column for product_name but received "price": say which one it is with --map "column=product_name"',
    ],
    [
      'product_name,price,price,unit',
      [],
      'Expected one column for price but received "price" and "price": ignore one with --map "column="',
    ],
    [
      'product_name,prise,unit',
      [],
      'Expected a known field for the column "prise" (did you mean "price"?): say what it is with --map "prise=field", or ignore it with --map "prise="',
    ],
    [
      'product_name,Preis,unit',
      ['preis=price'],
      'Expected a column of the file for --map but received "preis" (did you mean "Preis"?)',
    ],
    [
      'product_name,price,unit,Preis',
      ['Preis=price'],
      'Expected one column for price but received "price" and "Preis": ignore one with --map "column="',
    ],
    [
      'product_name,price,unit,Panel',
      ['Panel=device'],
      'Expected device in --device or in a column but received both: ignore the column with --map "Panel="',
    ],
    [
      'product_name,price',
      [],
      'Expected a column for unit but received "product_name", "price": say which one it is with --map "column=unit"',
    ],
  ])('%j with --map %j is a wrong usage', async (header, pairs, message) => {
    await expect(columnsOf(header, pairs, [['device', '--device']])).rejects.toMatchObject({
      name: 'BatchError',
      kind: 'usage',
      message,
    });
  });

  test.each([
    [Buffer.from([0x61, 0xff]), 'line 1: Expected UTF-8 for the names of the columns but received other bytes'],
    [Buffer.from('\n\na"b\n'), /^line 3: Expected a field that contains quotes to be quoted/],
  ])('%j is invalid', async (header, message) => {
    await expect(columnsOf(header)).rejects.toMatchObject({
      kind: 'invalid',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});

describe('a row of NDJSON', () => {
  async function read(line: string, map: FieldNames = new Map(), options: JsonReading['options'] = new Map()) {
    const [block] = await blocksOf(Buffer.from(line), 'ndjson');
    const [row] = readRows(block!, { format: 'ndjson', map, options });
    return row!;
  }

  test.each(['{"data.a":"1","data":{"b":"2"}}', '{"data":{"b":"2"},"data.a":"1"}'])(
    'keeps its data from an object and from keys, whichever comes first: %s',
    async (line) => {
      expect(await read(line)).toEqual({ object: { data: { a: '1', b: '2' } } });
    },
  );

  test.each(['{"data.a":"1","data":{"a":"2","b":"3"}}', '{"data":{"a":"2","b":"3"},"data.a":"1"}'])(
    'is refused when a name of its data comes in both: %s',
    async (line) => {
      expect(await read(line)).toEqual({
        problems: [
          {
            field: 'data.a',
            reason: 'duplicate',
            message: 'Expected data.a once but received it in data and as data.a',
          },
        ],
      });
    },
  );

  test.each([
    ['"text"', 'text'],
    ['null', null],
    ['["x"]', ['x']],
  ])('whose data is %s keeps that, for the check of its fields to refuse', async (json, data) => {
    expect(await read(`{"data.a":"1","data":${json}}`)).toEqual({ object: { data } });
  });

  test('has its keys renamed, or ignored', async () => {
    const map = readMap(['Preis=price', 'Lager=', 'Herkunft=data.origin', 'data=']);
    expect(await read('{"Preis":"1.00","Lager":7,"Herkunft":"Spain","data":{"a":1},"unit":null}', map)).toEqual({
      object: { price: '1.00', data: { origin: 'Spain' }, unit: null },
    });
    expect(await read('{"data":"Spain"}', readMap(['data=data.origin']))).toEqual({
      object: { data: { origin: 'Spain' } },
    });
  });

  test('is refused with all that is wrong with its keys', async () => {
    const options = new Map([['date', '--date']]);
    const row = await read(
      '{"Preis":"1.00","price":"2.00","prize":1,"date":"2026-11-20","unit":"a","unit":"b"}',
      readMap(['Preis=price']),
      options,
    );
    expect(row).toEqual({
      problems: [
        { field: 'unit', reason: 'duplicate', message: 'Expected unit once but it comes again' },
        { field: 'price', reason: 'duplicate', message: 'Expected price once but it comes again as price' },
        {
          field: 'prize',
          reason: 'unknown_field',
          message: 'Expected a known field but received prize (did you mean "price"?)',
        },
        { field: 'date', reason: 'duplicate', message: 'Expected date in --date or in the row but received both' },
      ],
    });
  });
});
