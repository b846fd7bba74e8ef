import { dataField, requiredFields, rowFields } from '../../../batch/rows/row-fields.js';

/** What a row says, in the form of a preview's request; a field that it leaves empty is absent. */
export type RowFields = Readonly<Partial<Record<RowField, string>>> & {
  readonly data?: Readonly<Record<string, string>>;
};

type RowField = (typeof rowFields)[number];

/** What the columns of a file stand for. */
export interface Columns {
  readonly unused: readonly string[];
  /** Fields that no column stands for, and fields that several do. */
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  read(cells: readonly string[]): RowFields;
}

export function fieldsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim());
  const known = names.map((name) => rowFields.some((field) => field === name) || dataField.test(name));
  const fields = names.filter((_, i) => known[i]);
  return {
    unused: names.filter((_, i) => !known[i]),
    missing: requiredFields.filter((field) => !names.includes(field)),
    twice: [...new Set(fields.filter((field, i) => fields.indexOf(field) < i))],
    read(cells) {
      const row: Record<string, string> = {};
      const data: Record<string, string> = {};
      for (const [i, cell] of cells.entries()) {
        if (!known[i] || cell === '') continue;
        const [, own] = dataField.exec(names[i]!) ?? [];
        if (own === undefined) row[names[i]!] = cell;
        else data[own] = cell;
      }
      return { ...row, ...(Object.keys(data).length > 0 && { data }) };
    },
  };
}
