import { fieldProblemSchema } from '../../fields/field-problem.js';
import { allCodes } from '../../fields/problem.js';
import { allScopes } from '../../keys/record.js';
import { exactly, ref, requestId, text, whole } from './shapes.js';

const checks = { type: 'array', items: ref('HealthCheck') } as const;

/** Answers about the server: its health, what it offers, its errors. */
export const aboutAnswers = {
  Health: exactly({
    status: { enum: ['pass', 'warn', 'fail'] },
    version: text,
    checks: exactly({ server: checks, store: checks, rate_limiter: checks }),
  }),
  Liveness: exactly({ status: { const: 'pass' }, version: text, checks: exactly({ server: checks }) }),
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
        properties: {
          method: text,
          path: text,
          summary: text,
          scope: {
            enum: ['public', ...allScopes],
            description: 'What a key must be good for; public: no key is needed.',
          },
          limit: text,
          budget: text,
          cost: text,
        },
        required: ['method', 'path', 'summary', 'scope'],
        additionalProperties: false,
      },
    },
    authentication: exactly(
      {
        required: { type: 'boolean', description: 'Whether requests need a key.' },
        header: text,
        scopes: { type: 'object', propertyNames: { enum: allScopes }, additionalProperties: text },
      },
      'How to send a key, and what a key can be good for.',
    ),
    limits: exactly(
      {
        body_bytes: whole,
        body_bytes_with_layout: whole,
        body_bytes_of_frame: whole,
        layout: { type: 'object', additionalProperties: whole, description: 'Of one layout document.' },
        picture: { type: 'object', additionalProperties: whole, description: 'Of one picture in a layout document.' },
        codes: {
          type: 'object',
          additionalProperties: whole,
          description: 'Characters of a Code 128, bytes of a QR code.',
        },
        animation: exactly(
          { frames: whole, pixels: whole },
          'Of an animated refresh: frames, and pixels of all of them.',
        ),
        image_pixels: { ...whole, description: 'Of an image at its scale. More is 422 `too_costly`.' },
        work: exactly(
          { units: whole, ms: whole },
          'What one label may take: units of about a microsecond, and milliseconds. More is 422 `too_costly`.',
        ),
        layouts: exactly({ count: whole, bytes: whole }, 'Of all layouts that came over the API.'),
        layout_page_bytes: whole,
        revisions_kept: whole,
        requests_kept: { ...whole, description: 'Of a client, see `GET /api/esl/requests`.' },
        streams: { ...whole, description: 'Event streams of a client at a time.' },
        budgets: {
          type: 'array',
          items: exactly({ name: text, quota: whole, window_s: whole, spent_on: text }),
          description: 'What a client can spend in a window of time. Endpoints name their budget and their cost.',
        },
      },
      'What a client can ask for.',
    ),
    error_codes: {
      type: 'array',
      items: exactly({ code: ref('Code'), type: text, statuses: { type: 'array', items: whole }, help: text }),
    },
    reasons: { type: 'object', propertyNames: ref('Reason'), additionalProperties: text },
    locales: { type: 'array', items: text, description: 'The locales in which prices can be written.' },
    currencies: { type: 'array', items: text },
    fonts: {
      type: 'array',
      items: exactly({ name: text, package: text, adds: text, installed: { type: 'boolean' } }),
      description: 'Optional font packages, and what each adds when it is installed.',
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
