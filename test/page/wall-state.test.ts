import { describe, expect, test } from '@jest/globals';
import { firstState } from '../../server/page/state/preview-state.js';
import { readCells } from '../../server/page/state/wall/cells.js';
import { type FileChoices, type FileRow, maxRows } from '../../server/page/state/wall/table.js';
import { readTable, type RowFile } from '../../server/page/state/wall/table.js';
import { countBy, inksOf, isShown, makerOf, millimetresOf } from '../../server/page/state/panels.js';
import { ownScale, wallScale } from '../../server/page/state/wall/scale.js';
import { readWall, type WallState, writeWall } from '../../server/page/state/wall/wall-state.js';
import { readRows } from '../../server/batch/rows/read-rows.js';
import { namesOf, readColumns } from '../../server/batch/rows/columns.js';
import { blocksOf } from '../support/batch.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const head = 'product_name,price,unit\n';

async function readFile(file: Uint8Array, prices?: ReadonlySet<string>, reading?: FileChoices) {
  const cells = await readCells(file);
  return 'fault' in cells ? cells : readTable(cells, prices, reading);
}

async function read(text: string | Uint8Array): Promise<readonly FileRow[]> {
  const found = await readFile(typeof text === 'string' ? bytes(text) : text);
  if ('fault' in found) throw new Error(found.fault);
  return found.rows;
}

