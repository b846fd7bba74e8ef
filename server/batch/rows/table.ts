import { cut, type FieldProblem } from '../../fields/field-problem.js';
import { type DecimalSign, examples, readAmount } from './amounts.js';
import { textOfCell } from './csv.js';
import type { ReadRow } from './problem.js';
import { putField } from './row-fields.js';

export interface Table {
  /** The field of each column; null: ignored. */
  readonly columns: readonly (string | null)[];
  /** Price fields: `price`, and those of `data` that layouts declare. */
  readonly prices: readonly string[];
  /** The decimal sign of prices; null: prices are in wire format, "3.50". */
  readonly decimal: DecimalSign | null;
}

/** A text; in a sheet also a stored number or an Excel error. */
export type RowCell = string | { readonly number: string } | { readonly error: string };

/** The object of a row. An empty cell is an absent field. */
export function rowOfCells(cells: readonly RowCell[], { columns, prices, decimal }: Table): ReadRow {
  if (cells.length !== columns.length) {
    const message = `Expected ${columns.length} columns for the row but received ${cells.length}`;
    return { problems: [{ field: '', reason: 'columns', message }] };
  }
  const object: Record<string, unknown> = {};
  let wrong: FieldProblem[] | undefined;
  for (let i = 0; i < cells.length; i++) {
    const raw = cells[i]!;
    const cell = typeof raw === 'string' ? textOfCell(raw) : raw;
    const field = columns[i] ?? null;
    if (cell === '' || field === null) continue;
    if (typeof cell !== 'string') {
      if ('number' in cell) putField(object, field, textOf(Number(cell.number), prices.includes(field)));
      else (wrong ??= []).push(isError(field, cell.error));
    } else if (decimal === null || !prices.includes(field)) putField(object, field, cell);
    else {
      const amount = readAmount(cell, decimal);
      if (amount === undefined) (wrong ??= []).push(notAnAmount(field, cell, decimal));
      putField(object, field, amount ?? cell);
    }
  }
  return wrong ? { object, wrong } : { object };
}

/** A number as Excel shows it without a format: its first 15 digits. A price gets two decimals, unless it has more. */
function textOf(number: number, price: boolean): string {
  const shown = Number(number.toPrecision(15));
  const cents = Number((shown * 100).toPrecision(15));
  return price && Number.isInteger(cents) ? (cents / 100).toFixed(2) : String(shown);
}

function notAnAmount(field: string, cell: string, decimal: DecimalSign): FieldProblem {
  const received = cut(cell);
  const message = `Expected a number such as ${examples[decimal]} for ${field} but received "${received}"`;
  return { field, reason: 'format', message, received };
}

function isError(field: string, error: string): FieldProblem {
  const message = `Expected a value for ${field} but received the error ${error}`;
  return { field, reason: 'format', message, received: error };
}
