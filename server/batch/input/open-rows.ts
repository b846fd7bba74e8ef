import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { suggestion } from '../../../renderer/index.js';
import { BatchError } from '../error.js';
import { namesOf } from '../rows/columns.js';
import type { FieldNames } from '../rows/fields.js';
import { findDelimiter } from '../rows/find-delimiter.js';
import type { TextEncoding } from '../rows/find-encoding.js';
import { headerOf, type HiddenCells, readSheet, type SheetLibraries, sheetLimits } from '../rows/sheet/sheet.js';
import { type RowBlock, splitRows } from '../rows/split-rows.js';
import { isKnownName } from '../rows/guess/synonyms.js';
import { type Input, openInput } from './open-input.js';
import { sheetBlocks } from './sheet-blocks.js';
import { readText } from './text-input.js';

export const formats = ['csv', 'ndjson', 'xlsx'] as const;
export type InputFormat = (typeof formats)[number];

export interface InputOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly format: InputFormat;
  /** Undefined: detect it. */
  readonly encoding?: TextEncoding;
  readonly delimiter?: string;
  /** The locale of all labels, if it was given: it decides between encodings. */
  readonly locale?: string | undefined;
  /** The sheet of a workbook; undefined: the first. */
  readonly sheet?: string;
  readonly map: FieldNames;
}

/** An opened input: its columns are read, its rows are not. */
export interface RowSource {
  /** The column names; null: each row names its fields. */
  readonly header: readonly string[] | null;
  readonly hidden?: HiddenCells;
  readonly delimiter: string;
  /** The name of the sheet; null for a text. */
  readonly sheet: string | null;
  readonly blocks: AsyncGenerator<RowBlock>;
  /** Sentences about detected properties. */
  readonly notes: readonly string[];
  /** Total bytes; null for a pipe. */
  readonly size: number | null;
  /** Converts `RowBlock.read` to input bytes. */
  readonly position: (read: number) => number;
}

/** Opens an input and reads its head. The caller closes it. @throws {BatchError} */
export async function openRows(
  options: InputOptions,
  labelsPerRow: number,
  stdin: Readable,
  signal: AbortSignal,
): Promise<RowSource & Pick<Input, 'close'>> {
  const input = await openInput(options.file, stdin, signal);
  const { close } = input;
  try {
    const read = options.format === 'xlsx' ? readWorkbook : readLines;
    return { ...(await read(input, options, labelsPerRow)), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readLines(input: Input, options: InputOptions, labelsPerRow: number): Promise<RowSource> {
  const { file, format, map } = options;
  const text = await readText(input, file, options.encoding, format === 'csv', options.locale);
  const notes = text.note === null ? [] : [text.note];
  const isKnown = (name: string) => map.has(name) || isKnownName(name);
  const { delimiter, titles } =
    format === 'csv' ? findDelimiter(text.head, isKnown, options.delimiter) : { delimiter: ',', titles: 0 };
  const blocks = splitRows(text.chunks, format === 'csv' ? format : 'ndjson', labelsPerRow, delimiter, titles);
  const rest = { delimiter, sheet: null, blocks, notes, size: input.size, position: text.position };
  if (format === 'ndjson') return { header: null, ...rest };
  const header = await blocks.next();
  if (header.done) throw empty('an empty file');
  return { header: namesOf(header.value, delimiter), ...rest };
}

async function readWorkbook({ chunks, size }: Input, options: InputOptions, labelsPerRow: number): Promise<RowSource> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    // The rest need not be read: the file is refused as too large.
    if (length > sheetLimits.file) break;
  }
  const { sheet } = options;
  const choose = sheet === undefined ? undefined : (names: readonly string[]) => indexOfSheet(sheet, names);
  const { name, hidden, rows } = await readSheet(Buffer.concat(parts), options.file, loadLibraries, choose);
  const header = headerOf(rows);
  if (!header) throw empty(`the empty sheet "${name}"`);
  const blocks = sheetBlocks(rows, header.next, labelsPerRow);
  const notes = hidden.rows > 0 ? [`Hidden rows of the sheet are read, too: ${hidden.rows}`] : [];
  const position = (read: number) => (size === null ? read : Math.round((size * read) / rows.length));
  return { header: header.names, hidden, delimiter: ',', sheet: name, blocks, notes, size, position };
}

/** The build bundles these libraries into one file, so that other inputs do not load them. */
function loadLibraries(): SheetLibraries {
  return createRequire(import.meta.url)('./workbook-reader.cjs') as SheetLibraries;
}

/** @throws {BatchError} for an unknown name */
function indexOfSheet(wanted: string, names: readonly string[]): number {
  const index = names.indexOf(wanted);
  if (index >= 0) return index;
  throw new BatchError(
    'usage',
    `Expected one of ${names.map((name) => `"${name}"`).join(', ')} for --sheet but received "${wanted}"${suggestion(wanted, names)}`,
  );
}

function empty(received: string): BatchError {
  return new BatchError('invalid', `Expected a line with the names of the columns but received ${received}`);
}
