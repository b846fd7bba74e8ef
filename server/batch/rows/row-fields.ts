/** The fields that a row must have: those of an update. */
export const requiredFields = ['product_name', 'price', 'unit'] as const;

/** The fields that a row may have beside `data.…`: an update and a binding in one flat object, as in a preview. */
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

/** A field of `data`, with its name. */
export const dataField = /^data\.([a-z][a-z0-9_]{0,31})$/;

/** Whether a name is a field of a row, letter by letter. */
export function isField(name: string): boolean {
  return (rowFields as readonly string[]).includes(name) || dataField.test(name);
}

/**
 * The field that the name of a column stands for in other capitals, or with blanks or hyphens for underscores:
 * "Product Name" → "product_name"; undefined for none.
 */
export function fieldNamed(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[\s-]+/g, '_');
  return isField(plain) ? plain : undefined;
}
