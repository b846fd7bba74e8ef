import { parse } from 'csv-parse/browser/esm/sync';
import { findDelimiter, separatorLine } from '../../../batch/rows/find-delimiter.js';
import { type Encoding, findEncoding, fromWindows1252, headSize } from '../../../batch/rows/find-encoding.js';
import { type RowFault as Fault, findDelimitedRow } from '../../../batch/rows/find-row.js';
import { fieldNamed } from '../../../batch/rows/row-fields.js';
import { fieldsOf, type RowFields } from './row-fields.js';

export type FileRow =
  | { readonly line: number; readonly fields: RowFields }
  | { readonly line: number; readonly fault: Fault | 'invalid_utf8' }
  | { readonly line: number; readonly fault: 'columns'; readonly expected: number; readonly received: number };

/** A file whose rows can be drawn. */
export interface RowFile {
  readonly rows: readonly FileRow[];
  /** Columns that stand for no field of a label. */
  readonly unused: readonly string[];
  /** Rows beyond {@link mostRows}, which are not drawn. */
  readonly beyond: number;
}

/** Why a file can't be drawn: it is empty, its header can't be read, or names no column for these fields, or one twice. */
export type FileFault =
  | { readonly fault: 'empty' | 'header' }
  | { readonly fault: 'missing' | 'twice'; readonly fields: readonly string[] };

/** A wall has so many rows at most: `esl-sim batch` draws any number. */
export const mostRows = 2000;

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Reads a CSV by the rules of `esl-sim batch`, in any encoding and with any delimiter that it finds. */
export function readCsv(file: Uint8Array): RowFile | FileFault {
  const found = splitRows(utf8Of(file));
  const [header, ...rows] = found.rows;
  if (!header) return { fault: 'empty' };
  const [names] = 'text' in header ? cellsOf([header.text], found.delimiter) : [];
  if (!names) return { fault: 'header' };
  const columns = fieldsOf(names);
  if (columns.twice.length > 0) return { fault: 'twice', fields: columns.twice };
  if (columns.missing.length > 0) return { fault: 'missing', fields: columns.missing };
  const readable = rows.filter((row): row is FoundRow & { readonly text: string } => 'text' in row);
  const cells = cellsOf(
    readable.map(({ text }) => text),
    found.delimiter,
  );
  const byRow = new Map(readable.map((row, i) => [row as FoundRow, cells[i]!]));
  return {
    rows: rows.map((row): FileRow => {
      const { line } = row;
      if ('fault' in row) return { line, fault: row.fault };
      const own = byRow.get(row)!;
      if (own.length !== names.length) return { line, fault: 'columns', expected: names.length, received: own.length };
      return { line, fields: columns.read(own) };
    }),
    unused: columns.unused,
    beyond: found.beyond,
  };
}

/** The file in UTF-8, without a byte order mark, with line feeds where only carriage returns end its lines. */
function utf8Of(file: Uint8Array): Uint8Array {
  const encoding = findEncoding(file.subarray(0, headSize));
  const bytes = encoding === 'utf-8' ? file : new TextEncoder().encode(textOf(file, encoding));
  const [first, second, third] = bytes;
  const marked = first === 0xef && second === 0xbb && third === 0xbf;
  const rest = marked ? bytes.subarray(3) : bytes;
  if (rest.includes(lineFeed)) return rest;
  return rest.map((byte) => (byte === carriageReturn ? lineFeed : byte));
}

function textOf(bytes: Uint8Array, encoding: Exclude<Encoding, 'utf-8'>): string {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(bytes);
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return fromWindows1252(characters.join(''));
}

/** A row of the file, the first of its lines counted from 1. */
type FoundRow =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: Fault | 'invalid_utf8' };

/** The header and the rows that are shown, and how many others there are. */
function splitRows(bytes: Uint8Array) {
  const head = new TextDecoder().decode(bytes.subarray(0, headSize));
  const delimiter = findDelimiter(head, (name) => fieldNamed(name) !== undefined).charCodeAt(0);
  const rows: FoundRow[] = [];
  const start = separatorLine.exec(head)?.[0].length ?? 0;
  let [line, beyond] = [start === 0 ? 1 : 2, 0];
  for (let at = start; at < bytes.length;) {
    const { fault, breaks, end } = findDelimitedRow(bytes, at, true, delimiter)!;
    const row = bytes.subarray(at, end);
    if (fault || !isBlank(row)) {
      if (rows.length > mostRows) beyond++;
      else rows.push(foundRow(line, fault, row));
    }
    // Of a row that is too long, only its beginning was looked at.
    const next = breaks === 0 ? bytes.indexOf(lineFeed, end) + 1 || bytes.length : end;
    line += Math.max(1, breaks);
    at = next;
  }
  return { rows, beyond, delimiter };
}

function isBlank(row: Uint8Array): boolean {
  return row.length <= 2 && row.every((byte) => byte === lineFeed || byte === carriageReturn);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function foundRow(line: number, fault: Fault | null, row: Uint8Array): FoundRow {
  if (fault) return { line, fault };
  try {
    return { line, text: decoder.decode(row) };
  } catch {
    return { line, fault: 'invalid_utf8' };
  }
}

/** The cells of rows without a fault. */
function cellsOf(rows: readonly string[], delimiter: number): readonly (readonly string[])[] {
  return parse(rows.map((row) => row.replace(/\r?\n$/, '')).join('\n'), {
    delimiter: String.fromCharCode(delimiter),
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
  });
}
