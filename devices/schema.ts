import type { FromSchema } from 'json-schema-to-ts';

const colour = { type: 'string', pattern: '^#[0-9a-f]{6}$' } as const;
const seconds = { type: ['number', 'null'], exclusiveMinimum: 0 } as const;

/**
 * A panel profile: a JSON file in `devices/`, whose name is the id. JSON Schema 2020-12. `null` means that no source
 * states the value.
 */
export const deviceSchema = {
  $id: 'DeviceProfile',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    vendor: { type: 'string', minLength: 1 },
    model: { type: 'string', minLength: 1 },
    model_line: {
      type: 'string',
      minLength: 1,
      maxLength: 48,
      description: 'The name of the device at the bottom of a label.',
    },
    kind: {
      enum: ['label', 'panel'],
      description: 'A finished shelf label, or a bare panel from which labels are built.',
    },
    width: { type: 'integer', minimum: 64, maximum: 2048, description: 'Visible pixels across, as the label hangs.' },
    height: { type: 'integer', minimum: 64, maximum: 2048, description: 'Visible pixels down, as the label hangs.' },
    diagonal_in: { type: ['number', 'null'], exclusiveMinimum: 0 },
    active_area_mm: {
      type: ['array', 'null'],
      items: { type: 'number', exclusiveMinimum: 0 },
      minItems: 2,
      maxItems: 2,
      description: 'Width and height of the visible area.',
    },
    dpi: {
      type: 'object',
      description: 'Pixels per inch, and where the figure comes from.',
      properties: {
        value: { type: 'number', minimum: 50, maximum: 400 },
        basis: {
          enum: ['stated', 'active_area', 'diagonal', 'assumed'],
          description: 'assumed: no source gives a size, so a PNG carries no physical size either.',
        },
        note: { type: 'string', minLength: 1 },
      },
      required: ['value', 'basis', 'note'],
      additionalProperties: false,
    },
    inks: {
      type: 'array',
      description: 'The colours that the panel can show. The first is the paper.',
      minItems: 2,
      maxItems: 16,
      items: {
        type: 'object',
        properties: {
          name: { enum: ['white', 'black', 'red', 'yellow', 'orange', 'green', 'blue', 'light_gray', 'dark_gray'] },
          device: { ...colour, description: 'The pure colour that stands for the ink.' },
          measured: { ...colour, description: 'The colour as the eye sees it on the panel.' },
        },
        required: ['name', 'device', 'measured'],
        additionalProperties: false,
      },
    },
    measured_basis: {
      type: 'object',
      description: 'Where the measured colours come from; placeholder if nobody has measured this kind of panel.',
      properties: { kind: { enum: ['measured', 'placeholder'] }, note: { type: 'string', minLength: 1 } },
      required: ['kind', 'note'],
      additionalProperties: false,
    },
    controller: { type: ['string', 'null'] },
    frame: {
      type: ['object', 'null'],
      description: 'The bytes that carry an image to the panel.',
      properties: {
        level: { enum: ['controller', 'transport'], description: 'Controller RAM, or what is sent to the tag.' },
        width: { type: 'integer', minimum: 8, description: 'Pixels in a row of the buffer, hidden ones included.' },
        height: { type: 'integer', minimum: 8, description: 'Rows of the buffer, hidden ones included.' },
        rotation: {
          enum: [0, 90, 180, 270],
          description:
            'Degrees clockwise by which the label is turned to fill the buffer; 90: buffer(x,y) = label(y, H-1-x).',
        },
        row_align_bits: {
          enum: [1, 8],
          description: '8: each row starts on a byte. 1: pixels run on without padding.',
        },
        planes: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: {
              command: { type: ['string', 'null'], description: 'The controller command that precedes the plane.' },
              bits_per_pixel: { enum: [1, 2, 4] },
              codes: {
                type: 'object',
                description: 'Ink name → code, most significant bit first, leftmost pixel in the high bits.',
                additionalProperties: { type: 'integer', minimum: 0, maximum: 15 },
              },
              omitted_without: {
                type: 'array',
                items: { type: 'string' },
                description: 'The plane is left out when the image uses none of these inks.',
              },
            },
            required: ['command', 'bits_per_pixel', 'codes'],
            additionalProperties: false,
          },
        },
      },
      required: ['level', 'width', 'height', 'rotation', 'row_align_bits', 'planes'],
      additionalProperties: false,
    },
    refresh: {
      type: 'object',
      properties: { full_s: seconds, partial_s: seconds, basis: { type: ['string', 'null'] } },
      required: ['full_s', 'partial_s', 'basis'],
      additionalProperties: false,
    },
    features: { type: 'array', items: { type: 'string' } },
    sources: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
    notes: { type: 'array', items: { type: 'string', minLength: 1 } },
  },
  required: [
    'vendor',
    'model',
    'model_line',
    'kind',
    'width',
    'height',
    'diagonal_in',
    'active_area_mm',
    'dpi',
    'inks',
    'measured_basis',
    'controller',
    'frame',
    'refresh',
    'features',
    'sources',
    'notes',
  ],
  additionalProperties: false,
} as const;

export type DeviceProfile = Readonly<FromSchema<typeof deviceSchema>>;
/** A panel profile together with its id. */
export type Device = DeviceProfile & { readonly id: string };
export type InkName = DeviceProfile['inks'][number]['name'];
