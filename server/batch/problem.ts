import { type Fault, longestRow } from './rows/find-row.js';

/** What is wrong with a row, or with one of its fields (`field` is empty when it is the row). */
export interface RowProblem {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  readonly received?: string;
  readonly example?: string;
}

const messages: Readonly<Record<Fault, string>> = {
  stray_quote: 'Expected quotes around a field with quotes in it, and each of those twice, but received a bare field',
  text_after_quote: 'Expected a comma after the closing quote of a field but received text',
  open_quote: 'Expected a closing quote for a field but received none before a comma or the end of the row',
  too_long: `Expected at most ${longestRow / 1024} KB for a row but received more`,
};

export function faultProblem(fault: Fault): RowProblem {
  return { field: '', reason: fault, message: messages[fault] };
}

/** The sentences of a row's problems in one line for the terminal. */
export function sentence(line: number, problems: readonly RowProblem[]): string {
  return `line ${line}: ${problems.map(({ message }) => message).join('; ')}`;
}
