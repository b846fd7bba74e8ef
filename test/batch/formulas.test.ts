import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { csvOptions } from '../../server/batch/rows/csv.js';
import { rowOfCells } from '../../server/batch/rows/table.js';
import { csvOf } from '../../server/page/state/shelf/csv.js';
import { readCells } from '../../server/page/state/wall/cells.js';

const names = [
  ...['=HYPERLINK("http://evil.example/","x")', '+49 30', '-1+2', '@SUM(A1)', '\tx', '\r=1', '＝1+1'],
  ...["'=1", "''=1", "'quoted'", 'Milk; 1 L', 'a,"b"', '-3.50', ' = 1'],
];

test('a text that is a formula for a spreadsheet leaves as text, and is read back as it was', async () => {
  const label = { price: '1.00', unit: '1 L', sku: '', device: 'd', layout: 'standard', locale: 'en', currency: 'EUR' };
  const labels = names.map((name, i) => ({ id: `l${i}`, name, ...label }));
  const csv = csvOf(labels as never);
  const cells = parse(csv, csvOptions(','));
  for (const [, name] of cells.slice(1)) expect(name).not.toMatch(/^(?!-3\.50$)[=+\-@\t\r＝]/);
  expect(cells.find(([id]) => id === 'l12')![1]).toBe('-3.50');
  const columns = cells[0]!.map((name) => (name === 'label' ? null : name));
  const rows = cells.slice(1).map((row) => rowOfCells(row, { columns, prices: ['price'], decimal: null }));
  expect(rows.map((row) => ('object' in row ? row.object.product_name : row))).toEqual(names);
  const table = await readCells(new TextEncoder().encode(csv));
  expect('rows' in table && table.rows.map((row) => 'cells' in row && row.cells[1])).toEqual(names);
});
