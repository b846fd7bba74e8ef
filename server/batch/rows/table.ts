import { cut, type FieldProblem } from '../../fields/field-problem.js';
import { fields } from '../../../renderer/fields.js';
import {
  amountMessage,
  type DecimalSign,
  isRefused,
  isZeroAmount,
  readAmount,
  type RefusedAmount,
} from '../../../renderer/amounts/amount.js';
import { fits, type RowCell, textOf, textOfCell, type ValueCell } from './csv.js';
import type { ColumnRules } from './guess/column-rules.js';
import { daysIn, orderOf } from './guess/days.js';
import { isSaleDay, no } from './guess/sale.js';
import { isSize } from './guess/sizes.js';
import type { ReadRow } from './problem.js';
import { guessedUnit, putField } from './row-fields.js';

/** How the cells of a file are read: what the names of its columns say, its options, and what its first rows decide. */
export interface Table extends Partial<ColumnRules> {
  /** The field of each column; null: ignored. */
  readonly columns: readonly (string | null)[];
  /** Price fields: `price`, and those of `data` that layouts declare. */
  readonly prices: readonly string[];
  /** The decimal sign of prices; null: amounts with two readings are refused. */
  readonly decimal: DecimalSign | null;
  /** By column, the currency of prices without one; null: each needs its own, as the others have several; undefined: {@link usualCurrency}. */
  readonly usual?: readonly (string | null | undefined)[] | undefined;
  /** The unit of rows without one. */
  readonly unit?: string | undefined;
  /** The currency of all rows; absent: each row's own, or that of its amounts. */
  readonly currency?: string | undefined;
  /** The locale of all rows; absent: each row's own, or none. */
  readonly locale?: string | undefined;
  /** Whether days come before months; undefined: days with two readings are refused. */
  readonly dayFirst?: boolean | undefined;
}

/** The currency of rows where nothing names one. */
export const usualCurrency = fields.currency.absent;

/** The object of a row. An empty cell is an absent field. @param today the day of rows without a date, for sales */
export function rowOfCells(cells: readonly RowCell[], table: Table, today = ''): ReadRow {
  const { columns, order = columns.keys() } = table;
  if (!fits(cells, table)) {
    const message = `Expected ${columns.length} columns for the row but received ${cells.length}`;
    return { problems: [{ field: '', reason: 'columns', message }] };
  }
  const object: Record<string, unknown> = {};
  const wrong: FieldProblem[] = [];
  const filled = new Set<string>();
  const prices: PriceCell[] = [];
  for (const column of order) {
    const [cell, field] = [cells[column]!, columns[column] ?? null];
    if (cell === '' || field === null || filled.has(field) || (field === 'unit' && isNoUnit(cell, column, table)))
      continue;
    const counts = isCounted(cells, column, table, today);
    if (typeof counts === 'object') wrong.push(counts);
    if (counts !== true) continue;
    filled.add(field);
    if (typeof cell !== 'string' && 'error' in cell) wrong.push(isError(field, cell.error));
    else {
      const value =
        field === 'unit'
          ? unitIn(cells, cell, column, table)
          : field === 'date'
            ? dayIn(cells, table)
            : valueIn(cell, column, table);
      if (typeof value === 'object') wrong.push(value);
      else putField(object, field, value);
      if (table.prices.includes(field)) prices.push({ field, cell, column });
    }
  }
  if (!filled.has('unit')) {
    if (lacksUnit(cells, table)) wrong.push(noUnit(table.weighed!.name));
    else if (table.unit !== undefined) object.unit = table.unit;
  }
  const saleFault = filled.has('price') ? undefined : lacksPrice(cells, table);
  if (saleFault && wrong.length === 0) wrong.push(saleFault);
  // After the currency.
  for (const price of prices) {
    const problem = putPrice(object, price, table);
    if (problem) wrong.push(problem);
  }
  const otherFault = otherPrice(cells, table, object);
  if (otherFault) wrong.push(otherFault);
  return wrong.length > 0 ? { object, wrong } : { object };
}

