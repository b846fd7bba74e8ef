/** Formats rows as lines of aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((max, row) => row.map((text, i) => Math.max(max[i] ?? 0, text.length)), []);
  const line = (row: readonly string[]) => row.map((text, i) => text.padEnd(widths[i]! + 2)).join('');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
