import { limits, updateSchema, warningSchema } from '../../renderer/index.js';
import { deviceSchema } from '../../devices/index.js';
import { fieldProblemSchema } from '../fields/field-problem.js';
import { allCodes } from '../fields/problem.js';
import { labelIdPattern } from '../fields/schemas.js';
import { ref, type Schema } from './route.js';

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const success = { const: true } as const;
const requestId = { type: 'string', description: 'Also in the header X-Request-Id.' } as const;

/** A name of its own would be a base for the references inside: in the document the place names a schema. */
export function placed<T extends { readonly $id: string }>(schema: T): Omit<T, '$id'> {
  return without(schema, '$id');
}

export function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as Omit<T, K>;
}

/** An object all of whose properties are there, and no others. */
function exactly<const Properties extends Readonly<Record<string, Schema>>>(
  properties: Properties,
  description?: string,
) {
  const required = Object.keys(properties) as (keyof Properties & string)[];
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required,
    additionalProperties: false,
  } as const;
}

const bound = {
  device: text,
  layout: text,
  layout_version: { ...whole, description: 'Of the own layout that it was drawn with; 0: a shipped one, or a file.' },
  sku: text,
  locale: text,
  currency: text,
  time_zone: text,
  data: { type: 'object', additionalProperties: text },
} as const;
const image = {
  width: whole,
  height: whole,
  inks: whole,
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
} as const;
const warnings = { type: 'array', items: ref('Warning') } as const;
const checks = { type: 'array', items: ref('HealthCheck') } as const;

/** What the answers say of a layout before its document. */
export const layoutHeadSchema = exactly({
  id: text,
  version: { ...whole, description: 'Of an own layout, never given twice; 0: a shipped one, or a file.' },
  updated_at: { ...instant, type: ['string', 'null'], description: 'null for a shipped one, or a file.' },
});

/** The shapes of the answers, which the OpenAPI document publishes and `answers.ts` makes types of. */
export const answerSchemas = {
  Device: {
    ...placed(deviceSchema),
    properties: { id: text, ...deviceSchema.properties },
    required: ['id', ...deviceSchema.required],
  },
  Content: exactly(
    {
      product_name: { type: 'string', maxLength: limits.product_name },
      price: updateSchema.properties.price,
      unit: { type: 'string', maxLength: limits.unit },
      sku: text,
      date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
      model_line: text,
    },
    'All that is drawn.',
  ),
  Label: exactly(
    {
      id: { type: 'string', pattern: labelIdPattern },
      revision: { ...whole, description: '0 before the first update.' },
      updated_at: { ...instant, type: ['string', 'null'] },
      ...bound,
      layout_version: {
        ...bound.layout_version,
        type: ['integer', 'null'],
        description: `${bound.layout_version.description} null before the first update.`,
      },
      content: { anyOf: [ref('Content'), { type: 'null' }], description: 'null before the first update.' },
    },
    'One simulated tag on the shelf.',
  ),
  Image: exactly(
    { url: text, ...image },
    'sha256 is of the pixels: of the image data of the PNG (view ink, scale 1), inflated.',
  ),
  Warning: warningSchema,
  Result: exactly({
    success,
    label: ref('Label'),
    image: { anyOf: [ref('Image'), { type: 'null' }], description: 'null when the panel profile is gone.' },
    warnings,
    request_id: requestId,
  }),
  PreviewResult: exactly({
    success,
    label: ref('Label'),
    image: exactly({ data_uri: { type: 'string', pattern: '^data:image/png;base64,' }, ...image }),
    warnings,
    request_id: requestId,
  }),
  LabelPage: exactly({
    success,
    labels: { type: 'array', items: ref('Label') },
    next: { type: ['string', 'null'] },
    request_id: requestId,
  }),
  Revision: exactly({
    revision: { type: 'integer', minimum: 1 },
    updated_at: instant,
    ...bound,
    content: ref('Content'),
    image: ref('Image'),
    warnings,
  }),
  Revisions: exactly({ success, revisions: { type: 'array', items: ref('Revision') }, request_id: requestId }),
  Devices: exactly({ success, devices: { type: 'array', items: ref('Device') }, request_id: requestId }),
  DeviceResult: exactly({ success, device: ref('Device'), request_id: requestId }),
  Layouts: exactly({ success, layouts: { type: 'array', items: ref('NamedLayout') }, request_id: requestId }),
  LayoutResult: exactly({ success, layout: ref('NamedLayout'), request_id: requestId }),
  Health: exactly({
    status: { enum: ['pass', 'warn', 'fail'] },
    version: text,
    checks: exactly({ server: checks, store: checks, rate_limiter: checks }),
  }),
  HealthCheck: {
    type: 'object',
    properties: {
      status: { enum: ['pass', 'warn', 'fail'] },
      observedValue: { type: 'number' },
      observedUnit: text,
      output: text,
    },
    required: ['status'],
    additionalProperties: false,
  },
  Index: exactly({
    name: text,
    version: text,
    endpoints: {
      type: 'array',
      items: {
        type: 'object',
        properties: { method: text, path: text, summary: text, limit: text },
        required: ['method', 'path', 'summary'],
        additionalProperties: false,
      },
    },
    error_codes: {
      type: 'array',
      items: exactly({ code: ref('Code'), type: text, statuses: { type: 'array', items: whole }, help: text }),
    },
    reasons: { type: 'object', propertyNames: ref('Reason'), additionalProperties: text },
    locales: { type: 'array', items: text, description: 'In which prices are written.' },
    currencies: { type: 'array', items: text },
    fonts: {
      type: 'array',
      items: exactly({ name: text, package: text, adds: text, installed: { type: 'boolean' } }),
      description: 'Font packages that the server does without; what each adds once it is installed.',
    },
    links: { type: 'object', additionalProperties: text },
  }),
  Example: exactly({
    request: ref('Update'),
    curl: text,
    response: ref('Result'),
    errors: { type: 'object', propertyNames: ref('Code'), additionalProperties: ref('Problem') },
  }),
  ProblemMeaning: exactly({
    type: text,
    title: text,
    status: whole,
    statuses: { type: 'array', items: whole },
    code: ref('Code'),
    detail: text,
  }),
  Code: { enum: allCodes, description: 'The list is closed.' },
  Reason: fieldProblemSchema.properties.reason,
  FieldProblem: {
    ...fieldProblemSchema,
    properties: { ...fieldProblemSchema.properties, reason: ref('Reason') },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457. Every error of every path has this shape.',
    properties: {
      success: { const: false },
      type: { type: 'string', pattern: '^/problems/' },
      title: text,
      status: { type: 'integer', minimum: 400, maximum: 599 },
      code: ref('Code'),
      detail: text,
      instance: text,
      request_id: requestId,
      retry_after: { type: 'integer', minimum: 1, description: 'Seconds; the header Retry-After says the same.' },
      'violated-policies': { type: 'array', items: text },
      errors: { type: 'array', items: ref('FieldProblem') },
    },
    required: ['success', 'type', 'title', 'status', 'code', 'detail', 'request_id'],
    additionalProperties: false,
  },
} as const;
