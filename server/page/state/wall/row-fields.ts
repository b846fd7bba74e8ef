import { dataField, fieldNamed, requiredFields, type rowFields } from '../../../batch/rows/row-fields.js';

/** A row as the fields of a preview. Empty cells are absent. */
export type RowFields = Readonly<Partial<Record<RowField, string>>> & {
  readonly data?: Readonly<Record<string, string>>;
};

type RowField = (typeof rowFields)[number];

export interface Columns {
  readonly unused: readonly string[];
  /** Required fields without a column, and fields with several. */
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  read(cells: readonly string[]): RowFields;
}

export function fieldsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim());
  const known = names.map(fieldNamed);
  const fields = known.filter((field) => field !== undefined);
  return {
    unused: names.filter((name, i) => known[i] === undefined && name !== ''),
    missing: requiredFields.filter((field) => !fields.includes(field)),
    twice: [...new Set(fields.filter((field, i) => fields.indexOf(field) < i))],
    read(cells) {
      const row: Record<string, string> = {};
      const data: Record<string, string> = {};
      for (const [i, cell] of cells.entries()) {
        const field = known[i];
        if (field === undefined || cell === '') continue;
        const [, own] = dataField.exec(field) ?? [];
        if (own === undefined) row[field] = cell;
        else data[own] = cell;
      }
      return { ...row, ...(Object.keys(data).length > 0 && { data }) };
    },
  };
}
