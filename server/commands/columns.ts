/** Formats rows as lines of aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((max, row) => row.map((text, i) => Math.max(max[i] ?? 0, text.length)), []);
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
