/** RFC 4180, and LF as a line break. The reader of a row checks its number of columns. */
export function csvOptions(delimiter: string) {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
  };
}

/** A text that a spreadsheet would take for a formula, also after apostrophes. A negative number is none. */
const formula = /^'*(?!-?\d+(?:[.,]\d+)?$)[=+\-@\t\r＝＋－＠]/;

/** A text as a cell of CSV. Spreadsheets show a formula after an apostrophe as text. */
export function cellOf(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The text of a cell of {@link cellOf}, after the parser. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** A text; in a sheet also a stored number, with the text that the sheet shows if its format has more. */
export type ValueCell = string | { readonly number: string; readonly shown?: string };

/** A value, or an Excel error. */
export type RowCell = ValueCell | { readonly error: string };

/** The text of a cell; empty: an error. */
export function textOf(cell: RowCell): string {
  if (typeof cell === 'string') return textOfCell(cell);
  return 'number' in cell ? (cell.shown ?? cell.number) : '';
}

/** The field of each column, null if it is ignored, and how many cells a row has at least: nameless columns may be at its end. */
export interface ColumnFields {
  readonly columns: readonly (string | null)[];
  readonly least?: number;
}

/** Whether a row has a cell for each column with a name. Some programs write more separators after the last one of some rows. */
export function fits(cells: readonly RowCell[], { columns, least = columns.length }: ColumnFields): boolean {
  return cells.length >= least && cells.slice(columns.length).every((cell) => cell === '');
}
