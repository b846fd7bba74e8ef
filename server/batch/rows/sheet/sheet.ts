import type * as Zip from 'fflate';
import type * as Excel from 'read-excel-file/universal';
import { BatchError } from '../../error.js';
import { maxTitles } from '../find-delimiter.js';
import { isKnownName } from '../guess/synonyms.js';
import type { RowCell } from '../csv.js';
import { cellOf, numberOf, readableXml, type Value } from './cells.js';
import { tagsOf } from './xml.js';

/** Limits of a workbook: bytes of the file and of its XML, and cells, empty ones before others included. */
export const sheetLimits = { file: 50e6, xml: 100e6, cells: 1e6 } as const;

/** The libraries that read a workbook. They are loaded for workbooks only. */
export type SheetLibraries = Pick<typeof Zip, 'unzipSync' | 'zipSync'> & Pick<typeof Excel, 'readSheet'>;

/**
 * Reads the rows of a sheet of an .xlsx workbook, from the first on. Numbers keep their stored digits, and have what
 * their format shows besides: zeros, a currency, words; a date becomes its day, YYYY-MM-DD.
 * It runs in browsers, too.
 * @param file for messages
 * @param choose returns the index of a sheet by the names of all; undefined: the first visible sheet with names of fields, else the first
 * @throws {BatchError} for another kind of file, one beyond {@link sheetLimits}, or a missing sheet
 */
export async function readSheet(
  bytes: Uint8Array,
  file: string,
  load: () => SheetLibraries | Promise<SheetLibraries>,
  choose?: (names: readonly string[]) => number,
) {
  if (bytes.length > sheetLimits.file) throw tooLarge(file, `${sheetLimits.file / 1e6} MB`, 'a workbook');
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw notAWorkbook(file, 'another file, or one with a password');
  const libraries = await load();
  const parts = unzip(bytes, file, libraries);
  const sheets = choose ? [chooseSheet(parts, file, choose)] : visibleSheets(parts, file);
  let first: Awaited<ReturnType<typeof rowsOf>> | undefined;
  for (const sheet of sheets.slice(0, maxTried)) {
    const read = await rowsOf(sheet, parts, file, libraries);
    if (headerOf(read.rows)?.isSure) return read;
    first ??= read;
  }
  return first!;
}

/** Sheets that are searched for the list at most. */
const maxTried = 8;

async function rowsOf(
  { index, name, path }: ChosenSheet,
  parts: Record<string, Uint8Array>,
  file: string,
  libraries: SheetLibraries,
) {
  const sheet = parts[path];
  if (!sheet) throw notAWorkbook(file, `one without ${path}`);
  const text = new TextDecoder().decode(sheet);
  if (cellsIn(text) > sheetLimits.cells) throw tooLarge(file, `${sheetLimits.cells} cells`, `sheet "${name}"`);
  const styles = new TextDecoder().decode(parts['xl/styles.xml']);
  const readable = new TextEncoder().encode(readableXml(text, styles));
  const archive = libraries.zipSync({ ...parts, [path]: readable }, { level: 0 });
  try {
    const rows = await libraries.readSheet<RowCell>(archive.buffer, index + 1, { parseNumber: numberOf });
    // The library's types name the classes of values, not the values.
    return {
      name,
      hidden: hiddenIn(text),
      rows: rows.map((row) => (row as unknown as readonly Value[]).map(cellOf)),
    };
  } catch (error) {
    throw notAWorkbook(file, `sheet "${name}": ${wordsOf(error as Error)}`);
  }
}

/** The number of hidden rows, and which columns are hidden. */
export interface HiddenCells {
  readonly rows: number;
  readonly has: (column: number) => boolean;
}

