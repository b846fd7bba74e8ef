import { allBut } from './schema-types.js';

const properties = {
  id: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]{0,47}$' },
  description: { type: 'string', minLength: 1, description: 'Who sends it, and its peculiarities.' },
  source: { type: 'string', minLength: 1, description: 'Where it is read: an address with the commit and the file.' },
  level: { enum: ['controller', 'transport'], description: 'Controller RAM, or what is sent to the tag.' },
  init: {
    type: 'object',
    description: 'The registers that determine the order and the polarity of the bytes, with their values.',
    propertyNames: { pattern: '^0x[0-9a-f]{2}$' },
    additionalProperties: { type: 'string', pattern: '^([0-9a-f]{2})+$' },
  },
  rotation: {
    enum: [0, 90, 180, 270],
    description: 'Degrees clockwise by which the label is turned; 90: turned(x,y) = label(y, H-1-x).',
  },
  mirror: { type: 'boolean', description: 'The turned label is mirrored: its left column is sent as the right one.' },
  width: { type: 'integer', minimum: 8, maximum: 4096, description: 'Pixels in a row, hidden ones included.' },
  height: { type: 'integer', minimum: 8, maximum: 4096, description: 'Rows, hidden ones at the end included.' },
  offset: {
    type: 'integer',
    minimum: 0,
    maximum: 4096,
    description: 'Hidden pixels before the visible ones of a row.',
  },
  row_align_bits: { enum: [1, 8], description: '8: each row starts on a byte. 1: pixels run on without padding.' },
  planes: {
    type: 'array',
    description: 'In the order in which they are sent.',
    minItems: 1,
    maxItems: 4,
    items: {
      type: 'object',
      properties: {
        command: {
          type: ['string', 'null'],
          pattern: '^0x[0-9a-f]{2}$',
          description: 'The controller command that precedes the plane.',
        },
        part: { enum: ['all', 'left', 'right'], description: 'The half of the turned label that the plane holds.' },
        bits_per_pixel: { enum: [1, 2, 3, 4] },
        codes: {
          type: 'object',
          description: 'Ink name → code, most significant bit first, leftmost pixel in the high bits.',
          additionalProperties: { type: 'integer', minimum: 0, maximum: 15 },
        },
        hidden: { type: 'integer', minimum: 0, maximum: 15, description: 'The code of pixels that are not visible.' },
        previous: {
          type: 'boolean',
          description: 'The previous picture, with which a controller finds the changes. It is never shown.',
        },
        omitted_without: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'The plane is left out when the image uses none of these inks.',
        },
      },
      required: ['command', 'part', 'bits_per_pixel', 'codes', 'hidden', 'previous'],
      additionalProperties: false,
    },
  },
  framing: {
    type: ['object', 'null'],
    description: 'What the wire wraps around the planes. null: nothing.',
    properties: {
      kind: {
        enum: ['gicisky_lines', 'gicisky_blocks'],
        description:
          'gicisky_lines: the total length, then lines of this many bytes, each preceded by a head of 7 bytes. gicisky_blocks: half of the length, then blocks of this many bytes, each preceded by a head of 3 bytes and compressed (QuickLZ) where that is shorter.',
      },
      bytes: { type: 'integer', minimum: 1, maximum: 248, description: 'With its head, a line has at most 255.' },
      length_excludes_itself: {
        const: true,
        description: 'Of gicisky_lines: the total length is without its own 4 bytes.',
      },
    },
    required: ['kind', 'bytes'],
    additionalProperties: false,
  },
} as const;

/** The bytes that carry an image to a panel. Polarity and order depend on how a sender initialises the controller. */
export const encodingSchema = {
  type: 'object',
  properties,
  required: allBut(properties),
  additionalProperties: false,
} as const;
