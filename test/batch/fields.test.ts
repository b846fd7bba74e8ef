import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { namesOf, readColumns } from '../../server/batch/rows/columns.js';
import { updateSchema } from '../../renderer/index.js';
import { type FieldNames, readMap } from '../../server/batch/rows/fields.js';
import { fieldGuessed } from '../../server/batch/rows/guess/synonyms.js';
import { fieldNamed, isField, requiredFields, rowFields } from '../../server/batch/rows/row-fields.js';
import type { JsonReading } from '../../server/batch/rows/read-json.js';
import { readRows } from '../../server/batch/rows/read-rows.js';
import { blocksOf, expectEnd } from '../support/batch.js';

test('the fields of a row are those of a preview without the view, and data by name', () => {
  const names = 'device layout product_name price unit sku date locale currency time_zone';
  expect(rowFields).toEqual(names.split(' '));
  expect([...requiredFields].sort()).toEqual([...updateSchema.required].sort());
  for (const name of [...rowFields, 'data.a', 'data.a1_b', `data.${'a'.repeat(32)}`])
    expect([name, isField(name)]).toEqual([name, true]);
  for (const name of `view data data. data.A data.1 xdata.a data.a.b data.a- data.${'a'.repeat(33)}`.split(' '))
    expect([name, isField(name)]).toEqual([name, false]);
});

describe('--map', () => {
  test('names the field of a column, or ignores the column', () => {
    const fields = { Preis: 'price', 'a=b': 'unit', Lager: null, Herkunft: 'data.origin' };
    const pairs = Object.entries(fields);
    expect([...readMap(pairs.map(([column, field]) => `${column}=${field ?? ''}`))]).toEqual(pairs);
  });

  test.each([
    ['price', 'Expected column=field for --map but received "price"'],
    ['=price', 'Expected column=field for --map but received "=price"'],
    ['a=prise', 'Expected a field for --map a= but received "prise" (did you mean "price"?)'],
    ['a=data', 'Expected a field for --map a= but received "data" (did you mean "date"?)'],
    ['a=price a=', 'Expected each column once for --map but received "a" again'],
  ])('%s is a wrong usage', (pairs, message) => {
    expect(() => readMap(pairs.split(' '))).toThrow(
      expect.objectContaining({ name: 'BatchError', kind: 'usage', message }),
    );
  });
});

