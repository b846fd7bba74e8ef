import { cellOf } from '../../../batch/rows/csv.js';
import { labelColumn } from '../../../batch/rows/row-fields.js';
import type { ShelfLabel } from './label.js';

const columns: Readonly<Record<string, (label: ShelfLabel) => string | null>> = {
  [labelColumn]: ({ id }) => id,
  product_name: ({ name }) => name,
  price: ({ price }) => price,
  unit: ({ unit }) => unit,
  sku: ({ sku }) => sku,
  device: ({ device }) => device,
  layout: ({ layout }) => layout,
  locale: ({ locale }) => locale,
  currency: ({ currency }) => currency,
};

/** Labels as rows that the Wall and `batch` read. */
export function csvOf(labels: readonly ShelfLabel[]): string {
  const rows = labels.map((label) => Object.values(columns).map((read) => cellOf(read(label) ?? '')));
  return [Object.keys(columns), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}