interface PriceCell {
  readonly field: string;
  readonly cell: ValueCell;
  readonly column: number;
}

/** Replaces the text of a price in the object of its row by the amount, and adds the currency that it or its column names. */
function putPrice(
  object: Record<string, unknown>,
  { field, cell, column }: PriceCell,
  table: Table,
): FieldProblem | undefined {
  const own = typeof object.currency === 'string' ? object.currency : table.currency;
  const [value, word, usual] = [valueIn(cell, column, table), table.words?.[column], table.usual?.[column]];
  const decimal = typeof cell === 'string' ? table.decimal : 'point';
  const isNamed = word !== undefined || namesCurrency(value);
  const amount = readAmount(value, { currency: own, otherwise: usual ?? usualCurrency, word, decimal });
  const read = own === undefined && usual === null && !isNamed && !isRefused(amount) ? noCurrency : amount;
  if (own === undefined && !isRefused(read) && (isNamed || usual)) object.currency = read.currency;
  if (isRefused(read)) return notAnAmount(field, value, read);
  putField(object, field, read.price);
  return undefined;
}

function valueIn(cell: ValueCell, column: number, { precise }: Table): string {
  if (typeof cell !== 'string') return cell.shown ?? String(shownNumber(Number(cell.number)));
  return column === precise ? withoutPrecision(textOfCell(cell)) : textOfCell(cell);
}

/** The unit of a row, whose number may be in one column, and its measure in another. */
function unitIn(cells: readonly RowCell[], cell: ValueCell, column: number, table: Table): string | FieldProblem {
  const { content, words } = table;
  const [value, measure] = [valueIn(cell, column, table), words?.[column]];
  if (!content || ![content.number, content.unit].includes(column))
    return measure !== undefined && isNumber(value) ? `${value} ${measure}` : value;
  const [number = '', unit = ''] = [content.number, content.unit].map((i) => textOf(cells[i]!).trim());
  if (!isNumber(number)) return value;
  const own = words?.[content.number] ?? unit;
  if (own !== '' && !/\d/.test(own)) return `${number} ${own}`;
  const message = `Expected a number and its unit for unit but received "${cut(number)}" and "${cut(unit)}"`;
  return { field: 'unit', reason: 'ambiguous', message };
}

/** Whether a cell in a column of units is none: a size, or the number of pieces that a price is for. */
function isNoUnit(cell: RowCell, column: number, { sizes, pricedFor }: Table): boolean {
  const text = textOf(cell);
  return (sizes?.includes(column) === true && isSize(text)) || (pricedFor?.column === column && isNumber(text));
}

const noCurrency: RefusedAmount = {
  reason: 'currency',
  expected: 'an amount with its currency',
  because: 'other rows have several',
};

/** How a column says that a row is sold by weight. */
const yes = /^(?:y|yes|true|1|j|ja|o|oui|s|si|sí|sim|x)$/i;

/** Whether a row is sold by weight but has no unit: it is not a piece, as others are. */
function lacksUnit(cells: readonly RowCell[], { unit, weighed }: Table): boolean {
  return unit === guessedUnit && weighed !== undefined && yes.test(textOf(cells[weighed.column]!).trim());
}

/** The sum of a list's other rows. */
const sums =
  /^(?:(?:grand|sub)[ -]?total|totals?|(?:gesamt|zwischen|end)summe|summe|insgesamt|total général|totale|totaal|suma|razem|celkem|spolu|összesen|yhteensä|summa|i alt|итого|всего|合計|合计|总计|總計|합계|toplam|σύνολο|المجموع)\s*:?$/iu;
const net = /^(?:net(?:to|t)?|ex(?:cl(?:usive|uded)?|kl(?:usive)?)?\.?|ht)$/i;
/** Where prices on shelves have no taxes. */
const withoutTaxes: ReadonlySet<unknown> = new Set(['USD', 'CAD']);

