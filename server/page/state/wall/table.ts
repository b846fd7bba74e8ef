import { type DecimalSign, readAmount } from '../../../batch/rows/amounts.js';
import type { RowFault } from '../../../batch/rows/find-row.js';
import type { RowProblem } from '../../../batch/rows/problem.js';
import { fieldNamed, labelColumn, requiredFields, type rowFields } from '../../../batch/rows/row-fields.js';
import { fieldGuessed } from '../../../batch/rows/synonyms.js';
import { type RowCell, rowOfCells } from '../../../batch/rows/table.js';

/** A row as the fields of a preview, and its label. Empty cells are absent. */
export type RowFields = Readonly<Partial<Record<(typeof rowFields)[number] | typeof labelColumn, string>>> & {
  readonly data?: Readonly<Record<string, string>>;
};

export type UnreadRow = { readonly line: number } & (
  | { readonly fault: RowFault | 'invalid_utf8' }
  | { readonly fault: 'columns'; readonly expected: number; readonly received: number }
  | { readonly fault: 'cells'; readonly problems: readonly RowProblem[]; readonly fields: RowFields }
);

/** A row, or why it can't be read. Lines are counted from 1. */
export type FileRow = { readonly line: number; readonly fields: RowFields } | UnreadRow;

/** The cells of a file, before they are fields. */
export interface FileTable {
  readonly names: readonly string[];
  readonly rows: readonly ({ readonly line: number; readonly cells: readonly RowCell[] } | UnreadRow)[];
  /** The number of rows after the first {@link maxRows}, which are not drawn. */
  readonly beyond: number;
  /** The name of its sheet; null: it is no workbook. */
  readonly sheet: string | null;
}

/** `esl-sim batch` has no such limit. */
export const maxRows = 2000;

/** A column of a file, and the field that it fills; empty: none. */
export interface Column {
  readonly name: string;
  readonly field: string;
  /** Whether the field was guessed by a common name, such as "Preis". */
  readonly guessed: boolean;
}

/** A file whose rows can be drawn. */
export interface RowFile extends Pick<FileTable, 'beyond' | 'sheet'> {
  readonly rows: readonly FileRow[];
  readonly columns: readonly Column[];
  /** The decimal sign of its prices; null: that of the wire format. */
  readonly decimal: DecimalSign | null;
}

/** Why a file can't be drawn: it is empty, its header can't be read, or has no column for these fields, or two. */
export type FileFault =
  | { readonly fault: 'empty' | 'header' }
  | { readonly fault: 'missing' | 'twice'; readonly fields: readonly string[]; readonly columns: readonly Column[] };

/** What a person chose for a file. */
export interface FileChoices {
  /** The field of each column; empty: none. */
  readonly fields?: readonly string[];
  readonly decimal?: DecimalSign | null;
}

/**
 * Reads cells by the rules of `esl-sim batch`. Fields of columns with common names and the decimal sign of prices are
 * guessed, unless a person chose them.
 * @param prices the fields of `data` that are prices, as `data.…`
 */
export function readTable(
  { names, rows: all, beyond, sheet }: FileTable,
  prices: ReadonlySet<string> = new Set(),
  { fields, decimal: given }: FileChoices = {},
): RowFile | FileFault {
  const columns = columnsOf(names, fields);
  const found = columns.map(({ field }) => field).filter((field) => field !== '');
  const twice = [...new Set(found.filter((field, i) => found.indexOf(field) < i))];
  if (twice.length > 0) return { fault: 'twice', fields: twice, columns };
  const missing = requiredFields.filter((field) => !found.includes(field));
  if (missing.length > 0) return { fault: 'missing', fields: missing, columns };
  const isPrice = (field = '') => field === 'price' || prices.has(field);
  const amounts = all.flatMap((row) =>
    'cells' in row ? row.cells.filter((cell, i) => typeof cell === 'string' && isPrice(columns[i]?.field)) : [],
  );
  const decimal = given === undefined ? decimalOf(amounts as readonly string[]) : given;
  const table = {
    columns: columns.map(({ field }) => (field === '' ? null : field)),
    prices: ['price', ...prices],
    decimal,
  };
  const rows = all.map((row): FileRow => {
    if ('fault' in row) return row;
    const { line, cells } = row;
    if (cells.length !== names.length)
      return { line, fault: 'columns', expected: names.length, received: cells.length };
    const read = rowOfCells(cells, table);
    const fields = ('object' in read ? read.object : {}) as RowFields;
    const problems = 'object' in read ? read.wrong : read.problems;
    return problems ? { line, fault: 'cells', problems, fields } : { line, fields };
  });
  return { rows, columns, decimal, beyond, sheet };
}

/** @param given the field of each column, where a person chose them */
function columnsOf(header: readonly string[], given?: readonly string[]): readonly Column[] {
  const names = header.map((name) => name.trim());
  const named =
    given ?? names.map((name) => (name.toLowerCase() === labelColumn ? labelColumn : (fieldNamed(name) ?? '')));
  const taken = new Set(named);
  return names.map((name, i): Column => {
    const guess = given || named[i] !== '' ? undefined : fieldGuessed(name);
    const guessed = guess !== undefined && !taken.has(guess);
    if (guessed) taken.add(guess);
    return { name, field: guessed ? guess : named[i]!, guessed };
  });
}

/** The decimal sign of prices; null: all are in wire format, "3.50", or have no common one. */
function decimalOf(prices: readonly string[]): DecimalSign | null {
  const only = (sign: DecimalSign, other: DecimalSign) =>
    prices.some((price) => readAmount(price, sign) !== undefined && readAmount(price, other) === undefined);
  const [comma, point] = [only('comma', 'point'), only('point', 'comma')];
  if (comma === point) return null;
  return comma ? 'comma' : prices.some((price) => /\D/.test(price.replace(/\.\d\d?$/, ''))) ? 'point' : null;
}