describe('the header of a CSV', () => {
  async function columnsOf(
    header: string | Buffer,
    pairs: readonly string[] = [],
    given: [string, string][] = [],
    data: ReadonlySet<string> | null = null,
  ) {
    const [block] = await blocksOf(Buffer.from(header), 'csv');
    const rules = { map: readMap(pairs), given: new Map(given), data };
    return readColumns(namesOf(block!, ','), rules).fields;
  }

  test('returns the field of each column, ignoring blanks around its name', async () => {
    const columns = await columnsOf(' product_name ,"price",Einheit,Lager,data.note', ['Einheit=unit', 'Lager=']);
    expect(columns).toEqual(['product_name', 'price', 'unit', null, 'data.note']);
  });

  test('may be in other capitals, and with blanks or hyphens; a name without letters is ignored', async () => {
    expect(await columnsOf('Product Name,PRICE,unit,SKU,Time-Zone,Data.Origin,')).toEqual([
      ...['product_name', 'price', 'unit', 'sku', 'time_zone', 'data.origin', null],
    ]);
    // An accent may be a character by itself.
    expect(fieldGuessed('De\u0301signation')).toBe('product_name');
    expect([fieldNamed('Preis'), fieldNamed('data.a b'), fieldNamed('')]).toEqual([undefined, 'data.a_b', undefined]);
  });

  test('may have columns named by their place, which goes before the name', async () => {
    const pairs = ['#4=', 'Preis=price'];
    expect(await columnsOf('product_name,Preis,unit,Preis', pairs)).toEqual(['product_name', 'price', 'unit', null]);
    expect(await columnsOf('product_name,price,unit,#4', ['#4=sku'])).toEqual(['product_name', 'price', 'unit', 'sku']);
    expect(await columnsOf('product_name,#1,price,unit', ['#1=sku'])).toEqual(['product_name', 'sku', 'price', 'unit']);
    await expect(columnsOf('product_name,price,unit', ['#4='])).rejects.toThrow(
      'Expected a column of the file for --map but received "#4"',
    );
  });

  const mend = (options: string) => `Say what each column is, or nothing to ignore it: ${options}`;
  const known = 'Expected a known field for the column';
  const noSuch = 'Expected a column of the file for --map but received';
  const noData = 'Expected a field of data that a layout has for the column';

  test.each([
    [
      'Artikel,Preis,Einheit,Lager €',
      `${known} "Artikel" (did you mean "product_name"?)
${known} "Preis" (did you mean "price"?)
${known} "Einheit" (did you mean "unit"?)
${known} "Lager €"
${mend('--map Artikel=product_name --map Preis=price --map Einheit=unit --map "Lager €="')}`,
    ],
    [
      'Désignation,Prix TTC,Conditionnement,Code EAN',
      `${known} "Désignation" (did you mean "product_name"?)
${known} "Prix TTC" (did you mean "price"?)
${known} "Conditionnement" (did you mean "unit"?)
${known} "Code EAN" (did you mean "sku"?)
${mend('--map Désignation=product_name --map "Prix TTC=price" --map Conditionnement=unit --map "Code EAN=sku"')}`,
    ],
    [
      'product_name,a;b,unit',
      `${known} "a;b"
Expected a column for price but received "product_name", "a;b", "unit"
${mend('--map "a;b="')}`,
    ],
    ['product_name,price,unit,prise,$x', `${known} "prise"\n${known} "$x"\n${mend(`--map prise= --map '$x='`)}`],
    [
      'price',
      'Expected a column for product_name but received "price"\nExpected a column for unit but received "price"',
    ],
    [
      'product_name,price,Price,unit',
      `Expected one column for price but received columns 2 ("price") and 3 ("Price")\n${mend('--map "#3="')}`,
    ],
    [
      'Preis,product_name,unit,Preis',
      `${known} "Preis" (did you mean "price"?)\n${known} "Preis"\n${mend('--map "#1=price" --map "#4="')}`,
    ],
    ['product_name,prise,unit', `${known} "prise" (did you mean "price"?)\n${mend('--map prise=price')}`],
    [
      'product_name,Preis,unit',
      `${noSuch} "preis" (did you mean "Preis"?)
${noSuch} "#9"
${known} "Preis" (did you mean "price"?)
${mend('--map Preis=price')}`,
      ['preis=price', '#9='],
    ],
    [
      'product_name,price,unit,Panel',
      `Expected device in --device or in a column but received both\n${mend('--map "#4="')}`,
      ['Panel=device'],
    ],
    [
      'product_name,price,unit,data.previos_price,data.x',
      `${noData} "data.previos_price" (did you mean "data.previous_price"?)
${noData} "data.x"
${mend('--map data.previos_price=data.previous_price --map data.x=')}`,
    ],
  ])('%j is a wrong usage, with all problems: %s', async (header, message, pairs: readonly string[] = []) => {
    const data = new Set(['previous_price', 'origin']);
    const columns = columnsOf(header, pairs, [['device', '--device']], data);
    await expectEnd(columns, 'usage', message);
  });

  test('is read with the options that its error names', async () => {
    for (const header of ["Artikel,Preis,Preis,,Einheit,it's $5", 'Name,Name,Prices,Units,Unit,"a ""b"" c"']) {
      const error = await columnsOf(header).catch((reason: unknown) => reason);
      const words = (error as Error).message.split('ignore it: ')[1]!;
      const { stdout } = await promisify(execFile)('bash', ['-c', `printf '%s\\n' ${words}`]);
      const pairs = stdout.split('\n').filter((word) => word !== '' && word !== '--map');
      expect(await columnsOf(header, pairs)).toEqual(expect.arrayContaining(['product_name', 'price', 'unit']));
    }
  });

  test('of thousands of columns is refused in a few lines', async () => {
    const header = Array.from({ length: 5000 }, (_, i) => `c${i}`).join(',');
    const error = await columnsOf(header).catch((reason: unknown) => reason);
    expect((error as Error).message.split('\n')).toHaveLength(22);
    expect((error as Error).message.length).toBeLessThan(4000);
  });

  test.each([
    [Buffer.from([0x61, 0xff]), 'line 1: Expected UTF-8 for the names of the columns but received other bytes'],
    [Buffer.from('\n\na"b\n'), /^line 3: Expected a field that contains quotes to be quoted/],
  ])('%j is invalid', async (header, message) => {
    await expectEnd(columnsOf(header), 'invalid', message);
  });
});

describe('a row of NDJSON', () => {
  async function read(line: string, map: FieldNames = new Map(), options: JsonReading['options'] = new Map()) {
    const [block] = await blocksOf(Buffer.from(line), 'ndjson');
    const [row] = readRows(block!, { format: 'ndjson', map, options });
    return row!;
  }

  const message = 'Expected data.a once but received it in data and as data.a';
  const twice = { problems: [{ field: 'data.a', reason: 'duplicate', message }] };
  test.each([
    // Whichever comes first.
    ['{"data.a":"1","data":{"b":"2"}}', { object: { data: { a: '1', b: '2' } } }],
    ['{"data":{"b":"2"},"data.a":"1"}', { object: { data: { a: '1', b: '2' } } }],
    ['{"data.a":"1","data":{"a":"2","b":"3"}}', twice],
    ['{"data":{"a":"2","b":"3"},"data.a":"1"}', twice],
    // The check of its fields refuses these.
    ['{"data.a":"1","data":"text"}', { object: { data: 'text' } }],
    ['{"data.a":"1","data":null}', { object: { data: null } }],
    ['{"data.a":"1","data":["x"]}', { object: { data: ['x'] } }],
  ])('takes data from an object and from keys: %s', async (line, expected) => {
    expect(await read(line)).toEqual(expected);
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

  test('is refused with all problems of its keys', async () => {
    const options = new Map([['date', '--date']]);
    const row = await read(
      '{"Preis":"1.00","price":"2.00","prize":1,"date":"2026-11-20","unit":"a","unit":"b"}',
      readMap(['Preis=price']),
      options,
    );
    const problems = [
      ['unit', 'duplicate', 'Expected unit once but it comes again'],
      ['price', 'duplicate', 'Expected price once but it comes again as price'],
      ['prize', 'unknown_field', 'Expected a known field but received prize (did you mean "price"?)'],
      ['date', 'duplicate', 'Expected date in --date or in the row but received both'],
    ];
    expect(row).toEqual({ problems: problems.map(([field, reason, said]) => ({ field, reason, message: said })) });
  });
});
