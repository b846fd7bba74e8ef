import { cut, type FieldProblem } from '../../fields/field-problem.js';
import { fields } from '../../../renderer/fields.js';
import {
  type AmountContext,
  amountMessage,
  type DecimalSign,
  isRefused,
  isZeroAmount,
  readAmount,
  type RefusedAmount,
} from '../../../renderer/amounts/amount.js';
import { textOfCell } from './csv.js';
import { isSaleDay, type Sale } from './guess/sale.js';
import type { ReadRow } from './problem.js';
import { guessedUnit, putField } from './row-fields.js';

export interface Table {
  /** The field of each column; null: ignored. */
  readonly columns: readonly (string | null)[];
  /** Price fields: `price`, and those of `data` that layouts declare. */
  readonly prices: readonly string[];
  /** The decimal sign of prices; null: amounts with two readings are refused. */
  readonly decimal: DecimalSign | null;
  /** The columns in the order in which they are read: of several for one field, the first that is not empty counts. Absent: as they are. */
  readonly order?: readonly number[];
  /** By column, what its name adds to its numbers: the currency of amounts, "EUR" or "cents", and the measure of quantities, "ml". */
  readonly words?: readonly (string | undefined)[];
  /** By column, the currency of prices without one; null: each needs its own, as the others have several; undefined: {@link usualCurrency}. */
  readonly usual?: readonly (string | null | undefined)[] | undefined;
  /** The prices of some rows that come before another column's; absent: there is one column of prices at most. */
  readonly sale?: Sale | undefined;
  /** The column that says which rows are sold by weight, and its name. */
  readonly weighed?: { readonly column: number; readonly name: string } | undefined;
  /** The column whose units follow their precision: ".123 lb". */
  readonly precise?: number | undefined;
  /** The unit of rows without one. */
  readonly unit?: string | undefined;
  /** The currency of all rows; absent: each row's own, or that of its amounts. */
  readonly currency?: string | undefined;
}

/** The currency of rows where nothing names one. */
export const usualCurrency = fields.currency.absent;

/** A text; in a sheet also a stored number, with the text that the sheet shows if its format has more, or an Excel error. */
export type RowCell = string | { readonly number: string; readonly shown?: string } | { readonly error: string };

/** The text of a cell; empty: an error. */
export function textOf(cell: RowCell): string {
  if (typeof cell === 'string') return textOfCell(cell);
  return 'number' in cell ? (cell.shown ?? cell.number) : '';
}

/** A price, and what its column says of it. */
interface PriceCell extends Pick<AmountContext, 'decimal' | 'word'> {
  readonly field: string;
  readonly value: string;
  readonly column: number;
}

