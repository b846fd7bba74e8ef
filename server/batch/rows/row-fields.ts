/** The required fields of a row: those of an update. */
export const requiredFields = ['product_name', 'price', 'unit'] as const;

/** All fields of a row besides `data.…`: update and binding in one flat object, as in a preview. */
export const rowFields = [
  ...requiredFields,
  'sku',
  'device',
  'layout',
  'locale',
  'currency',
  'time_zone',
  'date',
] as const;

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
