import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { suggestion } from '../../../renderer/index.js';
import { type Body, type JsonObject, parseBody } from '../../fields/json.js';
import { Problem } from '../../fields/problem.js';
import { cut } from '../../fields/text.js';
import { type FieldNames, isField, rowFields } from './columns.js';
import { csvOptions } from './csv.js';
import { faultProblem, type RowProblem } from '../problem.js';
import type { Block } from './split-rows.js';

/** The flat object that a row stands for, or why it stands for none. */
export type ReadRow = { readonly object: JsonObject } | { readonly problems: readonly RowProblem[] };

/** How rows are read: by columns, or as JSON objects whose keys may be renamed. */
export type Reading = { readonly format: 'csv'; readonly columns: readonly (string | null)[] } | JsonReading;

interface JsonReading {
  readonly format: 'ndjson';
  readonly map: FieldNames;
  /** Fields that an option says for all rows, with the option's name. */
  readonly options: ReadonlyMap<string, string>;
}

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

/** Reads rows without faults at once, as to start the parser takes as long as a few of them. */
function readCsv(block: Block, from: number, to: number, columns: readonly (string | null)[], rows: ReadRow[]): void {
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

function objectOf(cells: readonly string[], columns: readonly (string | null)[]): ReadRow {
  if (cells.length !== columns.length) {
    const message = `Expected ${columns.length} columns for the row but received ${cells.length}`;
    return { problems: [{ field: '', reason: 'columns', message }] };
  }
  const object: Record<string, unknown> = {};
  for (let i = 0; i < cells.length; i++) {
    // An empty cell says nothing: the field takes its default, or is missing.
    if (cells[i] !== '' && columns[i] !== null) put(object, columns[i]!, cells[i]!);
  }
  return { object };
}

function put(object: Record<string, unknown>, field: string, value: unknown): void {
  if (field.startsWith('data.')) object.data = { ...(object.data as object), [field.slice('data.'.length)]: value };
  else object[field] = value;
}

function readJson(bytes: Uint8Array, { map, options }: JsonReading): ReadRow {
  let body: Body;
  try {
    body = parseBody(bytes, 'the row');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problems: error.options.errors ?? [] };
  }
  const problems: RowProblem[] = [...body.problems];
  const seen = new Set<string>();
  const object: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body.object)) {
    const mapped = map.get(key);
    const field = mapped === undefined ? key : mapped;
    if (field === null) continue;
    const wrong = keyProblem(key, field, options, seen);
    if (wrong) problems.push(wrong);
    else put(object, field, value);
    seen.add(field);
  }
  return problems.length > 0 ? { problems } : { object };
}

function keyProblem(
  key: string,
  field: string,
  options: ReadonlyMap<string, string>,
  seen: ReadonlySet<string>,
): RowProblem | undefined {
  const name = cut(key);
  if (field !== 'data' && !isField(field))
    return {
      field: name,
      reason: 'unknown_field',
      message: `Expected a known field but received ${name}${suggestion(name, rowFields)}`,
    };
  const option = options.get(field);
  if (option !== undefined)
    return { field, reason: 'duplicate', message: `Expected ${field} in ${option} or in the row but received both` };
  if (seen.has(field) || (field.startsWith('data.') && seen.has('data')))
    return { field, reason: 'duplicate', message: `Expected ${field} once but it comes again as ${name}` };
  return undefined;
}
