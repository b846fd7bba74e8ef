/** The cells of a column in text, for `test.each`: " | " and line ends separate them; "//" begins a comment. */
export function cellsOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('//')).flatMap((line) => line.split(' | '));
}

/** The rows of a table in text, as {@link cellsOf} has cells; " → " separates the cells of a row. */
export function rowsOf(text: string): readonly (readonly [string, string, ...string[]])[] {
  return cellsOf(text).map((row) => row.split(' → ') as [string, string, ...string[]]);
}
