import type * as Zip from 'fflate';
import type * as Excel from 'read-excel-file/universal';
import { BatchError } from '../../error.js';
import { fieldNamed } from '../row-fields.js';
import { fieldGuessed } from '../guess/synonyms.js';
import type { RowCell } from '../table.js';
import { readFormat, shownIn } from './number-format.js';

/** Limits of a workbook: bytes of the file and of its XML, and cells, empty ones before others included. */
export const sheetLimits = { file: 50e6, xml: 100e6, cells: 1e6 } as const;

/** Excel's error values. */
const errors =
  /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!)$/;
/** Represents a formula without a stored value. */
const uncalculated = '#FORMULA?';

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
  const writers = numberWriters(new TextDecoder().decode(parts['xl/styles.xml']));
  const readable = new TextEncoder().encode(withFormats(withErrors(text), writers));
  const archive = libraries.zipSync({ ...parts, [path]: readable }, { level: 0 });
  try {
    const rows = await libraries.readSheet<RowCell>(archive.buffer, index + 1, { parseNumber: numberOf });
    // The library's types name the classes of values, not the values.
    return {
      name,
      rows: rows.map((row) => (row as unknown as readonly Value[]).map(cellOf)),
    };
  } catch (error) {
    throw notAWorkbook(file, `sheet "${name}": ${(error as Error).message}`);
  }
}

/** Rows among which the names of the columns are searched: some lists begin with titles. */
const maxTitles = 20;

/**
 * The names of the columns, from the first row with two names of fields, else the first with text; whether it has such names; and the
 * index of the next row; null: the sheet is empty.
 */
export function headerOf(rows: readonly (readonly RowCell[])[]) {
  const isField = (cell: RowCell) => typeof cell === 'string' && (fieldNamed(cell) ?? fieldGuessed(cell)) !== undefined;
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
    throw error instanceof BatchError ? error : notAWorkbook(file, (error as Error).message);
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

const formatTag = /<(?:\w+:)?numFmt\s([^<>]*)>/g;
const styleTag = /<(?:\w+:)?xf\s([^<>]*)>/g;

/** Writes a number as the workbook shows it. */
type WriteNumber = (stored: string) => string | undefined;

/** Formats that each workbook has without naming them. */
const builtInFormats = [
  ['9', '0%'],
  ['10', '0.00%'],
] as const;

/** How numbers are shown by style, where a format adds zeros, a currency or words. */
function numberWriters(styles: string): ReadonlyMap<string, WriteNumber> {
  const named = tagsOf(styles, formatTag).map(({ numFmtId, formatCode }) => [numFmtId, formatCode ?? ''] as const);
  const codes = new Map<string | undefined, string>([...builtInFormats, ...named]);
  const cells = styles.slice(styles.search(/<(?:\w+:)?cellXfs\b/), styles.search(/<\/(?:\w+:)?cellXfs>/));
  return new Map(
    tagsOf(cells, styleTag).flatMap(({ numFmtId }, style) => {
      const write = writerOf(codes.get(numFmtId) ?? '');
      return write ? [[String(style), write] as const] : [];
    }),
  );
}

function writerOf(code: string): WriteNumber | undefined {
  const zeros = code.replaceAll(/[\\"]/g, '');
  if (/^0(?:[ -]?0)+$/.test(zeros)) return (stored) => withZeros(stored, zeros);
  const format = readFormat(code);
  return format && ((stored) => `${shownMark}${stored}|${shownIn(format, stored)}`);
}

/** Begins the text of a number whose format shows more, with the stored number. */
const shownMark = '#SHOWN?';
const shownForm = /^#SHOWN\?([^|]*)\|(.*)$/s;

/** Turns numbers in such formats into texts. */
function withFormats(xml: string, writers: ReadonlyMap<string, WriteNumber>): string {
  if (writers.size === 0) return xml;
  return xml.replace(
    /<((?:\w+:)?)c\b([^<>]*)(?<!\/)>\s*(?:<\1f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/\1f>)\s*)?<\1v>([^<]*)<\/\1v>\s*<\/\1c>/g,
    (whole, prefix: string, attributes: string, stored: string) => {
      const [, style] = /\ss\s*=\s*["']([0-9]+)["']/.exec(attributes) ?? [];
      const kind = /\st\s*=\s*["'](\w+)["']/.exec(attributes)?.[1] ?? 'n';
      const isNumber = kind === 'n' && stored.trim() !== '' && Number.isFinite(Number(stored));
      const written = isNumber ? writers.get(style ?? '0')?.(stored) : undefined;
      if (written === undefined) return whole;
      const bare = attributes.replace(/\st\s*=\s*["']n["']/, '');
      return `<${prefix}c${bare} t="str"><${prefix}v>${escaped(written)}</${prefix}v></${prefix}c>`;
    },
  );
}

/** A whole number in a format of zeros, digits with blanks and hyphens between them: 36000291452 in 0000000000000 is 0036000291452. */
function withZeros(stored: string, format: string): string | undefined {
  if (!/^[0-9]{1,15}$/.test(stored)) return undefined;
  let rest = stored.padStart(format.replaceAll(/[^0]/g, '').length, '0');
  const last = Array.from(format.slice(1)).reverse();
  const written = last.reduce((text, sign) => {
    if (sign !== '0') return sign + text;
    const digit = rest.at(-1)!;
    rest = rest.slice(0, -1);
    return digit + text;
  }, '');
  return rest + written;
}

const sheetTag = /<(?:\w+:)?sheet\s([^<>]*)>/g;
const relationshipTag = /<(?:\w+:)?Relationship\s([^<>]*)>/g;

/** The attributes of each tag. */
function tagsOf(xml: string, tag: RegExp): readonly Readonly<Partial<Record<string, string>>>[] {
  return Array.from(xml.matchAll(tag), ([, attributes]) =>
    Object.fromEntries(
      Array.from(
        attributes!.matchAll(/(?<![\w:])([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
        ([, name, double, single]) => [name!, unescaped(double ?? single!)],
      ),
    ),
  );
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(String(name)) ?? whole;
    const code = decimal !== undefined ? Number(decimal) : parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

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

/** Turns errors, and formulas without a value, into texts. The library would read them as empty cells. */
function withErrors(xml: string): string {
  return xml
    .replace(
      /<((?:\w+:)?)c\b([^<>]*)>\s*<\1f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/\1f>)\s*<\/\1c>/g,
      (_, prefix: string, attributes: string) =>
        `<${prefix}c${attributes.replace(/\s[ts]\s*=\s*(?:"[^"]*"|'[^']*')/g, '')} t="str"><${prefix}v>${uncalculated}</${prefix}v></${prefix}c>`,
    )
    .replace(/(<(?:\w+:)?c\b[^<>]*\st\s*=\s*)(?:"e"|'e')/g, '$1"str"');
}

function numberOf(text: string): RowCell {
  return Number.isFinite(Number(text)) ? { number: text } : { error: text };
}

type Value = RowCell | Date | boolean | null;

function cellOf(value: Value): RowCell {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'string') return value;
  const [, number, shown] = shownForm.exec(value) ?? [];
  if (shown !== undefined) return { number: number!, shown };
  if (value === uncalculated)
    return { error: 'of a formula that has not been calculated: save the workbook in a spreadsheet program' };
  return errors.test(value) ? { error: value } : value;
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
