import { parse } from 'csv-parse/browser/esm/sync';
import { csvOptions } from '../../../batch/rows/csv.js';
import { findDelimiter } from '../../../batch/rows/find-delimiter.js';
import { findEncoding, fromWindows1252, headSize } from '../../../batch/rows/find-encoding.js';
import type { RowFault } from '../../../batch/rows/find-row.js';
import { fieldNamed } from '../../../batch/rows/row-fields.js';
import { createSplitter, type RowBlock } from '../../../batch/rows/split-rows.js';
import { fieldsOf, type RowFields } from './row-fields.js';

type UnreadRow = { readonly line: number } & (
  | { readonly fault: RowFault | 'invalid_utf8' }
  | { readonly fault: 'columns'; readonly expected: number; readonly received: number }
);

/** A row, or why it can't be read. Lines are counted from 1. */
export type FileRow = { readonly line: number; readonly fields: RowFields } | UnreadRow;

/** A file whose rows can be drawn. */
export interface RowFile {
  readonly rows: readonly FileRow[];
  /** Columns that are no field of a label. */
  readonly unused: readonly string[];
  /** The number of rows after the first {@link maxRows}, which are not drawn. */
  readonly beyond: number;
}

/** Why a file can't be drawn: it is empty, its header can't be read, or has no column for these fields, or two. */
export type FileFault =
  | { readonly fault: 'empty' | 'header' }
  | { readonly fault: 'missing' | 'twice'; readonly fields: readonly string[] };

/** `esl-sim batch` has no such limit. */
export const maxRows = 2000;

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Reads a CSV by the rules of `esl-sim batch`, in any encoding and with any delimiter that it finds. */
export function readCsv(file: Uint8Array): RowFile | FileFault {
  const bytes = utf8Of(file);
  const head = new TextDecoder().decode(bytes.subarray(0, headSize));
  const delimiter = findDelimiter(head, (name) => fieldNamed(name) !== undefined);
  const [header, ...blocks] = createSplitter('csv', maxRows, delimiter.charCodeAt(0)).push(bytes, true);
  if (!header) return { fault: 'empty' };
  const [first] = cellsIn(header, delimiter);
  if (!first || 'fault' in first) return { fault: 'header' };
  const names = first.cells;
  const columns = fieldsOf(names);
  if (columns.twice.length > 0) return { fault: 'twice', fields: columns.twice };
  if (columns.missing.length > 0) return { fault: 'missing', fields: columns.missing };
  const rows: FileRow[] = [];
  let beyond = 0;
  for (const block of blocks) {
    const room = maxRows - rows.length;
    beyond += Math.max(0, block.lines.length - room);
    if (room === 0) continue;
    for (const row of cellsIn(block, delimiter).slice(0, room)) {
      if ('fault' in row) rows.push(row);
      else if (row.cells.length === names.length) rows.push({ line: row.line, fields: columns.read(row.cells) });
      else rows.push({ line: row.line, fault: 'columns', expected: names.length, received: row.cells.length });
    }
  }
  return { rows, unused: columns.unused, beyond };
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
