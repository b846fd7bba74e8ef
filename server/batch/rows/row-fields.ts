import { fieldEntries, type FieldName } from '../../../renderer/fields.js';

/** All fields of a row besides `data.…`: update and binding in one flat object, as in a preview. */
export const rowFields: readonly FieldName[] = fieldEntries.map(([name]) => name);

/** The required fields of a row: those of an update. */
export const requiredFields = fieldEntries.filter(([, { of }]) => of === 'update').map(([name]) => name);

/** The unit of rows in a file without units, as those of vendors have. */
export const guessedUnit = 'piece';

/** The column that names a label on the shelf. `batch` ignores it. */
export const labelColumn = 'label';

/** A field of `data`; captures its name. */
export const dataField = /^data\.([a-z][a-z0-9_]{0,31})$/;

/** Exact names only. */
export function isField(name: string): boolean {
  return (rowFields as readonly string[]).includes(name) || dataField.test(name);
}

/**
 * The field for a column name. Case is ignored, and blanks and hyphens equal underscores: "Product Name" → "product_name".
 */
export function fieldNamed(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[\s-]+/g, '_');
  return isField(plain) ? plain : undefined;
}

const dataPrefix = 'data.';

/** Sets a field of a row's object; `data.…` goes into the nested `data`. */
export function putField(object: Record<string, unknown>, field: string, value: unknown): void {
  if (field.startsWith(dataPrefix)) {
    const data = (object.data ??= {}) as Record<string, unknown>;
    data[field.slice(dataPrefix.length)] = value;
  } else object[field] = value;
}