describe('a file', () => {
  test.each([
    ['commas', 'product_name,price,unit\n"Cheese, old",4.99,1 kg\n'],
    ['semicolons', 'product_name;price;unit\r\n"Cheese, old";4.99;1 kg\r\n'],
    ['tabs', 'product_name\tprice\tunit\nCheese, old\t4.99\t1 kg'],
    ['a mark of UTF-8', '\uFEFFproduct_name,price,unit\n"Cheese, old",4.99,1 kg\n'],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toEqual([
      { line: 2, fields: { product_name: 'Cheese, old', price: '4.99', unit: '1 kg' } },
    ]);
  });

  test.each([
    ['utf16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ])('of %s is read if it has its mark', async (encoding, mark) => {
    const units = Buffer.from(`${head}Crème,1.00,1 kg\n`, 'utf16le');
    const body = encoding === 'utf16le' ? units : units.swap16();
    expect(await read(Uint8Array.from([...mark, ...body]))).toMatchObject([{ fields: { product_name: 'Crème' } }]);
  });

  test('says which columns it lacks, has twice, or has for nothing', async () => {
    for (const [text, found] of [
      ['', { fault: 'empty' }],
      ['"a\nb', { fault: 'header' }],
      ['shop,price\n', { fault: 'missing', fields: ['product_name'] }],
      ['price,sku,product_name,sku,unit\n', { fault: 'twice', fields: ['sku'] }],
      [
        'Sale price,product_name,Regular price,unit\n2.00,Milk,4.00,1 L\n,Tea,3.00,1\n',
        { rows: [{ fields: { price: '2.00' } }, { fields: { price: '3.00' } }] },
      ],
      ['product_name,price,unit,shop\n', { rows: [], columns: { 3: { name: 'shop', field: '' } } }],
    ] as const)
      expect([text, await readFile(bytes(text))]).toMatchObject([text, found]);
  });

  test('has the fields that its columns have by common names, unless a person chose others', async () => {
    const text = 'Artikel;Preis;Einheit;EAN;Notiz\nMilch;1.00;1 L;4006381333931;x\n';
    const found = (await readFile(bytes(text))) as RowFile;
    expect(found.columns.map(({ field }) => field)).toEqual(['product_name', 'price', 'unit', 'sku', '']);
    expect(found.columns.map(({ guessed }) => guessed)).toEqual([true, true, true, true, false]);
    expect(found.rows).toMatchObject([{ fields: { product_name: 'Milch', unit: '1 L', sku: '4006381333931' } }]);
    const fields = ['', 'price', 'unit', '', 'product_name'];
    const other = (await readFile(bytes(text), undefined, { fields })) as RowFile;
    expect(other.rows).toMatchObject([{ fields: { product_name: 'x', price: '1.00', unit: '1 L' } }]);
    expect(other.columns.some(({ guessed }) => guessed)).toBe(false);
    const lacking = await readFile(bytes(text), undefined, { fields: ['', '', 'unit', '', ''] });
    expect(lacking).toMatchObject({ fault: 'missing', fields: ['product_name', 'price'], columns: { length: 5 } });
  });

  test.each([
    ['1,00', '1.234,50', 'comma', ['1.00', '1234.50']],
    ['1.00', '1,234.50', 'point', ['1.00', '1234.50']],
    ['1.00', '12.5', 'point', ['1.00', '12.50']],
    ['1,00', '1.00', null, ['1.00', '1.00']],
  ] as const)('has prices such as %s and %s by their decimal sign', async (one, other, decimal, expected) => {
    const text = `product_name;price;unit;data.was;data.note\nA;${one};1;${one};${other}\nB;${other};1;;\n`;
    const found = (await readFile(bytes(text), new Set(['data.was']))) as RowFile;
    expect(found.decimal).toBe(decimal);
    const rows = found.rows.map((row) => ('fields' in row ? row.fields : {}));
    expect(rows.map(({ price }) => price)).toEqual(expected);
    // Only prices are converted.
    expect(rows[0]!.data).toEqual({ was: expected[0], note: other });
    const asShown = (await readFile(bytes(text), new Set(['data.was']), { decimal: null })) as RowFile;
    expect(asShown.rows[1]).toMatchObject({ fields: { price: expected[1] } });
    const wrong = (await readFile(bytes(`${head}A,x,1\nB,"7,00",1\n`))) as RowFile;
    expect(wrong.rows).toMatchObject([
      { fault: 'cells', problems: [{ field: 'price' }] },
      { fields: { price: '7.00' } },
    ]);
  });

  test('has fields of data, and none where a cell is empty', async () => {
    const [row] = await read('product_name,price,unit,sku,data.previous_price,data.Bad\nA,1.00,,,2.00,x\n');
    expect(row).toEqual({
      line: 2,
      fields: { product_name: 'A', price: '1.00', data: { previous_price: '2.00', bad: 'x' } },
    });
  });

  test('is shown up to a number of rows, and the others are counted', async () => {
    const found = (await readFile(bytes(head + 'A,1.00,1 kg\n'.repeat(maxRows + 3)))) as RowFile;
    expect([found.rows.length, found.beyond, found.rows.at(-1)!.line]).toEqual([maxRows, 3, maxRows + 1]);
  });

  test('has the rows, the lines and the faults that esl-sim batch finds in it', async () => {
    const text = [
      ...['product_name,price,unit', '"Two\nlines ""quoted""",1.00,1 kg', '', 'stray"quote,1.00,1 kg'],
      ...['"text"after,1.00,1 kg', 'short,1.00', `${'long'.repeat(20_000)},1.00,1 kg`, 'B\uFFFDD,1.00,1 kg'],
      ...['   ', 'gööd,2.00,2 kg', '"open,1.00,1 kg', 'last,3.00,3 kg'],
    ].join('\n');
    const raw = Buffer.from(text).toString('latin1').replace('\xef\xbf\xbd', '\xff');
    const file = Uint8Array.from(Buffer.from(raw, 'latin1'));
    const [header, ...rest] = await blocksOf(Buffer.from(file), 'csv');
    const rules = { map: new Map(), given: new Map(), data: null };
    const columns = readColumns(namesOf(header!, ','), rules).fields;
    const expected = rest.flatMap((block) =>
      readRows(block, { format: 'csv', columns, delimiter: ',', prices: [], decimal: null }).map((row, i) => {
        const line = block.lines[i]!;
        return 'object' in row ? { line, fields: row.object } : { line, fault: row.problems[0]!.reason };
      }),
    );
    const found = (await read(file)).map((row) => ('fields' in row ? row : { line: row.line, fault: row.fault }));
    expect(found).toEqual(expected);
    expect(found.map(({ line }) => line)).toEqual([2, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });
});

describe('the address of a wall', () => {
  const first: WallState = {
    ...{ content: firstState, by: 'panels', makers: [], inks: [], panels: [], warned: false, found: '', real: false },
  };

  test('says nothing at first, and else all that is shown', () => {
    expect([writeWall(first), readWall('')]).toEqual(['', first]);
    const state: WallState = {
      content: { ...firstState, name: 'Käse & <b>', layout: 'promotion' },
      by: 'languages',
      makers: ['SoluM', 'Good Display'],
      inks: ['black red', 'black'],
      panels: ['a', 'b'],
      warned: true,
      found: 'error',
      real: true,
    };
    expect(readWall(writeWall(state))).toEqual(state);
    expect(readWall('?by=nonsense').by).toBe('panels');
  });

  test('filters panels by maker, inks and one by one, and counts each choice by itself', () => {
    const panels = [
      { id: 'a', vendor: 'Waveshare / Good Display', inks: ['white', 'black', 'red'] },
      { id: 'b', vendor: 'Waveshare', inks: ['white', 'black'] },
      { id: 'c', vendor: 'Gicisky (PICKSMART)', inks: ['white', 'black', 'red'] },
    ].map((panel) => ({ ...panel, inks: panel.inks.map((name) => ({ name })) }));
    const shown = (patch: Partial<WallState>) =>
      panels.flatMap((each) => (isShown(each, { ...first, ...patch }) ? [each.id] : [])).join('');
    expect(shown({})).toBe('abc');
    expect(shown({ makers: ['Waveshare'] })).toBe('ab');
    expect(shown({ makers: ['Waveshare'], inks: ['black red'] })).toBe('a');
    expect(shown({ panels: ['b', 'c'] })).toBe('bc');
    const counts = (filter: 'makers' | 'inks', patch: Partial<WallState>) => {
      const counted = panels.filter((each) => isShown(each, { ...first, ...patch }, filter));
      return Array.from(countBy(counted, filter === 'makers' ? makerOf : inksOf), (pair) => pair.join(' ')).join(', ');
    };
    expect(counts('makers', {})).toBe('Waveshare 2, Gicisky 1');
    expect(counts('makers', { makers: ['Waveshare'] })).toBe('Waveshare 2, Gicisky 1');
    expect(counts('makers', { makers: ['Waveshare'], inks: ['black red'] })).toBe('Waveshare 1, Gicisky 1');
    expect(counts('inks', { inks: ['black'] })).toBe('black red 2, black 1');
    expect(counts('inks', { makers: ['Gicisky'], inks: ['black'] })).toBe('black red 1');
  });
});

test('labels of a wall have one scale, and one that is too wide for the room fits it', () => {
  const wide = millimetresOf({ width: 1600, height: 1200, dpi: { value: 150.4 } });
  expect(Math.round(wide.width)).toBe(270);
  expect(wallScale(67, 1232)).toBe(3.1);
  expect(wallScale(wide.width, 714)).toBeCloseTo(700 / wide.width);
  const scale = wallScale(wide.width, 343);
  expect(scale).toBe(1.6);
  expect(ownScale({ width: 67, height: 30 }, scale, 343)).toBe(1.6);
  expect(ownScale(wide, scale, 343) * wide.width).toBeCloseTo(329);
});
