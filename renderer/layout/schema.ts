import { limits } from '../limits.js';
import { nodeSchemas } from '../kinds/schemas.js';
import { condition, dataUri, partName, phrase, resolver } from '../kinds/values.js';

const limit = { type: 'number', exclusiveMinimum: 0, maximum: 100_000 } as const;

/** The properties of a layout besides its nodes. */
export const headSchema = {
  type: 'object',
  properties: {
    $schema: { type: 'string', maxLength: 400 },
    title: { type: 'string', minLength: 1, maxLength: 80, description: 'The name by which people choose it.' },
    description: { type: 'string', maxLength: 500, description: 'What it shows, and for whom.' },
    fit: {
      enum: ['each', 'same'],
      description:
        'each: a label gives its texts the lines that they need, and its price the rest. same: all labels have equal boxes, with room for all lines. Absent: each.',
    },
    concessions: {
      type: 'array',
      uniqueItems: true,
      items: { enum: ['shrink', 'hide', 'condense', 'hyphenate', 'lines'] },
      description:
        'What a label concedes, in this order, so that its texts fit: sizes down to the floor, what is optional, the width of letters, whole words, and room of the price for more lines. Absent: all, in the order shown.',
    },
    resolver,
    pictures: {
      type: 'object',
      description:
        'Data URIs of PNGs or JPEGs, by the names that fields may have. A layout file may also name files beside it.',
      propertyNames: { pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' },
      maxProperties: 64,
      additionalProperties: dataUri,
    },
    data: {
      type: 'object',
      description: 'The fields of the binding’s data that the layout draws.',
      propertyNames: { pattern: '^[a-z][a-z0-9_]{0,31}$' },
      maxProperties: 32,
      additionalProperties: {
        type: 'object',
        properties: {
          type: {
            enum: ['text', 'price', 'quantity', 'date', 'list'],
            description:
              'price: in the form of an update’s price, "3.50". quantity: a text that is never cut. date: a day, YYYY-MM-DD. list: rows of texts, for repeat.',
          },
          columns: {
            type: 'object',
            description: 'Of a list: the texts of a row by name, and what each is. Each is required in each row.',
            propertyNames: { pattern: '^[a-z][a-z0-9_]{0,31}$' },
            additionalProperties: { enum: ['text', 'price', 'quantity'] },
            minProperties: 1,
            maxProperties: limits.list.columns,
          },
          required: { type: 'boolean', description: 'A label can’t be bound without it.' },
          description: { type: 'string', maxLength: 200 },
          example: {
            type: ['string', 'array'],
            minLength: 1,
            maxLength: 200,
            minItems: 1,
            maxItems: limits.list.rows,
            items: { type: 'object', additionalProperties: { type: 'string', maxLength: 200 } },
            description: 'A value that it may have; for a list, its rows.',
          },
          values: {
            type: 'array',
            minItems: 1,
            maxItems: 64,
            items: { type: 'string', minLength: 1, maxLength: 200 },
            description: 'The only values that it may have.',
          },
        },
        required: ['type'],
        additionalProperties: false,
      },
    },
    phrases: {
      type: 'object',
      description: 'Phrases that texts name, such as {phrase.origin}. They win over the shipped ones.',
      propertyNames: partName,
      maxProperties: 64,
      additionalProperties: phrase,
    },
  },
  required: ['title', 'description'],
  additionalProperties: false,
} as const;

/** The limits of a panel for which a variant is used. */
export const panelsSchema = {
  type: 'object',
  description: 'The panel is within all these limits; aspect is width over height, sizes are in px.',
  properties: {
    min_aspect: limit,
    max_aspect: limit,
    min_width: limit,
    max_width: limit,
    min_height: limit,
    max_height: limit,
  },
  additionalProperties: false,
} as const;

const root = { $ref: '#/$defs/box' };

/** A layout document, without its id, which is the file's name. JSON Schema 2020-12. */
export const layoutSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'LayoutDocument',
  type: 'object',
  description: 'Which fields of a shelf label go where.',
  properties: {
    ...headSchema.properties,
    parts: {
      type: 'object',
      description: 'Nodes for use in several places, where a node of the type part names them.',
      propertyNames: partName,
      maxProperties: 64,
      additionalProperties: { $ref: '#/$defs/node' },
    },
    root,
    variants: {
      type: 'array',
      maxItems: 16,
      description: 'The first variant that is for the panel is drawn instead of root.',
      items: {
        type: 'object',
        properties: {
          for: panelsSchema,
          root,
        },
        required: ['for', 'root'],
        additionalProperties: false,
      },
    },
  },
  required: [...headSchema.required, 'root'],
  additionalProperties: false,
  $defs: {
    node: {
      type: 'object',
      properties: { type: { enum: Object.keys(nodeSchemas) } },
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: Object.keys(nodeSchemas).map((type) => ({ $ref: `#/$defs/${type}` })),
    },
    ...nodeSchemas,
    condition,
  },
} as const;
