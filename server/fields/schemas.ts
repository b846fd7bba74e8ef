import type { FromSchema } from '../../devices/index.js';
import { bindingSchema, type Immutable, limits, schemasOf, turns, updateSchema } from '../../renderer/index.js';
import { deviceSearchSchema } from './search-devices.js';

/** How an image can be asked for, in previews and in the query of an image. */
export const imageParameters = {
  view: {
    enum: ['ink', 'panel', 'tag'],
    description:
      'ink: pure device colours, for machines. panel: measured colours, for each pixel that of its ink. tag: as a photograph shows the panel in its case, a few pixels larger on each side, and without metadata.',
    examples: ['ink'],
  },
  scale: {
    type: 'integer',
    minimum: 1,
    maximum: 8,
    description: 'Each pixel becomes a square of scale × scale pixels.',
    examples: [2],
  },
} as const;

/** Whether an image says what it shows. */
export const metadataParameter = {
  type: 'boolean',
  description:
    'Whether the PNG describes its content in text chunks, so that a later comparison can say why it differs. Absent: true. Pixels are the same in any case.',
  examples: [false],
} as const;

/** The fields of a preview: an update, a binding, a date, and how the image is asked for. */
export const previewSchema = {
  $id: 'Preview',
  type: 'object',
  description: 'An update and a binding in one flat object. Absent fields of the binding take their defaults.',
  properties: {
    ...updateSchema.properties,
    ...bindingSchema.properties,
    layout: {
      type: ['string', 'object'],
      description: 'The id of a layout, or a whole layout document.',
      examples: ['standard'],
    },
    ...schemasOf('preview'),
    ...imageParameters,
    boxes: {
      type: 'boolean',
      description:
        'Whether the JSON answer has the boxes of the label. Absent: false. Without meaning for an answer in bytes.',
      examples: [true],
    },
    metadata: metadataParameter,
  },
  required: updateSchema.required,
  additionalProperties: false,
} as const;

export const maxUpdates = 1000;

/** Ids of labels, panels and layouts: they need no escaping in a path, and nothing in them can be cut off or hidden. */
export const idPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

/** A key that makes a request idempotent: 1 to 255 printable characters of ASCII. */
export const idempotencyKeyPattern = '^[ -~]{1,255}$';

export const labelUpdateSchema = {
  $id: 'LabelUpdate',
  type: 'object',
  description: 'An update, and the label that it is for.',
  properties: {
    label: { type: 'string', pattern: idPattern, description: 'The id of a label.', examples: ['default'] },
    ...updateSchema.properties,
    key: {
      type: 'string',
      pattern: idempotencyKeyPattern,
      description: 'The Idempotency-Key of this update.',
      examples: ['2026-11-24 milk'],
    },
  },
  required: ['label', ...updateSchema.required],
  additionalProperties: false,
} as const;

/** The events that webhooks can have. `labels.changed`: some were missed; list the labels. */
export const eventTypes = [
  'label.updated',
  'label.refreshing',
  'label.displayed',
  'label.deleted',
  'labels.changed',
] as const;

