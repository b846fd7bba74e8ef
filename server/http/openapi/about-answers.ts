import { fieldProblemSchema } from '../../fields/field-problem.js';
import { allCodes, updateCodes } from '../../fields/problem.js';
import { allScopes } from '../../keys/record.js';
import { exactly, listOf, ref, requestId, text, whole } from './shapes.js';

const checks = listOf(ref('HealthCheck'));

export const aboutAnswers = {
  Health: exactly({
    status: { enum: ['pass', 'warn', 'fail'] },
    version: text,
    checks: exactly({ server: checks, store: checks, rate_limiter: checks }),
  }),
  Liveness: exactly({ status: { const: 'pass' }, version: text, checks: exactly({ server: checks }) }),
  HealthCheck: exactly({ status: { enum: ['pass', 'warn', 'fail'] } }, undefined, {
    observedValue: { type: 'number' },
    observedUnit: text,
    output: text,
  }),
  Index: exactly({
    name: text,
    version: text,
    endpoints: listOf(
      exactly(
        {
          method: text,
          path: text,
          summary: text,
          scope: { enum: ['public', ...allScopes], description: 'The scope that a key needs; public: no key.' },
        },
        undefined,
        {
          limit: text,
          budget: text,
          cost: text,
          codes: listOf(ref('Code'), 'Those of its errors. Absent: any.'),
        },
      ),
    ),
    authentication: exactly(
      {
        required: { type: 'boolean', description: 'Whether requests need a key.' },
        header: text,
        scopes: { type: 'object', propertyNames: { enum: allScopes }, additionalProperties: text },
      },
      'How to send a key, and what each scope of a key allows.',
    ),
    limits: exactly(
      {
        body_bytes: whole,
        body_bytes_with_layout: whole,
        body_bytes_of_frame: whole,
        bulk: exactly({ updates: whole, body_bytes: whole }, 'Of a request with many updates.'),
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
        image_pixels: {
          ...whole,
          description: 'Of an image at its scale; a 25th in the view `tag`. More is 422 `too_costly`.',
        },
        work: exactly(
          { units: whole, ms: whole },
          'The work of one label: units of about a microsecond, and milliseconds. More is 422 `too_costly`.',
        ),
        layouts: exactly({ count: whole, bytes: whole }, 'Of all layouts that the API has stored.'),
        layout_page_bytes: whole,
        revisions_kept: whole,
        requests_kept: { ...whole, description: 'Of a client, see `GET /api/esl/requests`.' },
        streams: { ...whole, description: 'Event streams of a client at a time.' },
        timeouts: exactly(
          { head_ms: whole, body_pause_ms: whole, request_ms: whole, read_pause_ms: whole },
          'The head of a request, the time between two bytes of its body, the whole request, and the time in which a client reads nothing of a response. A slower request is 408.',
        ),
        budgets: listOf(
          exactly({ name: text, quota: whole, window_s: whole, spent_on: text }),
          'The points of a client in a window of time. Endpoints name their budget and their cost. `studio` is that of updates which the page of the server sends from the same machine.',
        ),
      },
      'The limits of requests.',
    ),
    error_codes: listOf(
      exactly({ code: ref('Code'), type: text, statuses: listOf(whole), help: text }, undefined, { parent: text }),
    ),
    reasons: { type: 'object', propertyNames: ref('Reason'), additionalProperties: text },
    locales: listOf(text, 'The locales in which prices can be written.'),
    currencies: listOf(text),
    fonts: listOf(
      exactly({ name: text, package: text, adds: text, installed: { type: 'boolean' } }),
      'Optional font packages, and what each adds when it is installed.',
    ),
    links: { type: 'object', additionalProperties: text },
  }),
  Example: exactly({
    request: ref('Update'),
    curl: text,
    response: ref('UpdateResult'),
    errors: { type: 'object', propertyNames: ref('Code'), additionalProperties: ref('Problem') },
  }),
  ProblemMeaning: exactly(
    { type: text, title: text, status: whole, statuses: listOf(whole), code: ref('Code'), detail: text },
    undefined,
    { parent: text },
  ),
  Code: {
    enum: allCodes,
    description: `The list is closed. Updates have ${updateCodes.join(', ')} and no others, whatever the status; \`type\` and the \`reason\` of their \`errors\` are finer.`,
  },
  Reason: fieldProblemSchema.properties.reason,
  FieldProblem: {
    ...fieldProblemSchema,
    properties: { ...fieldProblemSchema.properties, reason: ref('Reason') },
  },
  Problem: exactly(
    {
      success: { const: false },
      type: { type: 'string', pattern: '^/problems/' },
      title: text,
      status: { type: 'integer', minimum: 400, maximum: 599 },
      code: ref('Code'),
      detail: text,
      request_id: requestId,
    },
    'RFC 9457. Every error of every path has this shape.',
    {
      instance: text,
      parent: {
        type: 'string',
        pattern: '^/problems/',
        description: 'The more general problem type, if there is one.',
      },
      retry_after: { type: 'integer', minimum: 1, description: 'Seconds; the header Retry-After says the same.' },
      'violated-policies': listOf(text),
      errors: listOf(ref('FieldProblem')),
      findings: listOf(ref('Finding'), 'What keeps a label with strict lint from being stored.'),
    },
  ),
} as const;