/** A price that a buyer does not pay: of several pieces or other rows together, without its taxes, or before its discount. */
function otherPrice(cells: readonly RowCell[], table: Table, object: Readonly<Record<string, unknown>>) {
  const { columns, pricedFor, taxed, discounts = [], sale, currency = object.currency } = table;
  const text = (i: number) => textOf(cells[i] ?? '').trim();
  const refuse = (field: string, message: string): FieldProblem => ({ field, reason: 'ambiguous', message });
  const name = text(columns.indexOf('product_name'));
  if (object.sku === undefined && sums.test(name))
    return refuse('product_name', `Expected an article but received the sum of others, "${cut(name)}"`);
  const many = pricedFor ? text(pricedFor.column) : '';
  const isUnit = many === object.unit || (!isNumber(many) && columns[pricedFor?.column ?? -1] === 'unit');
  if (many !== '' && !/^1(?:[.,]0+)?$/.test(many) && !isUnit) {
    const message = `Expected the price of what is sold, but "${cut(pricedFor!.name)}" says that it is for "${cut(many)}"`;
    return refuse('price', message);
  }
  const isNet = taxed !== undefined && (no.test(text(taxed.column)) || net.test(text(taxed.column)));
  if (isNet && !withoutTaxes.has(currency))
    return refuse('price', `Expected a price with its taxes, but "${cut(taxed.name)}" says "${text(taxed.column)}"`);
  const discount = sale && !sale.isOnly ? undefined : discounts.map(text).find((each) => /[1-9]/.test(each));
  if (discount === undefined) return undefined;
  return refuse('price', `Expected the price with its discount, "${cut(discount)}", but received the one without`);
}

function noUnit(column: string): FieldProblem {
  const message = `Expected a unit, as "${cut(column)}" says that the row is sold by weight, but received none`;
  return { field: 'unit', reason: 'missing', message };
}

function withoutPrecision(unit: string): string {
  return unit.trim().replace(/^\.?\d{1,9} /, '');
}

/** Whether the price in a column counts for its row: one of a sale does on its days only. */
function isCounted(cells: readonly RowCell[], column: number, table: Table, today: string): boolean | FieldProblem {
  const { sale } = table;
  if (!sale?.columns.includes(column)) return true;
  if (!sale.isOnly && isZeroAmount(textOf(cells[column]!))) return false;
  const day = dayIn(cells, table);
  const own = typeof day === 'string' && day !== '' ? day : today;
  const state = isSaleDay(sale, (i) => textOf(cells[i]!), own, orderIn(cells, table));
  if (typeof state === 'boolean') return state;
  const received = cut(state.unread);
  const message = `Expected a day such as "2026-11-20" for the days of the price but received "${received}"`;
  return { field: 'price', reason: 'format', message, received };
}

/** A row whose sale is over, or has yet to begin, needs another price. */
function lacksPrice(cells: readonly RowCell[], { sale }: Table): FieldProblem | undefined {
  const text = sale?.columns.map((i) => textOf(cells[i]!)).find((each) => each !== '' && !isZeroAmount(each));
  if (text === undefined) return undefined;
  const message = `Expected a price for the day of the label, as "${cut(text)}" is that of ${sale?.isOnly ? '' : 'a sale on '}other days, but received none`;
  return { field: 'price', reason: 'missing', message };
}

/** Whether days come before months in a row: its locale says so if no other row does. */
function orderIn(cells: readonly RowCell[], { columns, dayFirst }: Table): () => boolean | undefined {
  return () => dayFirst ?? orderOf(textOf(cells[columns.indexOf('locale')] ?? ''));
}

/** The day of a row; another text unchanged. */
function dayIn(cells: readonly RowCell[], table: Table): string | FieldProblem {
  const text = textOf(cells[table.columns.indexOf('date')] ?? '').trim();
  const [day = text, other] = daysIn(text, orderIn(cells, table));
  if (other === undefined) return day;
  const message = `Expected a day with one reading for date, or a locale, but received "${cut(text)}", which is ${day} or ${other}`;
  return { field: 'date', reason: 'format', message, received: cut(text), example: '2026-11-20' };
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
