import { type Fault, longestRow } from './find-row.js';

/** What is wrong with a row, or with one of its fields (`field` is empty when it is the row). */
export interface RowProblem {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  readonly received?: string;
  readonly example?: string;
}

const expectations: Readonly<Record<Fault, string>> = {
  stray_quote: 'Expected quotes around a field that has quotes in it, and two for each of those',
  text_after_quote: 'Expected a comma after the closing quote of a field',
  open_quote: 'Expected a closing quote',
  too_long: `Expected at most ${longestRow / 1024} KB for a row`,
};

export function faultProblem(fault: Fault): RowProblem {
  return { field: '', reason: fault, message: `${expectations[fault]} but received another row` };
}

/** The sentences of a row's problems in one line for the terminal. */
export function sentence(line: number, problems: readonly RowProblem[]): string {
  return `line ${line}: ${problems.map(({ message }) => message).join('; ')}`;
}
