import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** A length: a number of px, millimetres on the panel's dpi ("3.2mm"), or a share ("40%"). */
export type Length = number | `${number}mm` | `${number}%`;

interface Placed {
  /** Takes part only when this field of the content is not empty, such as "sku" or "data.origin". */
  readonly when?: string;
  readonly width?: Length;
  readonly height?: Length;
  readonly grow?: number;
}

export interface Box extends Placed {
  readonly type: 'box';
  readonly direction?: 'row' | 'column';
  readonly gap?: Length;
  readonly padding?: Length;
  readonly justify?: 'start' | 'center' | 'end' | 'between';
  readonly align?: 'start' | 'center' | 'end' | 'stretch';
  readonly children: readonly Node[];
}

interface Aligned {
  readonly align?: 'start' | 'center' | 'end';
  readonly valign?: 'top' | 'middle' | 'bottom';
  readonly ink?: LayoutInk;
}

export interface TextLeaf extends Placed, Aligned {
  readonly type: 'text';
  /** Text with fields in braces: "per {unit}". Not drawn when all its fields are empty. */
  readonly text: string;
  /**
   * Heights of the font; a share is one of the panel's height. Short text is drawn up to `largest`, if that is given;
   * long text shrinks to `floor`, with a warning from below `preferred` on.
   */
  readonly size: { readonly largest?: Length; readonly preferred: Length; readonly floor: Length };
  readonly lines?: number;
  readonly weight?: 'regular' | 'bold';
}

/** The price, as large as its box allows; never clipped. */
export interface PriceLeaf extends Placed, Aligned {
  readonly type: 'price';
}

export interface LineLeaf extends Placed {
  readonly type: 'line';
  readonly ink?: LayoutInk;
}

export type Leaf = TextLeaf | PriceLeaf | LineLeaf;
export type Node = Box | Leaf;
/** `accent`: red, or yellow where there is no red; black on a panel that has neither. */
export type LayoutInk = 'black' | 'white' | 'red' | 'yellow' | 'accent';

export interface Variant {
  /** Panels that the variant is for: all limits hold. `aspect` is width over height; sizes are px. */
  readonly for: Readonly<
    Partial<Record<'min_aspect' | 'max_aspect' | 'min_width' | 'max_width' | 'min_height' | 'max_height', number>>
  >;
  readonly root: Box;
}

/** The drawing of a shelf label as data. The first variant that is for the panel is drawn, else `root`. */
export interface Layout {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly root: Box;
  readonly variants?: readonly Variant[];
}

const length = {
  anyOf: [
    { type: 'number', minimum: 0 },
    { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(mm|%)$' },
  ],
  description: 'A number of px, millimetres ("3.2mm") or a share ("40%").',
} as const;
const placed = {
  when: { type: 'string', pattern: '^(sku|data\\.[a-z][a-z0-9_]{0,31})$' },
  width: length,
  height: length,
  grow: { type: 'number', minimum: 0 },
};
const ink = { enum: ['black', 'white', 'red', 'yellow', 'accent'] };
const aligned = { align: { enum: ['start', 'center', 'end'] }, valign: { enum: ['top', 'middle', 'bottom'] }, ink };
const limit = { type: 'number', exclusiveMinimum: 0 };

function node(type: string, properties: object, required: readonly string[]) {
  return {
    type: 'object',
    properties: { type: { const: type }, ...placed, ...properties },
    required: ['type', ...required],
    additionalProperties: false,
  };
}

/** A layout document, without its id, which is the file's name. JSON Schema 2020-12. */
export const layoutSchema = {
  $id: 'LayoutDocument',
  type: 'object',
  description: 'The drawing of a shelf label as data.',
  properties: {
    $schema: { type: 'string' },
    title: { type: 'string', minLength: 1, maxLength: 80 },
    description: { type: 'string', maxLength: 500 },
    root: { $ref: '#/$defs/box' },
    variants: {
      type: 'array',
      maxItems: 16,
      items: {
        type: 'object',
        properties: {
          for: {
            type: 'object',
            properties: {
              min_aspect: limit,
              max_aspect: limit,
              min_width: limit,
              max_width: limit,
              min_height: limit,
              max_height: limit,
            },
            additionalProperties: false,
          },
          root: { $ref: '#/$defs/box' },
        },
        required: ['for', 'root'],
        additionalProperties: false,
      },
    },
  },
  required: ['title', 'description', 'root'],
  additionalProperties: false,
  $defs: {
    node: {
      type: 'object',
      properties: { type: { enum: ['box', 'text', 'price', 'line'] } },
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: ['box', 'text', 'price', 'line'].map((type) => ({ $ref: `#/$defs/${type}` })),
    },
    box: node(
      'box',
      {
        direction: { enum: ['row', 'column'] },
        gap: length,
        padding: length,
        justify: { enum: ['start', 'center', 'end', 'between'] },
        align: { enum: ['start', 'center', 'end', 'stretch'] },
        children: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/$defs/node' } },
      },
      ['children'],
    ),
    text: node(
      'text',
      {
        ...aligned,
        text: { type: 'string', minLength: 1, maxLength: 400 },
        size: {
          type: 'object',
          properties: { largest: length, preferred: length, floor: length },
          required: ['preferred', 'floor'],
          additionalProperties: false,
        },
        lines: { type: 'integer', minimum: 1, maximum: 12 },
        weight: { enum: ['regular', 'bold'] },
      },
      ['text', 'size'],
    ),
    price: node('price', aligned, []),
    line: node('line', { ink }, []),
  },
};

// The schema is ours: it is not checked against the meta-schema at every start, only by a test.
const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  discriminator: true,
  allowUnionTypes: true,
  validateSchema: false,
  code: { optimize: false },
}).compile<Omit<Layout, 'id'>>(layoutSchema);

export interface LayoutProblem {
  /** JSON pointer of the place, as a URI fragment: "#/root/children/0". */
  readonly pointer: string;
  readonly reason: string;
  readonly message: string;
}

/** Checks a layout document that is not a file, and gives it an id. */
export function checkLayout(
  document: unknown,
  id: string,
): { readonly layout: Layout } | { readonly problems: readonly LayoutProblem[] } {
  if (validate(document)) return { layout: { ...document, id } };
  return { problems: (validate.errors ?? []).map(problem) };
}

function problem({ instancePath, keyword, params, message }: ErrorObject): LayoutProblem {
  const where = instancePath || 'the layout';
  const { missingProperty, additionalProperty, allowedValues } = params as Record<string, unknown>;
  const sentence =
    keyword === 'required'
      ? `Expected the key ${String(missingProperty)} in ${where} but received none`
      : keyword === 'additionalProperties'
        ? `Expected only known keys in ${where} but received ${String(additionalProperty)}`
        : keyword === 'enum'
          ? `Expected one of ${JSON.stringify(allowedValues)} for ${where}`
          : `${where} ${message ?? 'is invalid'}`;
  return { pointer: `#${instancePath}`, reason: keyword, message: sentence };
}
