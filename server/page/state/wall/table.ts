import type { DecimalSign } from '../../../../renderer/amounts/amount.js';
import type { RowFault } from '../../../batch/rows/find-row.js';
import type { RowProblem } from '../../../batch/rows/problem.js';
import type { FoundEncoding, TextEncoding } from '../../../batch/rows/find-encoding.js';
import {
  fieldNamed,
  guessedUnit,
  labelColumn,
  requiredFields,
  type rowFields,
} from '../../../batch/rows/row-fields.js';
import { columnRules } from '../../../batch/rows/guess/column-rules.js';
import { guessColumns } from '../../../batch/rows/guess/synonyms.js';
import { completeVariants } from '../../../batch/rows/guess/variants.js';
import { type DecidedCurrency, type DecidedPrice, decide } from '../../../batch/rows/decide.js';
import { fits, type RowCell } from '../../../batch/rows/csv.js';
import type { HiddenCells } from '../../../batch/rows/sheet/sheet.js';
import { rowOfCells } from '../../../batch/rows/table.js';

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
  /** The encoding of a text; null: it is a workbook. */
  readonly text: FoundEncoding | null;
  readonly hidden?: HiddenCells;
}

/** `esl-sim batch` has no such limit. */
export const maxRows = 2000;

/** A column of a file, and the field that it fills; empty: none. */
export interface Column {
  readonly name: string;
  readonly field: string;
  /** Whether the field was guessed by a common name, such as "Preis". */
  readonly guessed: boolean;
  /** Whether it is read without a field, as the days of a sale are. */
  readonly helps?: boolean;
  /** Whether a workbook hides it. */
  readonly hidden?: boolean;
}

/** A file whose rows can be drawn. */
export interface RowFile extends Pick<FileTable, 'beyond' | 'sheet' | 'text' | 'hidden'> {
  readonly rows: readonly FileRow[];
  readonly columns: readonly Column[];
  /** The decimal sign of its prices; null: that which each shows. */
  readonly decimal: DecimalSign | null;
  /** The price that decided the sign, and what an ambiguous one is read as; absent: none needed a decision. */
  readonly decided: DecidedPrice | undefined;
  /** The first price without a currency in each column whose other prices have one, and its line; absent: there is none. */
  readonly currencies?: readonly (DecidedCurrency & { readonly line: number })[];
  /** An article with one price in a line and another in a later one. */
  readonly repeated?: { readonly text: string; readonly line: number; readonly other: number } | undefined;
  /** The day on which sale prices with days count or not; absent: none has days. */
  readonly saleDay?: string | undefined;
  /** The unit of all rows in a file without a column of units. */
  readonly unit: string | undefined;
  /** The number of rows without an article. */
  readonly leftOut: number;
}

/** Why a file can't be drawn: it is empty, its header or its encoding can't be read, or it has no column for these fields, or two. */
export type FileFault =
  | { readonly fault: 'empty' | 'header' }
  | { readonly fault: 'encoding'; readonly text: FoundEncoding }
  | { readonly fault: 'missing' | 'twice'; readonly fields: readonly string[]; readonly columns: readonly Column[] };

/** What a person chose for a file. */
export interface FileChoices {
  /** The field of each column; empty: none. */
  readonly fields?: readonly string[];
  readonly decimal?: DecimalSign | null;
  readonly encoding?: TextEncoding | undefined;
}

/**
 * Reads cells by the rules of `esl-sim batch`. Fields of columns with common names and the decimal sign of prices are
 * guessed, unless a person chose them.
 * @param prices the fields of `data` that are prices, as `data.…`
 * @param today the day of rows without a date, for sales
 */
export function readTable(
  { names, rows: all, ...rest }: FileTable,
  prices: ReadonlySet<string> = new Set(),
  { fields, decimal: given }: FileChoices = {},
  today = new Date().toISOString().slice(0, 10),
): RowFile | FileFault {
  const guessed = columnsOf(names, fields);
  const found = guessed.map(({ field }) => field).filter((field) => field !== '');
  // A sale price and the regular one are both the price.
  const twice = [...new Set(found.filter((field, i) => field !== 'price' && found.indexOf(field) < i))];
  if (twice.length > 0) return { fault: 'twice', fields: twice, columns: guessed };
  const missing = requiredFields.filter((field) => field !== 'unit' && !found.includes(field));
  if (missing.length > 0) return { fault: 'missing', fields: missing, columns: guessed };
  const named = guessed.map(({ field }) => (field === '' ? null : field));
  const rules = columnRules(names, named, (i) => named[i] === null);
  const open = { columns: named, ...rules, prices: ['price', ...prices] };
  const dates = rules.sale?.dates ?? [];
  const filled = all.filter((row) => 'cells' in row);
  const decisions = decide(
    filled.map(({ cells }) => cells),
    open,
    (i) => guessed[i]!.guessed,
  );
  const currencies = decisions.currencies.map((one) => ({ ...one, line: filled[one.row]!.line }));
  const [of, other] = [decisions.repeated, decisions.repeated?.other ?? 0];
  const repeated = of && { text: of.text, line: filled[other]!.line, other: filled[of.row]!.line };
  const columns = guessed.map((column, i) => ({
    ...column,
    ...(decisions.columns[i] === null && { field: '', guessed: false }),
    ...(rules.helping.has(i) && !decisions.unread.includes(i) && { helps: true }),
    ...(rest.hidden?.has(i) && { hidden: true }),
  }));
  const unit = decisions.columns.includes('unit') ? undefined : (rules.per ?? guessedUnit);
  const decimal = given === undefined ? decisions.decimal : given;
  const decided = given === undefined ? decisions.decided : undefined;
  // Where a till has units for weighed goods only, the others are pieces.
  const hasPieces = [rules.precise, rules.pricedFor, decisions.sizes[0]].some((one) => one !== undefined);
  const ownUnit = hasPieces ? guessedUnit : unit;
  const table = { ...open, ...decisions, decimal, unit: ownUnit };
  const complete = completeVariants(table);
  const rows = all.flatMap((row): FileRow | readonly [] => {
    if ('fault' in row) return row;
    const { line, cells: given } = row;
    if (!fits(given, table)) return { line, fault: 'columns', expected: names.length, received: given.length };
    const cells = complete(given);
    if (!cells) return [];
    const read = rowOfCells(cells, table, today);
    const fields = ('object' in read ? read.object : {}) as RowFields;
    const problems = 'object' in read ? read.wrong : read.problems;
    return problems ? { line, fault: 'cells', problems, fields } : { line, fields };
  });
  const saleDay = dates.some(({ kind }) => kind !== 'isOn') ? today : undefined;
  const leftOut = all.length - rows.length;
  return { rows, columns, decimal, decided, currencies, repeated, saleDay, unit, leftOut, ...rest };
}

/** @param given the field of each column, where a person chose them */
function columnsOf(header: readonly string[], given?: readonly string[]): readonly Column[] {
  const names = header.map((name) => name.trim());
  const named =
    given ?? names.map((name) => (name.toLowerCase() === labelColumn ? labelColumn : (fieldNamed(name) ?? '')));
  const known = named.map((field) => (field === '' ? undefined : field));
  const guesses = given ? [] : guessColumns(names, known, () => false);
  return names.map((name, i): Column => {
    const guess = guesses[i];
    return { name, field: guess === undefined ? named[i]! : (guess ?? ''), guessed: typeof guess === 'string' };
  });
}
