import { type Sale, saleIn } from './sale.js';
import { columnOrder, unitColumns, wordsAfter } from './synonyms.js';

/** What the names of columns say of their cells. */
export interface ColumnRules {
  /** The columns in the order in which they are read: of several for one field, the first that is not empty counts. */
  readonly order: readonly number[];
  /** By column, what its name adds to its numbers: the currency of amounts, "EUR" or "cents", and the measure of quantities, "ml". */
  readonly words: readonly (string | undefined)[];
  /** The prices of some rows that come before another column's; undefined: there is one column of prices at most. */
  readonly sale: Sale | undefined;
  /** The column that says which rows are sold by weight, and its name. */
  readonly weighed: { readonly column: number; readonly name: string } | undefined;
  /** The column that says for how many a price is, and its name. */
  readonly pricedFor: { readonly column: number; readonly name: string } | undefined;
  /** The column whose units follow their precision: ".123 lb". */
  readonly precise: number | undefined;
}

/**
 * @param fields those of the columns; null: ignored
 * @param isFree whether a column has no field, and may say more of another one
 * @param order the order in which columns fill a field
 */
export function columnRules(
  names: readonly string[],
  fields: readonly (string | null)[],
  isFree: (column: number) => boolean,
  order = columnOrder(names),
): ColumnRules {
  return {
    order,
    words: wordsAfter(names, fields),
    sale: saleIn(names, fields, order, isFree),
    ...unitColumns(names, isFree),
  };
}