/** Where the events of labels are sent. */
export const webhookSchema = {
  $id: 'WebhookFields',
  type: 'object',
  description: 'An address that events are sent to.',
  properties: {
    url: {
      type: 'string',
      pattern: '^https?://[!-~]+$',
      maxLength: 2048,
      description: 'An http or https address of the public internet.',
      examples: ['https://shop.example/esl'],
    },
    events: {
      type: 'array',
      items: { enum: eventTypes },
      minItems: 1,
      maxItems: eventTypes.length,
      description: 'The types of events that are sent. Absent: all.',
      examples: [['label.updated']],
    },
    secret: {
      type: 'string',
      writeOnly: true,
      pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
      description: 'Signs the events: `whsec_` and 24 to 64 random bytes in base64.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

function query<const Id extends string, const Properties extends object>($id: Id, properties: Properties) {
  return { $id, type: 'object', properties, additionalProperties: false } as const;
}

export const imageQuerySchema = query('ImageQuery', { ...imageParameters, metadata: metadataParameter });

/** How the bytes of an image can be asked for. */
const encodingParameter = {
  type: 'string',
  pattern: '^[a-z0-9][a-z0-9.-]{0,47}$',
  description: "The id of one of the panel's encodings. Default: its first.",
  examples: ['oepl'],
} as const;

/** How a picture hangs on the panel. */
const turnParameter = {
  type: 'integer',
  enum: turns,
  description:
    'Degrees clockwise by which the picture is turned for the panel. With 90 or 270, the picture has the width of the panel as its height: a portrait panel is fed in landscape. Absent: 0.',
  examples: [180],
} as const;

export const frameQuerySchema = query('FrameQuery', {
  encoding: encodingParameter,
  plane: {
    type: 'integer',
    minimum: 0,
    maximum: 3,
    description: 'One plane only, counted from 0. Default: all, one after the other.',
    examples: [0],
  },
  turn: turnParameter,
});

export const labelImageQuerySchema = query('LabelImageQuery', {
  ...imageParameters,
  metadata: metadataParameter,
  at: {
    enum: ['now'],
    description:
      'now: what is on the glass – the former picture until the panel has finished its refresh. Absent: what was accepted.',
    examples: ['now'],
  },
});

export const decodeQuerySchema = query('DecodeQuery', {
  encoding: encodingParameter,
  turn: turnParameter,
  ...imageParameters,
});

export const bindQuerySchema = query('BindQuery', {
  clear: {
    type: 'boolean',
    description: 'true: the label shows nothing until its next update, so that its currency can change. Absent: false.',
    examples: [true],
  },
});

export const refreshQuerySchema = query('RefreshQuery', {
  view: { ...imageParameters.view, enum: ['ink', 'panel'], description: 'The colours: see an image’s.' },
});

export const pageQuerySchema = query('PageQuery', {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Entries per page, at most. Default: 50.',
    examples: [50],
  },
  cursor: {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{1,128}$',
    description: 'Where the page starts: `next` of the previous page.',
    examples: ['ZGVmYXVsdA'],
  },
});

export const labelsQuerySchema = query('LabelsQuery', {
  ...pageQuerySchema.properties,
  device: {
    type: 'string',
    pattern: idPattern,
    description: 'Only labels with this panel.',
    examples: ['solum-m2-2.9-bwr'],
  },
  layout: { type: 'string', pattern: idPattern, description: 'Only labels with this layout.', examples: ['standard'] },
  state: {
    enum: ['queued', 'refreshing', 'displayed'],
    description: 'Only labels whose tag is in this state now.',
    examples: ['displayed'],
  },
  sku: {
    type: 'string',
    maxLength: limits.sku,
    // A bound one has no control characters, and PostgreSQL takes no NUL.
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    description: 'Only labels with this article number; empty: only those without.',
    examples: ['4006381333931'],
  },
  prefix: {
    type: 'string',
    pattern: idPattern,
    description: 'Only labels whose ids begin so, such as those of an aisle.',
    examples: ['d'],
  },
});

/** The schemas of bodies and queries. `.ci/validators.mjs` compiles them to functions of these names. */
export const requestSchemas = {
  Update: updateSchema,
  LabelUpdate: labelUpdateSchema,
  Binding: bindingSchema,
  Preview: previewSchema,
  WebhookFields: webhookSchema,
  ImageQuery: imageQuerySchema,
  FrameQuery: frameQuerySchema,
  DeviceSearch: deviceSearchSchema,
  DecodeQuery: decodeQuerySchema,
  LabelImageQuery: labelImageQuerySchema,
  BindQuery: bindQuerySchema,
  RefreshQuery: refreshQuerySchema,
  PageQuery: pageQuerySchema,
  LabelsQuery: labelsQuerySchema,
} as const;

export type RequestOf<Name extends keyof typeof requestSchemas> = Immutable<FromSchema<(typeof requestSchemas)[Name]>>;
export type PreviewFields = RequestOf<'Preview'>;
export type ImageQuery = RequestOf<'ImageQuery'>;
export type LabelsQuery = RequestOf<'LabelsQuery'>;
export type FrameQuery = RequestOf<'FrameQuery'>;

/** Ids of new layouts: two that differ in case only would be one file where a layout is kept as a file named by its id. */
export const newLayoutIdPattern = '^[a-z0-9][a-z0-9._-]{0,63}$';

const idForm = new RegExp(idPattern);

/** Whether a label, a panel or a layout can have this id. */
export function isId(text: string): boolean {
  return idForm.test(text);
}
