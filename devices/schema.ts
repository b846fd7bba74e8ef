import { encodingSchema } from './encoding-schema.js';
import { allBut, type FromSchema } from './schema-types.js';

const colour = { type: 'string', pattern: '^#[0-9a-f]{6}$' } as const;
const seconds = { type: ['number', 'null'], exclusiveMinimum: 0 } as const;

/** The waveforms that were decoded, by the panel whose driver has their tables: see renderer/refresh/waveforms.ts. */
export const waveforms = [
  'waveshare-2.13-v3',
  'waveshare-2.9-v2',
  'waveshare-2.9-v2-4gray',
  'inky-black',
  'inky-red',
  'inky-yellow',
] as const;

/** Greys besides light and dark gray: sixteenths of the way from black to white. */
const greys = [
  ...(['gray_1', 'gray_2', 'gray_3', 'gray_4', 'gray_6', 'gray_7', 'gray_9', 'gray_10', 'gray_11'] as const),
  ...(['gray_12', 'gray_13', 'gray_14'] as const),
] as const;

/** The facts of a profile that need a source, unless they are null or empty. An encoding names its own source. */
export const sourcedFacts = [
  'size',
  'diagonal_in',
  'active_area_mm',
  'inks',
  'controller',
  'refresh',
  'features',
] as const;

const properties = {
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
        name: {
          enum: ['white', 'black', 'red', 'yellow', 'orange', 'green', 'blue', 'light_gray', 'dark_gray', ...greys],
        },
        device: { ...colour, description: 'The nominal colour of the ink.' },
        measured: { ...colour, description: 'The colour as the eye sees it on the panel.' },
      },
      required: ['name', 'device', 'measured'],
      additionalProperties: false,
    },
  },
  measured_basis: {
    type: 'object',
    description: 'Where the measured colours come from; placeholder for a kind of panel that was never measured.',
    properties: { kind: { enum: ['measured', 'placeholder'] }, note: { type: 'string', minLength: 1 } },
    required: ['kind', 'note'],
    additionalProperties: false,
  },
  controller: {
    type: ['string', 'null'],
    description: 'The controller chip: an id of docs/panel-trace.md, such as SSD1680.',
  },
  encodings: {
    type: 'array',
    description: 'The forms in which an image is sent to the panel. The first is the default. Empty: unknown.',
    items: encodingSchema,
  },
  refresh: {
    type: 'object',
    properties: {
      full_s: seconds,
      partial_s: seconds,
      black_s: {
        ...seconds,
        description: 'Of a panel with colours: a refresh in black and white only. Absent: unknown.',
      },
      basis: {
        enum: ['measured', 'stated', 'derived', null],
        description: 'Where the seconds come from; null: unknown, and they are assumed.',
      },
      waveform: {
        enum: [...waveforms, null],
        description: "How the pixels are driven: decoded from a driver's table. null: unknown.",
      },
      note: { type: ['string', 'null'], minLength: 1, description: 'What was measured, by whom, on which panel.' },
    },
    required: ['full_s', 'partial_s', 'basis', 'waveform', 'note'],
    additionalProperties: false,
  },
  oepl_type: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 255,
    description:
      'The number of the hardware in OpenEPaperLink, whose tag types are named after it in hexadecimal. Absent or null: none of its tags has this panel.',
  },
  features: { type: 'array', items: { type: 'string' } },
  sources: {
    type: 'array',
    description: 'Where the facts were read: an address, with the commit and the file where it has one.',
    minItems: 1,
    items: {
      type: 'object',
      properties: {
        facts: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: sourcedFacts } },
        at: { type: 'string', minLength: 1 },
      },
      required: ['facts', 'at'],
      additionalProperties: false,
    },
  },
  notes: { type: 'array', items: { type: 'string', minLength: 1 } },
} as const;

/** A panel profile: a JSON file in `devices/`, named by its id. JSON Schema 2020-12. `null`: no source states the value. */
export const deviceSchema = {
  $id: 'DeviceProfile',
  type: 'object',
  properties,
  required: allBut(properties, '$schema', 'oepl_type'),
  additionalProperties: false,
} as const;

export type DeviceProfile = Readonly<FromSchema<typeof deviceSchema>>;
/** A panel profile and its id. */
export type Device = DeviceProfile & { readonly id: string };
export type InkName = DeviceProfile['inks'][number]['name'];

/** Seconds of a full refresh that no source states, for panels with a coloured ink and without. Our assumption. */
export const assumedSeconds = { colour: 15, black: 2 } as const;

/** {@link assumedSeconds} of a panel. Greys are made of black and white pigment, so they are no colour. */
export function assumedSecondsOf(inks: readonly InkName[]): number {
  const isColoured = inks.some((ink) => ink !== 'white' && ink !== 'black' && !ink.includes('gray'));
  return isColoured ? assumedSeconds.colour : assumedSeconds.black;
}

export type Encoding = DeviceProfile['encodings'][number];
/** The data sent after one command. */
export type Plane = Encoding['planes'][number];