/** The object of a row. An empty cell is an absent field. @param today the day of rows without a date, for sales */
export function rowOfCells(
  cells: readonly RowCell[],
  { columns, prices: priceFields, decimal, currency, order, precise, sale, unit, usual, weighed, words }: Table,
  today = '',
): ReadRow {
  if (cells.length !== columns.length) {
    const message = `Expected ${columns.length} columns for the row but received ${cells.length}`;
    return { problems: [{ field: '', reason: 'columns', message }] };
  }
  const object: Record<string, unknown> = {};
  const wrong: FieldProblem[] = [];
  const prices: PriceCell[] = [];
  const filled = new Set<string>();
  for (let at = 0; at < cells.length; at++) {
    const i = order?.[at] ?? at;
    const raw = cells[i]!;
    const cell = typeof raw === 'string' ? textOfCell(raw) : raw;
    const field = columns[i] ?? null;
    if (cell === '' || field === null || filled.has(field)) continue;
    if (sale?.columns.includes(i)) {
      const state = saleState(cells, i, sale, dayOf(cells, columns) ?? today);
      if (typeof state === 'object') wrong.push(state);
      if (state !== true) continue;
    }
    filled.add(field);
    if (typeof cell !== 'string' && 'error' in cell) wrong.push(isError(field, cell.error));
    else {
      const isText = typeof cell === 'string';
      const value = isText
        ? i === precise
          ? withoutPrecision(cell)
          : cell
        : (cell.shown ?? String(shownNumber(Number(cell.number))));
      const word = words?.[i];
      if (priceFields.includes(field))
        prices.push({ field, value, word, column: i, decimal: isText ? decimal : 'point' });
      const isMeasured = field === 'unit' && word !== undefined && isNumber(value);
      putField(object, field, isMeasured ? `${value} ${word}` : value);
    }
  }
  if (!filled.has('unit')) {
    const answer = weighed ? cells[weighed.column] : undefined;
    if (unit === guessedUnit && typeof answer === 'string' && yes.test(answer.trim()))
      wrong.push(noUnit(weighed!.name));
    else if (unit !== undefined) object.unit = unit;
  }
  // After the currency.
  for (const { field, value, column, ...source } of prices) {
    const own = typeof object.currency === 'string' ? object.currency : currency;
    const context = { currency: own, otherwise: usual?.[column] ?? usualCurrency, ...source };
    const isNamed = source.word !== undefined || namesCurrency(value);
    const isOpen = own === undefined && usual?.[column] === null && !isNamed;
    const alone = readAmount(value, context);
    const read = isOpen && !isRefused(alone) ? noCurrency : alone;
    if (isRefused(read)) wrong.push(notAnAmount(field, value, read));
    else if (own === undefined && (isNamed || usual?.[column])) object.currency = read.currency;
    putField(object, field, isRefused(read) ? value : read.price);
  }
  return wrong.length > 0 ? { object, wrong } : { object };
}

const noCurrency: RefusedAmount = {
  reason: 'currency',
  expected: 'an amount with its currency',
  because: 'other rows have several',
};

/** How a column says that a row is sold by weight. */
const yes = /^(?:y|yes|true|1|j|ja|o|oui|s|si|sí|sim|x)$/i;

function noUnit(column: string): FieldProblem {
  const message = `Expected a unit, as "${cut(column)}" says that the row is sold by weight, but received none`;
  return { field: 'unit', reason: 'missing', message };
}

function withoutPrecision(unit: string): string {
  return unit.trim().replace(/^\.?\d{1,9} /, '');
}

/** Whether the price of a sale counts on a day. */
function saleState(cells: readonly RowCell[], column: number, sale: Sale, day: string): boolean | FieldProblem {
  if (isZeroAmount(textOf(cells[column]!))) return false;
  const state = isSaleDay(sale, (i) => textOf(cells[i]!), day);
  if (typeof state === 'boolean') return state;
  const received = cut(state.unread);
  const message = `Expected a day such as "2026-11-20" for the price of a sale but received "${received}"`;
  return { field: 'price', reason: 'format', message, received };
}

/** The day that a row names. */
function dayOf(cells: readonly RowCell[], columns: readonly (string | null)[]): string | undefined {
  const cell = cells[columns.indexOf('date')];
  return typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? cell : undefined;
}

/** Whether an amount has a currency: other words are refused. */
export function namesCurrency(amount: string): boolean {
  return /[\p{L}\p{Sc}]/u.test(amount);
}

/** Whether a cell has a number without a unit. */
export function isNumber(value: string): boolean {
  return /^[\d.,]+$/.test(value.trim());
}

/** A number as Excel shows it without a format: its first 15 digits. */
function shownNumber(number: number): number {
  return Number(number.toPrecision(15));
}

function notAnAmount(field: string, cell: string, refused: RefusedAmount): FieldProblem {
  const received = cut(cell);
  return { field, reason: refused.reason, message: amountMessage(refused, field, received), received };
}

function isError(field: string, error: string): FieldProblem {
  const message = `Expected a value for ${field} but received the error ${error}`;
  return { field, reason: 'format', message, received: error };
}
