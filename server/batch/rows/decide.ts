import {
  type Amount,
  type DecimalSign,
  decimalSigns,
  isRefused,
  readAmount,
  readCurrency,
} from '../../../renderer/amounts/amount.js';
import { cut } from '../../fields/field-problem.js';
import { type RowCell, textOf } from './csv.js';
import { orderIn, orderOf } from './guess/days.js';
import { hasSizes, isSize } from './guess/sizes.js';
import { namesCurrency, type Table, usualCurrency } from './table.js';

/**
 * The first rows of a file decide for all of them what the names of columns leave open.
 * @param isGuessed whether the field of a column is guessed
 */
export function decide(
  rows: readonly (readonly RowCell[])[],
  table: Omit<Table, 'decimal'>,
  isGuessed: (column: number) => boolean,
) {
  const { columns, words, content, pricedFor } = table;
  const filled = (i: number) => rows.map((cells) => textOf(cells[i] ?? '').trim()).filter((text) => text !== '');
  const candidates = (table.sizes ?? []).filter((i) => columns[i] === null || isGuessed(i));
  const sizes = candidates.filter((i) => hasSizes(filled(i)));
  const isQuantity = (i: number) =>
    words?.[i] !== undefined || [content?.number, pricedFor?.column, ...sizes].includes(i);
  const stocks = columns.flatMap((field, i) =>
    field === 'unit' && isGuessed(i) && !isQuantity(i) && isStock(filled(i)) ? [i] : [],
  );
  const days = table.sale?.dates ?? [];
  const isNoUnit = (i: number) => stocks.includes(i) || (sizes.includes(i) && filled(i).every(isSize));
  const currencies = columns.map((_, i) => currencyOf(rows, i, table));
  const read = columns.map((field, i) => (isNoUnit(i) ? null : field));
  return {
    usual: currencies.map((one) => (one ? one.currency : one)),
    /** The first price without a currency in each column whose other prices have one. */
    currencies: currencies.filter((one) => one !== null && one !== undefined),
    ...signOf(rows.flatMap((cells) => priceTexts(cells, table))),
    columns: read,
    sizes,
    dayFirst: dayOrder(
      columns.flatMap((field, i) => (field === 'date' || days.some(({ column }) => column === i) ? filled(i) : [])),
      table.locale,
    ),
    repeated: repeatedIn(rows, { ...table, columns: read }),
    /** Columns with a name for sizes that have none, nor units. */
    unread: candidates.filter((i) => columns[i] === null && !sizes.includes(i)),
    /** Columns that are no unit after all: columns of numbers are a stock. */
    stocks,
  };
}

/** Two rows of one article, by its number or else its name and unit, with other prices: the first such pair. */
export interface Repeated {
  readonly row: number;
  readonly other: number;
  readonly text: string;
}

function repeatedIn(
  rows: readonly (readonly RowCell[])[],
  { columns, variants, sizes = [] }: Omit<Table, 'decimal'>,
): Repeated | undefined {
  const own = columns.includes('sku') ? ['sku'] : variants || sizes.length > 0 ? [] : ['product_name', 'unit'];
  const textsOf = (cells: readonly RowCell[], fields: readonly string[]) =>
    cells.flatMap((cell, i) => (fields.includes(columns[i] ?? '') ? [textOf(cell).trim()] : []));
  const first = new Map<string, { readonly row: number; readonly price: string }>();
  for (const [row, cells] of rows.entries()) {
    const [text = ''] = textsOf(cells, own);
    if (text === '') continue;
    const key = JSON.stringify(textsOf(cells, [...own, 'currency', 'date', 'device', 'locale']));
    const price = textsOf(cells, ['price']).join(' ');
    const one = first.get(key);
    if (one && one.price !== price) return { row, other: one.row, text: cut(text) };
    if (!one) first.set(key, { row, price });
  }
  return undefined;
}

