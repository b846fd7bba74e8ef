import type { DataField, DataValue } from '../../../renderer/index.js';

/** A value of `data` as it stands in its field: a list has a line for each row, with bars between its texts. */
export function writeValue(value: DataValue, { columns = {} }: DataField): string {
  if (typeof value === 'string') return value;
  return value
    .map((row) =>
      Object.keys(columns)
        .map((column) => row[column] ?? '')
        .join(' | '),
    )
    .join('\n');
}

/** The value that stands in a field; the texts of a row are named by the columns that the layout declares. */
export function readValue(text: string, { type, columns = {} }: DataField): DataValue {
  if (type !== 'list' || text.trim() === '') return text;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const named = Object.keys(columns).map((column, i) => [column, cells[i] ?? ''] as const);
    return Object.fromEntries(named.filter(([, cell]) => cell !== ''));
  });
}