function hiddenIn(xml: string): HiddenCells {
  const columns = tagsOf(xml, columnTag).filter((tag) => /^(?:1|true)$/.test(tag.hidden ?? '') || tag.width === '0');
  return {
    rows: xml.match(/<(?:\w+:)?row\b[^<>]*\shidden\s*=\s*["'](?:1|true)["']/g)?.length ?? 0,
    has: (column: number) => columns.some(({ min, max }) => Number(min) <= column + 1 && column < Number(max)),
  };
}

/** What a library says of a file. The words of its own accidents say nothing. */
const wordsOf = ({ name, message }: Error): string => (/^(Range|Type)Error$/.test(name) ? 'broken' : message);

/**
 * The names of the columns, from the first row with two names of fields, else the first with text; whether it has such names; and the
 * index of the next row; null: the sheet is empty.
 */
export function headerOf(rows: readonly (readonly RowCell[])[]) {
  const isField = (cell: RowCell) => typeof cell === 'string' && isKnownName(cell);
  const named = rows.slice(0, maxTitles).findIndex((row) => row.filter(isField).length > 1);
  const first = named < 0 ? rows.findIndex((row) => row.some((cell) => cell !== '')) : named;
  if (first < 0) return null;
  const names = rows[first]!.map((cell) => (typeof cell === 'string' ? cell : 'number' in cell ? cell.number : ''));
  return { names, next: first + 1, isSure: named >= 0 };
}

/** The XML files of a workbook by path. Declared sizes are enforced by the library. */
function unzip(bytes: Uint8Array, file: string, { unzipSync }: SheetLibraries): Record<string, Uint8Array> {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|rels)$/.test(name)) return false;
        size += originalSize;
        if (size > sheetLimits.xml) throw tooLarge(file, `${sheetLimits.xml / 1e6} MB when unpacked`, 'a workbook');
        return true;
      },
    });
  } catch (error) {
    throw error instanceof BatchError ? error : notAWorkbook(file, wordsOf(error as Error));
  }
}

interface ChosenSheet {
  readonly index: number;
  readonly name: string;
  readonly path: string;
}

function visibleSheets(parts: Readonly<Record<string, Uint8Array>>, file: string): readonly ChosenSheet[] {
  const sheets = sheetsIn(parts, file);
  const visible = sheets.filter(({ isVisible }) => isVisible);
  return visible.length > 0 ? visible : sheets.slice(0, 1);
}

function chooseSheet(
  parts: Readonly<Record<string, Uint8Array>>,
  file: string,
  choose: (names: readonly string[]) => number,
): ChosenSheet {
  const sheets = sheetsIn(parts, file);
  return sheets[choose(sheets.map(({ name }) => name))]!;
}

function sheetsIn(parts: Readonly<Record<string, Uint8Array>>, file: string) {
  const text = (path: string) => new TextDecoder().decode(parts[path]);
  const sheets = tagsOf(text('xl/workbook.xml'), sheetTag).filter(({ name }) => name !== undefined);
  if (sheets.length === 0) throw notAWorkbook(file, 'one without sheets');
  const relations = tagsOf(text('xl/_rels/workbook.xml.rels'), relationshipTag);
  return sheets.map((sheet, index) => {
    const id = sheet['r:id'] ?? Object.entries(sheet).find(([key]) => key.endsWith(':id'))?.[1];
    const target = relations.find(({ Id }) => Id === id)?.Target ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { index, name: sheet.name!, path, isVisible: sheet.state === undefined || sheet.state === 'visible' };
  });
}

const columnTag = /<(?:\w+:)?col\s([^<>]*)>/g;
const sheetTag = /<(?:\w+:)?sheet\s([^<>]*)>/g;
const relationshipTag = /<(?:\w+:)?Relationship\s([^<>]*)>/g;

/** The number of cells that the reader would allocate: one far address makes many. */
function cellsIn(xml: string): number {
  let [rows, columns] = [0, 1];
  for (const [, letters, digits] of xml.matchAll(/\br\s*=\s*["']([A-Za-z]*)([0-9]+)["']/g)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, numberOfColumn(letters!));
  }
  return rows * columns;
}

function numberOfColumn(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** The letters of a column, counted from 0: 27 → "AB". */
export function lettersOf(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));
}

function notAWorkbook(file: string, received: string): BatchError {
  return new BatchError('invalid', `Expected a workbook of Excel (.xlsx) in ${file} but received ${received}`);
}

function tooLarge(file: string, limit: string, what: string): BatchError {
  return new BatchError(
    'invalid',
    `Expected at most ${limit} for ${what} in ${file} but received more: as a CSV it may be of any size`,
  );
}
