import type { FieldProblem } from '../../fields/field-problem.js';
import type { JsonObject } from '../../fields/json.js';
import { oneLine } from '../../fields/text.js';
import { type RowFault, maxRowBytes } from './find-row.js';

/** A problem of a row or of a field. `field` is empty for the row. */
export interface RowProblem {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  readonly received?: string;
  readonly example?: string;
}

/** A row's object with problems of its fields, or the problems of a row that can't be read. */
export type ReadRow =
  | { readonly object: JsonObject; readonly wrong?: readonly FieldProblem[] }
  | { readonly problems: readonly RowProblem[] };

const messages: Readonly<Record<RowFault, string>> = {
  stray_quote:
    'Expected a field that contains quotes to be quoted, and each quote in it doubled, but received it unquoted',
  text_after_quote: 'Expected {delimiter} after the closing quote of a field but received text',
  open_quote: 'Expected a closing quote for a field but received none before {delimiter} or the end of the row',
  too_long: `Expected at most ${maxRowBytes / 1024} KB for a row but received more`,
};

export function faultProblem(fault: RowFault, delimiter = ','): RowProblem {
  const message = messages[fault].replace('{delimiter}', () => words[delimiter] ?? `"${delimiter}"`);
  return { field: '', reason: fault, message };
}

const words: Readonly<Record<string, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a bar' };

/** A sheet, for messages about its rows. */
export interface Sheet {
  readonly name: string;
  /** Column letters by field. */
  readonly columns: ReadonlyMap<string, string>;
}

/** All problems of a row in one line for the terminal. @param sheet null: the input is a text */
export function sentence(line: number, problems: readonly RowProblem[], sheet: Sheet | null = null): string {
  if (!sheet) return `line ${line}: ${problems.map(({ message }) => oneLine(message)).join('; ')}`;
  const messages = problems.map(({ field, message }) => {
    const column = sheet.columns.get(field);
    return column === undefined ? message : `column ${column}: ${message}`;
  });
  return oneLine(`sheet "${sheet.name}", row ${line}: ${messages.join('; ')}`);
}
