import type { DataField, DataValue } from '../../../renderer/index.js';

/** The text of a data field: a list has a line per row, with bars between the cells. */
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

/** The inverse of {@link writeValue}. */
export function readValue(text: string, { type, columns = {} }: DataField): DataValue {
  if (type !== 'list' || text.trim() === '') return text;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const named = Object.keys(columns).map((column, i) => [column, cells[i] ?? ''] as const);
    return Object.fromEntries(named.filter(([, cell]) => cell !== ''));
  });
}