/** Whether days come before months, as some days of a file show, else its locale; undefined: unknown. */
function dayOrder(texts: readonly string[], locale = ''): boolean | undefined {
  const orders = new Set(texts.map(orderIn).filter((order) => order !== undefined));
  return orders.size === 1 ? orders.has(true) : orders.size === 0 ? orderOf(locale) : undefined;
}

/** A price without a currency, its row among those that decide, and the price that shows which the others have. */
export interface DecidedCurrency {
  readonly row: number;
  readonly text: string;
  readonly currency: string;
  readonly by: string;
}

/** The currency of a column's prices without one; null: the others have several; undefined: all have one, or none has. */
function currencyOf(
  rows: readonly (readonly RowCell[])[],
  column: number,
  { columns, prices, words, currency }: Omit<Table, 'decimal'>,
): DecidedCurrency | null | undefined {
  if (currency !== undefined || words?.[column] !== undefined || !prices.includes(columns[column] ?? ''))
    return undefined;
  const own = columns.indexOf('currency');
  const texts = rows.map((cells) => ((cells[own] ?? '') === '' ? textOf(cells[column] ?? '') : ''));
  const amountIn = (text: string) =>
    decimalSigns
      .map((decimal) => readAmount(text, { otherwise: usualCurrency, decimal }))
      .find((read): read is Amount => !isRefused(read));
  /** The first price in each currency. */
  const byCurrency = new Map<string, string>();
  for (const cells of rows) {
    const code = readCurrency(textOf(cells[own] ?? ''));
    if (code !== undefined && !byCurrency.has(code)) byCurrency.set(code, code);
  }
  for (const text of texts.filter(namesCurrency)) {
    const code = amountIn(text)?.currency;
    if (code !== undefined && !byCurrency.has(code)) byCurrency.set(code, text);
  }
  const row = texts.findIndex((text) => !namesCurrency(text) && amountIn(text) !== undefined);
  const [first, second] = byCurrency;
  if (row < 0 || !first) return undefined;
  return second ? null : { row, text: texts[row]!, currency: first[0], by: first[1] };
}

/** Whether most cells of a column are numbers. */
function isStock(texts: readonly string[]): boolean {
  return texts.filter((text) => /^-?[\d., ]+$/.test(text)).length * 2 > texts.length;
}

/** A symbol of several currencies leaves open which one it is, not its decimal sign. */
const context = { otherwise: usualCurrency };

/** The texts in the columns of prices. Stored numbers have no sign. */
function priceTexts(cells: readonly RowCell[], { columns, prices }: Pick<Table, 'columns' | 'prices'>): string[] {
  return cells.filter((cell, i): cell is string => typeof cell === 'string' && prices.includes(columns[i] ?? ''));
}

/** A price with two readings, what it is read as, and the price that decided its sign. */
export interface DecidedPrice {
  readonly by: string;
  readonly text: string;
  readonly price: string;
}

/**
 * The decimal sign that some prices of a file have for certain, and the first price that it decides. The sign is null if none or
 * both are certain.
 */
function signOf(prices: readonly string[]): {
  readonly decimal: DecimalSign | null;
  readonly decided: DecidedPrice | undefined;
} {
  const sure = prices.filter((price) => !isRefused(readAmount(price, context)));
  const bySign = (sign: DecimalSign) => sure.find((price) => readsOnly(price, sign));
  const [decimal, other] = decimalSigns.filter((sign) => bySign(sign) !== undefined);
  if (decimal === undefined || other !== undefined) return { decimal: null, decided: undefined };
  const by = bySign(decimal)!;
  for (const text of prices) {
    const [alone, read] = [readAmount(text, context), readAmount(text, { ...context, decimal })];
    if (isRefused(alone) && alone.reason === 'ambiguous' && !isRefused(read))
      return { decimal, decided: { by, text, price: read.price } };
  }
  return { decimal, decided: undefined };
}

function readsOnly(price: string, sign: DecimalSign): boolean {
  const isForm = (one: DecimalSign) => {
    const read = readAmount(price, { ...context, decimal: one });
    return !isRefused(read) || read.reason !== 'format';
  };
  return decimalSigns.every((one) => isForm(one) === (one === sign));
}
