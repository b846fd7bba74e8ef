import { computed } from '../computed/arithmetic.js';
import { limits } from '../limits.js';

/** The fields of a content that a layout may name, besides "data.…". */
const contentFields = ['price', 'product_name', 'unit', 'sku', 'date', 'model_line', 'locale', 'currency'] as const;

export function isContentField(name: string): name is (typeof contentFields)[number] {
  return (contentFields as readonly string[]).includes(name);
}

/** The fields that a layout may name, besides "data.…". */
export const fields: readonly string[] = [...contentFields, ...Object.keys(computed)];

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
const inkRoles = ['accent', 'offer', 'rule', 'best', 'good', 'fair', 'poor', 'worst'] as const;
export const ink = {
  enum: ['black', 'white', 'red', 'yellow', 'orange', 'green', 'blue', 'light_gray', 'dark_gray', ...inkRoles],
  description:
    'An ink, or a role. accent: red, else yellow, else black. offer: a ground in yellow, else red, else black. rule: light grey, else black. best to worst: a scale from green to red, or black on panels without its colours. Absent: black, or white on a dark ground.',
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
/** Properties of every node. */
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
  instead: {
    type: 'integer',
    minimum: 1,
    maximum: 9,
    description:
      'Drawn only where the nodes with this number as their optional are hidden: in their place, in less room.',
  },
  rotate: { enum: [90, 180, 270], description: 'Degrees clockwise to turn the node and everything in it.' },
} as const;
export const aligned = {
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
/** The names of phrases and parts. */
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
    'Heights of the font; a share is of the panel’s height, or of 0.8 of its width if that is less. A length alone is the preferred one, with a floor of 3 mm, or of this length if it is less, and of at least 12 px. Absent: 12%.',
  properties: heights,
  required: ['preferred', 'floor'],
  additionalProperties: false,
} as const;
export const dataUri = { type: 'string', minLength: 1, maxLength: 240 * 1024 } as const;

export const look = {
  size,
  lines: {
    type: 'integer',
    minimum: 1,
    maximum: 12,
    description: 'The maximum of lines, unless more are conceded; absent: 1.',
  },
  weight: {
    enum: ['regular', 'bold'],
    description: 'Absent: bold for a name, a unit price and a banner, else regular.',
  },
  stretch: {
    enum: ['normal', 'condensed'],
    description:
      'condensed: narrow letters, semibold unless weight is regular, where the script has them; absent: normal.',
  },
  tracking: {
    ...length,
    description: 'Space added between letters, at most 1 mm; none in scripts that join or stack theirs.',
  },
  ink,
  ...aligned,
} as const;

export const spaces = {
  gap: {
    ...length,
    description:
      'The space between children; a share is of the panel’s height, or of 0.8 of its width if that is less.',
  },
  padding: {
    ...length,
    description:
      'The space around the children; a share is of the panel’s height, or of 0.8 of its width if that is less.',
  },
} as const;
/** Letters have room above and below them, so a band needs less padding there than at its sides. */
export const inline = {
  padding_inline: { ...length, description: 'The space at the left and the right of the children; absent: padding.' },
} as const;
export const priceHeights = {
  largest: {
    ...length,
    description:
      'The digits’ font is at most this high; a share is of the panel’s height, or of 0.8 of its width if that is less.',
  },
  preferred: {
    ...length,
    description:
      'Where the digits’ font is lower than this, optional nodes are hidden, if it gets as high by that; a share as of largest.',
  },
  floor: { ...length, description: 'Its box is never lower than this, whatever else has too little room.' },
} as const;

export const most = {
  type: 'integer',
  minimum: 1,
  maximum: limits.list.rows,
  description: 'The maximum of drawn rows; absent: 8. For each further row there is a warning FIELD_HIDDEN.',
} as const;

/** The schema of a kind of nodes; `properties` besides those of every node. */
export function node<const Type extends string, const Properties extends object, const Required extends string = never>(
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
export const ground = {
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
export const flow = {
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
export const radius = { radius: { ...length, description: 'The radius of the corners.' } } as const;
export const sides = { enum: ['start', 'center', 'end'] } as const;
export const children = { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/$defs/node' } } as const;
