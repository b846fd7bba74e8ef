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

/** The flat object that a row stands for, or why it stands for none. */
export type ReadRow = { readonly object: JsonObject } | { readonly problems: readonly RowProblem[] };

const messages: Readonly<Record<Fault, string>> = {
  stray_quote:
    'Expected a field that contains quotes to be quoted, and each quote in it doubled, but received it unquoted',
  text_after_quote: 'Expected a comma after the closing quote of a field but received text',
  open_quote: 'Expected a closing quote for a field but received none before a comma or the end of the row',
  too_long: `Expected at most ${longestRow / 1024} KB for a row but received more`,
};

export function faultProblem(fault: Fault): RowProblem {
  return { field: '', reason: fault, message: messages[fault] };
}

/** All problems of a row as one line for the terminal. */
export function sentence(line: number, problems: readonly RowProblem[]): string {
  return `line ${line}: ${problems.map(({ message }) => message).join('; ')}`;
}
