import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { faultProblem, type ReadRow, type RowProblem } from './problem.js';
import { type JsonReading, readJson } from './read-json.js';
import type { RowBlock } from './split-rows.js';
import { csvOptions, type RowCell } from './csv.js';
import { rowOfCells, type Table } from './table.js';

type CsvReading = Table & { readonly format: 'csv'; readonly delimiter: string };

export type Reading = CsvReading | (Table & { readonly format: 'xlsx' }) | JsonReading;

/** @param rowOf what becomes of the cells of a row */
export function readRows(block: RowBlock, reading: Reading, rowOf = rowOfCells): ReadRow[] {
  const rows: ReadRow[] = [];
  const count = block.starts.length;
  const bytesOf = (i: number) => block.bytes.subarray(block.starts[i], block.ends[i]);
  for (let i = 0; i < count; i++) {
    const fault = block.faults.get(i);
    if (fault) rows.push({ problems: [faultProblem(fault, reading.format === 'csv' ? reading.delimiter : ',')] });
    else if (reading.format === 'ndjson') rows.push(readJson(bytesOf(i), reading));
    else if (reading.format === 'xlsx') rows.push(rowOf(cellsOf(bytesOf(i)), reading));
    else {
      let end = i + 1;
      while (end < count && !block.faults.has(end)) end++;
      readCsv(block, i, end, reading, rowOf, rows);
      i = end - 1;
    }
  }
  return rows;
}

/** The cells of each row; null: it can't be read. */
export function readCells(block: RowBlock, reading: Reading): readonly (readonly RowCell[] | null)[] {
  const cells: (readonly RowCell[])[] = [];
  const rows = readRows(block, reading, (row) => {
    cells.push(row);
    return { object: {} };
  });
  const read = cells.values();
  return rows.map((row) => ('object' in row ? read.next().value! : null));
}

/** The rows of a sheet are JSON, which keeps numbers and errors distinct from texts. */
function cellsOf(bytes: Uint8Array): readonly RowCell[] {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly RowCell[];
}

/** Reads rows without faults in one call: starting the parser takes as long as a few rows. */
function readCsv(
  block: RowBlock,
  from: number,
  to: number,
  reading: CsvReading,
  rowOf: typeof rowOfCells,
  rows: ReadRow[],
): void {
  const bytes = block.bytes.subarray(block.starts[from], block.ends[to - 1]);
  if (!isUtf8(bytes)) {
    if (to - from === 1) {
      rows.push({ problems: [notUtf8] });
      return;
    }
    const middle = (from + to) >> 1;
    readCsv(block, from, middle, reading, rowOf, rows);
    readCsv(block, middle, to, reading, rowOf, rows);
    return;
  }
  const records = parse(bytes, csvOptions(reading.delimiter));
  if (records.length !== to - from)
    throw new Error(`Expected ${to - from} rows but the parser found ${records.length}`);
  for (const record of records) rows.push(rowOf(record, reading));
}

const notUtf8: RowProblem = {
  field: '',
  reason: 'invalid_utf8',
  message: 'Expected UTF-8 for the row but received other bytes',
};
