import type { FromSchema } from 'json-schema-to-ts';
import { bindingSchema, type Immutable, updateSchema } from '../../renderer/index.js';

/** The views and scales of an image; the same for previews and for the image addresses. */
export const imageParameters = {
  view: {
    enum: ['ink', 'panel'],
    description: 'ink: pure device colours, for machines. panel: measured colours, as the eye sees the panel.',
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

/** What a preview takes: an update's fields, a binding's fields, a day and a way to look at it. */
export const previewSchema = {
  $id: 'Preview',
  type: 'object',
  description: 'An update and a binding in one flat object. What is absent of the binding takes its default.',
  properties: {
    ...updateSchema.properties,
    ...bindingSchema.properties,
    layout: {
      type: ['string', 'object'],
      description: 'The id of a layout, or a whole layout document.',
      examples: ['standard'],
    },
    date: {
      type: 'string',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The day to draw; absent: today in the time zone.',
      examples: ['2026-11-20'],
    },
    ...imageParameters,
  },
  required: updateSchema.required,
  additionalProperties: false,
} as const;

export type PreviewFields = Immutable<FromSchema<typeof previewSchema>>;

/** The query of an image address. */
export const imageQuerySchema = {
  $id: 'ImageQuery',
  type: 'object',
  properties: imageParameters,
  additionalProperties: false,
} as const;

export type ImageQuery = Immutable<FromSchema<typeof imageQuerySchema>>;

/** The query of the list of labels. */
export const pageQuerySchema = {
  $id: 'PageQuery',
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Labels a page; absent: 50.', examples: [50] },
    cursor: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,128}$',
      description: 'Where the page starts: the `next` of the page before.',
      examples: ['ZGVmYXVsdA'],
    },
  },
  additionalProperties: false,
} as const;

export type PageQuery = Immutable<FromSchema<typeof pageQuerySchema>>;

/** Label ids: what fits into a path as it is. */
export const labelIdPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';
/** Ids of own layouts: what fits into a file name everywhere, too, as the layouts of files are named by theirs. */
export const layoutIdPattern = '^[a-z0-9][a-z0-9._-]{0,63}$';
