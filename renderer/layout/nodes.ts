import { limits } from '../limits.js';
import { shapeKinds } from '../shapes/silhouette.js';
import { aligned, dataUri, fieldPattern, ink, length, localText, partName, placed, resolver, size } from './values.js';

/** How a text looks. */
const look = {
  size,
  lines: {
    type: 'integer',
    minimum: 1,
    maximum: 12,
    description: 'The maximum of lines, unless more are conceded; absent: 1.',
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
  description: 'The maximum of drawn rows; absent: 8. For each further row there is a warning FIELD_HIDDEN.',
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

/** The ground of a box, a stack and a shape, and the alignment of their children. */
const ground = {
  padding: spaces.padding,
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
  gap: spaces.gap,
  justify: {
    enum: ['start', 'center', 'end', 'between'],
    description: 'Where the children go along the direction; absent: start.',
  },
} as const;
const radius = { radius: { ...length, description: 'The radius of the corners.' } } as const;
const sides = { enum: ['start', 'center', 'end'] } as const;
const children = { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/$defs/node' } } as const;

/** The nodes of a layout by type. JSON Schema 2020-12; a box refers to `#/$defs/node` of the whole document. */
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
      align: { ...sides, description: 'Where a child with its own width goes; absent: start.' },
      justify: { ...sides, description: 'Where a child with its own height goes; absent: start, the top.' },
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
        ...dataUri,
        description:
          'A data URI; or a field in braces that names one of the layout’s pictures. A layout file may also name a file beside it.',
        examples: ['{data.logo}'],
      },
      fit: { enum: ['contain', 'cover', 'stretch'], description: 'Absent: contain.' },
      dither: { enum: ['none', 'ordered', 'floyd-steinberg'], description: 'Absent: floyd-steinberg.' },
      ...aligned,
    },
    ['source'],
  ),
  part: node(
    'part',
    'One of the layout’s parts, or of the shipped ones. Its keys override those of the part.',
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
