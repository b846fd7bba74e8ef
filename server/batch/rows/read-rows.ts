import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { csvOptions } from './csv.js';
import { putField } from './fields.js';
import { faultProblem, type ReadRow, type RowProblem } from './problem.js';
import { type JsonReading, readJson } from './read-json.js';
import type { Block } from './split-rows.js';

/** How rows are read: by the field of each column, or as JSON objects. */
export type Reading = { readonly format: 'csv'; readonly columns: Columns } | JsonReading;

/** The field of each column; null: the column is ignored. */
type Columns = readonly (string | null)[];

/** Reads the rows of a block, in their order. */
export function readRows(block: Block, reading: Reading): ReadRow[] {
  const rows: ReadRow[] = [];
  const count = block.starts.length;
  for (let i = 0; i < count; i++) {
    const fault = block.faults.get(i);
    if (fault) rows.push({ problems: [faultProblem(fault)] });
    else if (reading.format === 'ndjson')
      rows.push(readJson(block.bytes.subarray(block.starts[i], block.ends[i]), reading));
    else {
      let end = i + 1;
      while (end < count && !block.faults.has(end)) end++;
      readCsv(block, i, end, reading.columns, rows);
      i = end - 1;
    }
  }
  return rows;
}

/** Reads rows without faults in one go: starting the parser takes as long as reading a few of them. */
function readCsv(block: Block, from: number, to: number, columns: Columns, rows: ReadRow[]): void {
  const bytes = block.bytes.subarray(block.starts[from], block.ends[to - 1]);
  if (!isUtf8(bytes)) {
    if (to - from === 1) {
      rows.push({ problems: [notUtf8] });
      return;
    }
    const middle = (from + to) >> 1;
    readCsv(block, from, middle, columns, rows);
    readCsv(block, middle, to, columns, rows);
    return;
  }
  const records = parse(bytes, csvOptions);
  if (records.length !== to - from)
    throw new Error(`Expected ${to - from} rows but the parser found ${records.length}`);
  for (const record of records) rows.push(objectOf(record, columns));
}

const notUtf8: RowProblem = {
  field: '',
  reason: 'invalid_utf8',
  message: 'Expected UTF-8 for the row but received other bytes',
};

function objectOf(cells: readonly string[], columns: Columns): ReadRow {
  if (cells.length !== columns.length) {
    const message = `Expected ${columns.length} columns for the row but received ${cells.length}`;
    return { problems: [{ field: '', reason: 'columns', message }] };
  }
  const object: Record<string, unknown> = {};
  for (let i = 0; i < cells.length; i++) {
    // An empty cell says nothing: the field takes its default, or is missing.
    if (cells[i] !== '' && columns[i] !== null) putField(object, columns[i]!, cells[i]);
  }
  return { object };
}
