import type { FieldProblem } from '../../fields/field-problem.js';
import type { JsonObject } from '../../fields/json.js';
import { type Fault, longestRow } from './find-row.js';

/** What is wrong with a row, or with one of its fields. `field` is empty when it is the row as a whole. */
export interface RowProblem {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  readonly received?: string;
  readonly example?: string;
}

/** The flat object that a row stands for, with what is wrong with some of its fields; or why it stands for none. */
export type ReadRow =
  | { readonly object: JsonObject; readonly wrong?: readonly FieldProblem[] }
  | { readonly problems: readonly RowProblem[] };

const messages: Readonly<Record<Fault, string>> = {
  stray_quote:
    'Expected a field that contains quotes to be quoted, and each quote in it doubled, but received it unquoted',
  text_after_quote: 'Expected {delimiter} after the closing quote of a field but received text',
  open_quote: 'Expected a closing quote for a field but received none before {delimiter} or the end of the row',
  too_long: `Expected at most ${longestRow / 1024} KB for a row but received more`,
};

/** Why a row can't be read. @param delimiter what parts its columns */
export function faultProblem(fault: Fault, delimiter = ','): RowProblem {
  const message = messages[fault].replace('{delimiter}', () => wordOf(delimiter));
  return { field: '', reason: fault, message };
}

const words: Readonly<Record<string, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a bar' };

/** A delimiter in words. */
export function wordOf(delimiter: string): string {
  return words[delimiter] ?? `"${delimiter}"`;
}

/** Where the rows of a sheet stand. */
export interface Sheet {
  readonly name: string;
  /** The letters of the column of each field. */
  readonly columns: ReadonlyMap<string, string>;
}

/** All problems of a row as one line for the terminal. @param sheet the sheet that the row is of; null: a text */
export function sentence(line: number, problems: readonly RowProblem[], sheet: Sheet | null = null): string {
  if (!sheet) return `line ${line}: ${problems.map(({ message }) => message).join('; ')}`;
  const told = problems.map(({ field, message }) => {
    const column = sheet.columns.get(field);
    return column === undefined ? message : `column ${column}: ${message}`;
  });
  return `sheet "${sheet.name}", row ${line}: ${told.join('; ')}`;
}
