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
