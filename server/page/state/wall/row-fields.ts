import { dataField, fieldNamed, requiredFields, type rowFields } from '../../../batch/rows/row-fields.js';

/** A row as the fields of a preview. Empty cells are absent. */
export type RowFields = Readonly<Partial<Record<RowField, string>>> & {
  readonly data?: Readonly<Record<string, string>>;
};

type RowField = (typeof rowFields)[number];

/** How to read rows below a header: `missing` are required fields without a column, `twice` fields with several. */
export function fieldsOf(header: readonly string[]) {
  const names = header.map((name) => name.trim());
  const known = names.map(fieldNamed);
  const fields = known.filter((field) => field !== undefined);
  return {
    unused: names.filter((name, i) => known[i] === undefined && name !== ''),
    missing: requiredFields.filter((field) => !fields.includes(field)),
    twice: [...new Set(fields.filter((field, i) => fields.indexOf(field) < i))],
    read(cells: readonly string[]): RowFields {
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
