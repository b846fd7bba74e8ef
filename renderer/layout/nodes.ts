import { computed } from '../computed/arithmetic.js';
import { limits } from '../limits.js';
import { shapeKinds } from '../shapes/silhouette.js';

/** The fields that a layout may name, besides "data.…". */
export const fields = [
  'price',
  'product_name',
  'unit',
  'sku',
  'date',
  'model_line',
  'locale',
  'currency',
  ...(Object.keys(computed) as (keyof typeof computed)[]),
] as const;

/** What names a field. */
export const fieldPattern = `^(${fields.join('|')}|data\\.[a-z][a-z0-9_]{0,31}|row(\\.[a-z][a-z0-9_]{0,31})?)$`;
export const length = {
  type: ['number', 'string'],
  minimum: 0,
  maximum: 10_000,
  pattern: '^[0-9]{1,4}(\\.[0-9]{1,3})?(mm|%)$',
  description: 'A number of px, millimetres ("3.2mm") or a share ("40%").',
  examples: ['3.2mm'],
} as const;
export const width = {
  ...length,
  pattern: '^(content|[0-9]{1,4}(\\.[0-9]{1,3})?(mm|%))$',
  description:
    'Width; a share is of the parent. content: as wide as the text, or as what is in the box. Absent: the parent decides.',
  examples: ['3.2mm', 'content'],
} as const;
export const ink = {
  enum: ['black', 'white', 'red', 'yellow', 'accent'],
  description: 'accent: red, else yellow, else black. Absent: black, or white on a box filled black or red.',
} as const;
const inner = { $ref: '#/$defs/condition' } as const;
const several = { type: 'array', minItems: 1, maxItems: 8, items: inner } as const;
const number = { type: 'string', pattern: '^-?[0-9]{1,9}(\\.[0-9]{1,6})?$', examples: ['10', '2.5'] } as const;
const alone = { maxProperties: 1 } as const;
/** A condition: a field that is not empty, a field compared, or conditions put together. */
export const condition = {
  type: ['string', 'object'],
  description:
    'A field that must not be empty; or a field with equals, greater or less; or one of not, all and any. At most 4 levels.',
  pattern: fieldPattern,
  properties: {
    field: { type: 'string', pattern: fieldPattern, description: 'The field that is compared.' },
    equals: {
      type: ['string', 'array'],
      maxLength: 200,
      maxItems: 32,
      items: { type: 'string', maxLength: 200 },
      description:
        'A text that the field must equal, or several, one of which it must equal. "" means an absent field.',
    },
    greater: { ...number, description: 'The field must be a number that is greater.' },
    less: { ...number, description: 'The field must be a number that is less.' },
    not: { ...inner, description: 'A condition that must not hold.' },
    all: { ...several, description: 'Conditions that must all hold.' },
    any: { ...several, description: 'Conditions of which at least one must hold.' },
  },
  minProperties: 1,
  maxProperties: 2,
  // Only "field" has another key beside it, and has always one.
  dependentRequired: { equals: ['field'], greater: ['field'], less: ['field'] },
  dependentSchemas: {
    field: { minProperties: 2, examples: [{ field: 'data.origin', equals: 'Spain' }] },
    not: alone,
    all: alone,
    any: alone,
  },
  additionalProperties: false,
  examples: ['data.origin'],
} as const;
export const placed = {
  when: { ...inner, description: 'Drawn only when this condition holds, such as a field that is not empty.' },
  width,
  height: { ...length, description: 'Height; a share is of the parent. Absent: the parent decides.' },
  grow: { type: 'number', minimum: 0, maximum: 1000, description: 'The share of the space left over, as in flexbox.' },
  optional: {
    type: 'integer',
    minimum: 1,
    maximum: 9,
    description:
      'Hidden where the label has too little room, nodes with 1 first, then those with 2. Absent: never hidden.',
  },
  rotate: { enum: [90, 180, 270], description: 'Degrees clockwise to turn the node and everything in it.' },
} as const;
const aligned = {
  align: { enum: ['start', 'center', 'end'], description: 'start: where the locale’s readers begin, left or right.' },
  valign: { enum: ['top', 'middle', 'bottom'], description: 'Vertical alignment; absent: middle.' },
} as const;
export const resolver = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  // Printable ASCII but for a blank, "?" and "#".
  pattern: '^https://[!"$->@-~]+$',
  description: 'The address before a GS1 Digital Link; absent: https://id.gs1.org.',
  examples: ['https://id.gs1.org'],
} as const;
const template = { type: 'string', minLength: 1, maxLength: 400 } as const;
const byLanguage = {
  propertyNames: { pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' },
  properties: { en: template },
  additionalProperties: template,
  required: ['en'],
  maxProperties: 64,
} as const;
export const localText = {
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 400,
  ...byLanguage,
  description: 'A text with fields and phrases in braces; or one for each language, at least English.',
  examples: ['per {unit}', '{phrase.per_unit}'],
} as const;
/** What phrases and parts may be called. */
export const partName = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,31}$' } as const;
export const phrase = {
  type: 'object',
  ...byLanguage,
  description: 'A text with fields in braces for each language, at least English.',
} as const;
const heights = {
  largest: { ...length, description: 'Short text grows up to this.' },
  preferred: { ...length, description: 'Text smaller than this has the warning TEXT_SHRUNK.' },
  floor: { ...length, description: 'Text is never smaller than this.' },
} as const;
export const size = {
  ...length,
  type: ['number', 'string', 'object'],
  description:
    'Heights of the font; a share is of the panel’s height. A length alone is the preferred one, with a floor of 3 mm, or of this length if it is less, and of at least 12 px. Absent: 12%.',
  properties: heights,
  required: ['preferred', 'floor'],
  additionalProperties: false,
} as const;

