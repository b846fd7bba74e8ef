import { type DecimalSign, readAmount } from '../../../batch/rows/amounts.js';
import { dataField, fieldNamed, requiredFields, type rowFields } from '../../../batch/rows/row-fields.js';
import { fieldGuessed } from '../../../batch/rows/synonyms.js';

/** A row as the fields of a preview. Empty cells are absent. */
export type RowFields = Readonly<Partial<Record<RowField, string>>> & {
  readonly data?: Readonly<Record<string, string>>;
};

type RowField = (typeof rowFields)[number];

/** A column of a file, and the field that it fills; empty: none. */
export interface Column {
  readonly name: string;
  readonly field: string;
  /** Whether the field was guessed by a common name, such as "Preis". */
  readonly guessed: boolean;
}

/**
 * How to read rows below a header: `missing` are required fields without a column, `twice` fields with several.
 * @param given the field of each column, where a person chose them
 */
export function fieldsOf(header: readonly string[], given?: readonly string[]) {
  const names = header.map((name) => name.trim());
  const named = given ?? names.map((name) => fieldNamed(name) ?? '');
  const taken = new Set(named);
  const columns = names.map((name, i): Column => {
    const guess = given || named[i] !== '' ? undefined : fieldGuessed(name);
    const guessed = guess !== undefined && !taken.has(guess);
    if (guessed) taken.add(guess);
    return { name, field: guessed ? guess : named[i]!, guessed };
  });
  const known = columns.map(({ field }) => (field === '' ? undefined : field));
  const fields = known.filter((field) => field !== undefined);
  return {
    columns,
    unused: names.filter((name, i) => known[i] === undefined && name !== ''),
    missing: requiredFields.filter((field) => !fields.includes(field)),
    twice: [...new Set(fields.filter((field, i) => fields.indexOf(field) < i))],
    /** @param amount the wire format of the text of a field */
    read(cells: readonly string[], amount: (field: string, cell: string) => string): RowFields {
      const row: Record<string, string> = {};
      const data: Record<string, string> = {};
      for (const [i, cell] of cells.entries()) {
        const field = known[i];
        if (field === undefined || cell === '') continue;
        const [, own] = dataField.exec(field) ?? [];
        if (own === undefined) row[field] = amount(field, cell);
        else data[own] = amount(field, cell);
      }
      return { ...row, ...(Object.keys(data).length > 0 && { data }) };
    },
  };
}

/** The decimal sign of prices; null: all are in wire format, "3.50", or have no common one. */
export function decimalOf(prices: readonly string[]): DecimalSign | null {
  const only = (sign: DecimalSign, other: DecimalSign) =>
    prices.some((price) => readAmount(price, sign) !== undefined && readAmount(price, other) === undefined);
  const [comma, point] = [only('comma', 'point'), only('point', 'comma')];
  if (comma === point) return null;
  return comma ? 'comma' : prices.some((price) => /\D/.test(price.replace(/\.\d\d?$/, ''))) ? 'point' : null;
}
