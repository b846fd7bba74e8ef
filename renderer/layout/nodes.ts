/** The fields that a layout may name, beside "data.…". `discount` is worked out: see `readerOf`. */
export const fields = [
  'price',
  'product_name',
  'unit',
  'sku',
  'date',
  'model_line',
  'locale',
  'currency',
  'discount',
] as const;

const fieldPattern = `^(${fields.join('|')}|data\\.[a-z][a-z0-9_]{0,31})$`;
export const length = {
  type: ['number', 'string'],
  minimum: 0,
  maximum: 10_000,
  pattern: '^[0-9]{1,4}(\\.[0-9]{1,3})?(mm|%)$',
  description: 'A number of px, millimetres ("3.2mm") or a share ("40%").',
  examples: ['3.2mm'],
} as const;
export const ink = {
  enum: ['black', 'white', 'red', 'yellow', 'accent'],
  description: 'accent: red, else yellow, else black. Absent: black, or white on a box filled black or red.',
} as const;
export const placed = {
  when: {
    type: ['string', 'object'],
    description: 'Takes part only when this field is not empty, or equals one of these texts ("" is an absent field).',
    pattern: fieldPattern,
    properties: {
      field: { type: 'string', pattern: fieldPattern, description: 'The field that is compared.' },
      equals: {
        type: ['string', 'array'],
        maxLength: 200,
        maxItems: 32,
        items: { type: 'string', maxLength: 200 },
        description: 'A text, or several of which one must be equal.',
      },
    },
    required: ['field', 'equals'],
    additionalProperties: false,
    examples: ['data.origin'],
  },
  width: { ...length, description: 'Width; a share is one of the parent. Absent: what the parent gives.' },
  height: { ...length, description: 'Height; a share is one of the parent. Absent: what the parent gives.' },
  grow: { type: 'number', minimum: 0, maximum: 1000, description: 'The part of what is left over, as in flexbox.' },
  rotate: { enum: [90, 180, 270], description: 'Degrees clockwise that the node and all in it is turned.' },
} as const;
const aligned = {
  align: { enum: ['start', 'center', 'end'], description: 'start: where reading begins, left or right by the locale.' },
  valign: { enum: ['top', 'middle', 'bottom'], description: 'Up and down; absent: middle.' },
} as const;
const template = { type: 'string', minLength: 1, maxLength: 400 } as const;
export const localText = {
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 400,
  propertyNames: { pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' },
  properties: { en: template },
  additionalProperties: template,
  required: ['en'],
  maxProperties: 64,
  description: 'Text with fields in braces, or one for each language, English at least.',
  examples: ['per {unit}'],
} as const;

function node<const Type extends string, const Properties extends object, const Required extends string = never>(
  type: Type,
  description: string,
  properties: Properties,
  required: readonly Required[] = [],
) {
  return {
    type: 'object',
    description,
    properties: { type: { const: type }, ...properties, ...placed },
    required: ['type', ...required],
    additionalProperties: false,
  } as const;
}

/** The nodes of a layout, by their types. JSON Schema 2020-12; a box refers to `#/$defs/node` of the whole document. */
export const nodes = {
  box: node(
    'box',
    'Nodes in a row or a column, with the words of flexbox; it may be filled and outlined.',
    {
      direction: { enum: ['row', 'column'], description: 'A row runs from right to left in such a locale.' },
      gap: { ...length, description: 'Between the children; a share is one of the panel’s height.' },
      padding: { ...length, description: 'Around the children; a share is one of the panel’s height.' },
      justify: { enum: ['start', 'center', 'end', 'between'], description: 'Along the direction.' },
      align: { enum: ['start', 'center', 'end', 'stretch'], description: 'Across the direction; absent: stretch.' },
      fill: { ...ink, description: 'The box is filled with this ink; what is in it is drawn in an ink that shows.' },
      outline: { ...ink, description: 'The box has a line around it in this ink.' },
      thickness: { ...length, description: 'Of the outline; absent: 1 px.' },
      radius: { ...length, description: 'Of the corners.' },
      children: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/$defs/node' } },
    },
    ['children'],
  ),
  text: node(
    'text',
    'Text that wraps, shrinks to its floor and ends in an ellipsis, in this order, each with its warning.',
    {
      text: localText,
      size: {
        type: 'object',
        description: 'Heights of the font; a share is one of the panel’s height.',
        properties: {
          largest: { ...length, description: 'Short text grows up to this.' },
          preferred: { ...length, description: 'Smaller than this is drawn with the warning TEXT_SHRUNK.' },
          floor: { ...length, description: 'Never smaller than this.' },
        },
        required: ['preferred', 'floor'],
        additionalProperties: false,
      },
      lines: { type: 'integer', minimum: 1, maximum: 12, description: 'The most lines; absent: 1.' },
      weight: { enum: ['regular', 'bold'], description: 'Absent: regular.' },
      ink,
      ...aligned,
    },
    ['text', 'size'],
  ),
  price: node('price', 'A price as the locale writes it, as large as its box allows; never clipped.', {
    field: { type: 'string', pattern: fieldPattern, description: 'Absent: price.', examples: ['data.previous_price'] },
    largest: { ...length, description: 'The digits’ font is at most this high; a share is one of the panel’s height.' },
    strike: { ...ink, description: 'The price is struck through in this ink.' },
    ink,
    ...aligned,
  }),
  barcode: node('barcode', 'A barcode of whole pixels that a scanner reads, or else its digits and a warning.', {
    text: { type: 'string', minLength: 1, maxLength: 200, description: 'Absent: {sku}.', examples: ['{sku}'] },
    symbology: {
      enum: ['ean13', 'ean8', 'upca', 'code128', 'auto'],
      description: 'auto, if absent: by the number of digits.',
    },
    digits: { type: 'boolean', description: 'Whether the digits stand below; absent: true.' },
    ...aligned,
  }),
  qr: node(
    'qr',
    'A QR code of whole pixels, or a warning where it has no room.',
    { text: { type: 'string', minLength: 1, maxLength: 400, examples: ['https://example.com/{sku}'] }, ...aligned },
    ['text'],
  ),
  line: node('line', 'A filled rectangle: a rule between parts.', { ink }),
  picture: node(
    'picture',
    'A PNG or JPEG in the inks of the panel.',
    {
      source: {
        type: 'string',
        minLength: 1,
        maxLength: 240 * 1024,
        description: 'A data URI; in a layout file also the name of a file beside it.',
      },
      fit: { enum: ['contain', 'cover', 'stretch'], description: 'Absent: contain.' },
      dither: { enum: ['none', 'ordered', 'floyd-steinberg'], description: 'Absent: floyd-steinberg.' },
      ...aligned,
    },
    ['source'],
  ),
} as const;