/** How a text looks. */
const look = {
  size,
  lines: {
    type: 'integer',
    minimum: 1,
    maximum: 12,
    description: 'The most lines, unless more is conceded; absent: 1.',
  },
  weight: { enum: ['regular', 'bold'], description: 'Absent: regular.' },
  stretch: {
    enum: ['normal', 'condensed'],
    description: 'condensed: narrow letters, which have one weight, where the script has them; absent: normal.',
  },
  tracking: {
    ...length,
    description: 'Space added between letters, at most 1 mm; none in scripts that join or stack theirs.',
  },
  ink,
  ...aligned,
} as const;

const spaces = {
  gap: { ...length, description: 'The space between children; a share is of the panel’s height.' },
  padding: { ...length, description: 'The space around the children; a share is of the panel’s height.' },
} as const;
const priceHeights = {
  largest: { ...length, description: 'The digits’ font is at most this high; a share is of the panel’s height.' },
  floor: { ...length, description: 'Its box is never lower than this, whatever else has too little room.' },
} as const;

const most = {
  type: 'integer',
  minimum: 1,
  maximum: limits.list.rows,
  description: 'The most rows that are drawn; absent: 8. For each further row there is a warning FIELD_HIDDEN.',
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

/** What a box, a stack and a shape may look like, and where what is in them goes. */
const ground = {
  padding: { ...length, description: 'The space around the children; a share is of the panel’s height.' },
  align: {
    enum: ['start', 'center', 'end', 'stretch'],
    description: 'Where the children go across the direction; absent: stretch.',
  },
  fill: {
    ...ink,
    description: 'The ink that fills the box. Text in it is drawn in an ink that is readable on it.',
  },
  outline: { ...ink, description: 'The ink of a line around the box.' },
  thickness: { ...length, description: 'The thickness of the outline; absent: 1 px.' },
} as const;
const flow = {
  direction: {
    enum: ['row', 'column'],
    description: 'Absent: column. In a right-to-left locale, a row runs from right to left.',
  },
  gap: { ...length, description: 'The space between children; a share is of the panel’s height.' },
  justify: {
    enum: ['start', 'center', 'end', 'between'],
    description: 'Where the children go along the direction; absent: start.',
  },
} as const;
const radius = { radius: { ...length, description: 'The radius of the corners.' } } as const;
const sides = { enum: ['start', 'center', 'end'] } as const;
const children = { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/$defs/node' } } as const;

/** The nodes of a layout by their types. JSON Schema 2020-12; a box refers to `#/$defs/node` of the whole document. */
export const nodes = {
  box: node(
    'box',
    'Nodes in a row or a column, in the terms of flexbox. A box may be filled and outlined.',
    { ...flow, ...ground, ...radius, children },
    ['children'],
  ),
  stack: node(
    'stack',
    'Nodes that lie over each other, later ones above. Each has the whole stack, unless it has a width or a height.',
    {
      ...ground,
      ...radius,
      align: { ...sides, description: 'Where a child with a width of its own goes; absent: start.' },
      justify: { ...sides, description: 'Where a child with a height of its own goes; absent: start, the top.' },
      children,
    },
    ['children'],
  ),
  repeat: node(
    'repeat',
    'A box whose children are drawn once for each row of a list in data. They name the row’s texts: {row.name}; {row} is its number.',
    {
      each: {
        type: 'string',
        pattern: '^data\\.[a-z][a-z0-9_]{0,31}$',
        description: 'The field that is a list.',
        examples: ['data.rows'],
      },
      most,
      ...flow,
      ...ground,
      ...radius,
      children,
    },
    ['each', 'children'],
  ),
  shape: node(
    'shape',
    'A shape, filled or outlined, and nodes in the largest upright rectangle that is wholly within it.',
    {
      shape: { enum: shapeKinds, description: 'arrow: it points to where reading ends.' },
      points: {
        type: ['integer', 'array'],
        minimum: 5,
        maximum: 32,
        minItems: 3,
        maxItems: 64,
        items: {
          type: 'array',
          minItems: 2,
          maxItems: 2,
          items: { type: 'number', minimum: 0, maximum: 100 },
        },
        description:
          'How many tips a star has, absent: 12; or the corners of a polygon, [x, y] in percent of its size.',
      },
      ...flow,
      ...ground,
      children,
    },
    ['shape'],
  ),
  text: node(
    'text',
    'Text. When it is too long, it wraps, then concedes what the layout says, with a warning; a quantity or a price in it is never cut.',
    {
      text: localText,
      ...look,
    },
    ['text'],
  ),
  price: node('price', 'A price as the locale writes it, as large as its box allows; never clipped.', {
    field: {
      type: 'string',
      pattern: fieldPattern,
      description: 'The field that is drawn; absent: price.',
      examples: ['data.previous_price'],
    },
    ...priceHeights,
    strike: { ...ink, description: 'The price is struck through in this ink.' },
    style: {
      enum: ['auto', 'raised', 'plain'],
      description:
        'raised: cents are raised where the locale may; plain: never; absent: auto, in which the price is largest. Whatever it says, the price fits.',
    },
    sign: {
      enum: ['auto', 'small', 'full', 'none'],
      description:
        'The currency’s sign, beside the digits: small, or as high as they are; none: the layout says the currency elsewhere; absent: auto.',
    },
    ink,
    ...aligned,
  }),
  barcode: node(
    'barcode',
    'A barcode in whole pixels that a scanner reads; without room for it, its digits and a warning.',
    {
      text: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'What it encodes; absent: {sku}.',
        examples: ['{sku}'],
      },
      symbology: {
        enum: ['ean13', 'ean8', 'upca', 'code128', 'auto'],
        description: 'auto goes by the number of digits; absent: auto.',
      },
      digits: { type: 'boolean', description: 'Whether the digits are printed below; absent: true.' },
      guards: {
        enum: ['long', 'even'],
        description:
          'long: guard bars reach down between the digits, as on goods, where there is room. even: all bars end above the digits. Absent: long.',
      },
      ...aligned,
    },
  ),
  qr: node('qr', 'A QR code in whole pixels; without room for it, a warning.', {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: 400,
      description: 'What it encodes; absent: the GS1 Digital Link of the SKU, which must be a GTIN.',
      examples: ['https://example.com/{sku}'],
    },
    resolver: { ...resolver, description: 'The address before its GS1 Digital Link; absent: that of the layout.' },
    ...aligned,
  }),
  icon: node(
    'icon',
    'An icon, as large as its box allows, or a row of them; those that do not fit are left out with a warning.',
    {
      icon: {
        type: 'string',
        minLength: 1,
        maxLength: 400,
        description: 'Names, separated by blanks or commas; a field in braces may hold some.',
        examples: ['organic', '{data.icons}'],
      },
      ink,
      ...aligned,
    },
    ['icon'],
  ),
  line: node('line', 'A rule: a filled rectangle.', { ink }),
  picture: node(
    'picture',
    'A PNG or JPEG in the inks of the panel.',
    {
      source: {
        type: 'string',
        minLength: 1,
        maxLength: 240 * 1024,
        description: 'A data URI. A layout file may also name a file beside it.',
      },
      fit: { enum: ['contain', 'cover', 'stretch'], description: 'Absent: contain.' },
      dither: { enum: ['none', 'ordered', 'floyd-steinberg'], description: 'Absent: floyd-steinberg.' },
      ...aligned,
    },
    ['source'],
  ),
  part: node(
    'part',
    'Stands for one of the layout’s parts, or of the shipped ones. What is said here wins over what the part says.',
    {
      part: { ...partName, description: 'The name of the part.', examples: ['header'] },
      ...look,
      ...priceHeights,
      ...spaces,
      most,
    },
    ['part'],
  ),
} as const;
