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
