/** Rows of texts as lines. Each column is as wide as its widest text. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((text, i) => Math.max(most[i] ?? 0, text.length)), []);
  return rows
    .map(
      (row) =>
        `${row
          .map((text, i) => text.padEnd(widths[i]! + 2))
          .join('')
          .trimEnd()}\n`,
    )
    .join('');
}
