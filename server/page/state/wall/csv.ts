import { parse } from 'csv-parse/browser/esm/sync';
import { type DecimalSign, readAmount } from '../../../batch/rows/amounts.js';
import { csvOptions } from '../../../batch/rows/csv.js';
import { findDelimiter } from '../../../batch/rows/find-delimiter.js';
import { findEncoding, fromWindows1252, headSize } from '../../../batch/rows/find-encoding.js';
import type { RowFault } from '../../../batch/rows/find-row.js';
import { fieldNamed } from '../../../batch/rows/row-fields.js';
import { createSplitter, type RowBlock } from '../../../batch/rows/split-rows.js';
import { type Column, decimalOf, fieldsOf, type RowFields } from './row-fields.js';

type UnreadRow = { readonly line: number } & (
  | { readonly fault: RowFault | 'invalid_utf8' }
  | { readonly fault: 'columns'; readonly expected: number; readonly received: number }
);

/** A row, or why it can't be read. Lines are counted from 1. */
export type FileRow = { readonly line: number; readonly fields: RowFields } | UnreadRow;

/** A file whose rows can be drawn. */
export interface RowFile {
  readonly rows: readonly FileRow[];
  readonly columns: readonly Column[];
  /** Columns that are no field of a label. */
  readonly unused: readonly string[];
  /** The decimal sign of its prices; null: that of the wire format. */
  readonly decimal: DecimalSign | null;
  /** The number of rows after the first {@link maxRows}, which are not drawn. */
  readonly beyond: number;
}

/** Why a file can't be drawn: it is empty, its header can't be read, or has no column for these fields, or two. */
export type FileFault =
  | { readonly fault: 'empty' | 'header' }
  | { readonly fault: 'missing' | 'twice'; readonly fields: readonly string[]; readonly columns: readonly Column[] };

/** What a person chose for a file. */
export interface Reading {
  /** The field of each column; empty: none. */
  readonly fields?: readonly string[];
  readonly decimal?: DecimalSign | null;
}

/** `esl-sim batch` has no such limit. */
export const maxRows = 2000;

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Reads a CSV by the rules of `esl-sim batch`, in any encoding and with any delimiter that it finds. Fields of columns with
 * common names and the decimal sign of prices are guessed, unless a person chose them.
 * @param prices the fields of `data` that are prices, as `data.…`
 */
export function readCsv(
  file: Uint8Array,
  prices: ReadonlySet<string> = new Set(),
  { fields, decimal: given }: Reading = {},
): RowFile | FileFault {
  const bytes = utf8Of(file);
  const head = new TextDecoder().decode(bytes.subarray(0, headSize));
  const delimiter = findDelimiter(head, (name) => fieldNamed(name) !== undefined);
  const [header, ...blocks] = createSplitter('csv', maxRows, delimiter.charCodeAt(0)).push(bytes, true);
  if (!header) return { fault: 'empty' };
  const [first] = cellsIn(header, delimiter);
  if (!first || 'fault' in first) return { fault: 'header' };
  const names = first.cells;
  const columns = fieldsOf(names, fields);
  if (columns.twice.length > 0) return { fault: 'twice', fields: columns.twice, columns: columns.columns };
  if (columns.missing.length > 0) return { fault: 'missing', fields: columns.missing, columns: columns.columns };
  const read: ReturnType<typeof cellsIn> = [];
  let beyond = 0;
  for (const block of blocks) {
    const room = maxRows - read.length;
    beyond += Math.max(0, block.lines.length - room);
    if (room > 0) read.push(...cellsIn(block, delimiter).slice(0, room));
  }
  const isPrice = (field: string) => field === 'price' || prices.has(field);
  const amounts = read.flatMap((row) =>
    'cells' in row ? row.cells.filter((cell, i) => cell !== '' && isPrice(columns.columns[i]?.field ?? '')) : [],
  );
  const decimal = given === undefined ? decimalOf(amounts) : given;
  // What is no amount stays, so that the server names it.
  const amount = (field: string, cell: string) =>
    (decimal && isPrice(field) ? readAmount(cell, decimal) : undefined) ?? cell;
  const rows = read.map((row): FileRow => {
    if ('fault' in row) return row;
    const { line, cells } = row;
    if (cells.length === names.length) return { line, fields: columns.read(cells, amount) };
    return { line, fault: 'columns', expected: names.length, received: cells.length };
  });
  return { rows, columns: columns.columns, unused: columns.unused, decimal, beyond };
}

/** The file in UTF-8, with line feeds if only carriage returns end its lines. */
function utf8Of(file: Uint8Array): Uint8Array {
  const encoding = findEncoding(file.subarray(0, headSize));
  const text =
    encoding === 'windows-1252'
      ? fromWindows1252(Array.from(file, (byte) => String.fromCharCode(byte)).join(''))
      : new TextDecoder(encoding).decode(file);
  const bytes = encoding === 'utf-8' ? file : new TextEncoder().encode(text);
  if (bytes.includes(lineFeed)) return bytes;
  return bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The cells of each row in a block. The parser reads all rows without a fault at once. */
function cellsIn(block: RowBlock, delimiter: string): ({ line: number; cells: readonly string[] } | UnreadRow)[] {
  const rows = block.lines.map((line, i): { readonly line: number; readonly text: string } | UnreadRow => {
    const fault = block.faults.get(i);
    if (fault) return { line, fault };
    try {
      return { line, text: decoder.decode(block.bytes.subarray(block.starts[i], block.ends[i])) };
    } catch {
      return { line, fault: 'invalid_utf8' };
    }
  });
  const texts = rows.flatMap((row) => ('text' in row ? [row.text.replace(/\r?\n$/, '')] : []));
  const records = parse(texts.join('\n'), csvOptions(delimiter)).values();
  return rows.map((row) => ('text' in row ? { line: row.line, cells: records.next().value! } : row));
}
