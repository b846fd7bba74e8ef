import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { csvOptions } from './csv.js';
import { faultProblem, type ReadRow, type RowProblem } from './problem.js';
import { type JsonReading, readJson } from './read-json.js';
import type { Block } from './split-rows.js';
import { type Cell, rowOfCells, type Table } from './table.js';

/** How the rows of a CSV are read. */
export interface CsvReading extends Table {
  readonly format: 'csv';
  readonly delimiter: string;
}

/** How the rows of a sheet of Excel are read. */
export interface SheetReading extends Table {
  readonly format: 'xlsx';
}

/** How rows are read: by the field of each column, or as JSON objects. */
export type Reading = CsvReading | SheetReading | JsonReading;

/** Reads the rows of a block, in their order. */
export function readRows(block: Block, reading: Reading): ReadRow[] {
  const rows: ReadRow[] = [];
  const count = block.starts.length;
  const bytesOf = (i: number) => block.bytes.subarray(block.starts[i], block.ends[i]);
  for (let i = 0; i < count; i++) {
    const fault = block.faults.get(i);
    if (fault) rows.push({ problems: [faultProblem(fault, reading.format === 'csv' ? reading.delimiter : ',')] });
    else if (reading.format === 'ndjson') rows.push(readJson(bytesOf(i), reading));
    else if (reading.format === 'xlsx') rows.push(rowOfCells(cellsOf(bytesOf(i)), reading));
    else {
      let end = i + 1;
      while (end < count && !block.faults.has(end)) end++;
      readCsv(block, i, end, reading, rows);
      i = end - 1;
    }
  }
  return rows;
}

/** The cells of a row of a sheet, which comes as JSON: its numbers and its errors are no texts. */
function cellsOf(bytes: Uint8Array): readonly Cell[] {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly Cell[];
}

/** Reads rows without faults in one go: starting the parser takes as long as reading a few of them. */
function readCsv(block: Block, from: number, to: number, reading: CsvReading, rows: ReadRow[]): void {
  const bytes = block.bytes.subarray(block.starts[from], block.ends[to - 1]);
  if (!isUtf8(bytes)) {
    if (to - from === 1) {
      rows.push({ problems: [notUtf8] });
      return;
    }
    const middle = (from + to) >> 1;
    readCsv(block, from, middle, reading, rows);
    readCsv(block, middle, to, reading, rows);
    return;
  }
  const records = parse(bytes, csvOptions(reading.delimiter));
  if (records.length !== to - from)
    throw new Error(`Expected ${to - from} rows but the parser found ${records.length}`);
  for (const record of records) rows.push(rowOfCells(record, reading));
}

const notUtf8: RowProblem = {
  field: '',
  reason: 'invalid_utf8',
  message: 'Expected UTF-8 for the row but received other bytes',
};
