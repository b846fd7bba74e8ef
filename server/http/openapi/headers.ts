import { whole } from './shapes.js';

type Headers = Readonly<Record<string, object>>;

const text = { type: 'string' } as const;

/** The headers of a response to a counted request. */
export const rateHeaderObjects: Headers = {
  'RateLimit-Policy': {
    description: 'The budget: its name, its points (q) per window in seconds (w).',
    schema: { ...text, pattern: '^"[a-z]+";q=[0-9]+;w=[0-9]+$' },
    example: '"update";q=10;w=60',
  },
  RateLimit: {
    description: 'The points that are left (r), and the seconds until the window ends (t).',
    schema: { ...text, pattern: '^"[a-z]+";r=[0-9]+;t=[0-9]+$' },
    example: '"update";r=9;t=60',
  },
  'X-RateLimit-Limit': { description: 'Points per window.', schema: whole },
  'X-RateLimit-Remaining': { description: 'Points that are left.', schema: whole },
  'X-RateLimit-Reset': { description: 'When the window ends, in seconds since 1970.', schema: whole },
};
export const rateHeaderNames = Object.keys(rateHeaderObjects);

const others = {
  'X-Request-Id': { description: 'The id of this request: the one that was sent, or a new one.', schema: text },
  'Retry-After': {
    description: 'Seconds to wait before another try.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'The expected scheme (RFC 6750), Bearer, and the problem of the key.',
    schema: { ...text, pattern: '^Bearer realm="' },
  },
  ETag: {
    description: 'A tag of the bytes, for If-None-Match; a weak one, `W/`, of all but the `request_id`.',
    schema: { ...text, pattern: '^(W/)?".+"$' },
  },
  Location: { description: 'The path of the created resource.', schema: text },
  'Idempotency-Replayed': {
    description: 'The request was executed before: this is its first response.',
    schema: { const: 'true' },
  },
  'X-ESL-Frame': {
    description:
      'A description of the bytes: panel, encoding, number of bytes, and each plane with its bytes and the command before it. A dictionary of RFC 9651.',
    schema: text,
  },
  'X-ESL-Waveform': {
    description: 'Whether the flashing was decoded from a driver, or is a placeholder.',
    schema: { enum: ['decoded', 'placeholder'] },
  },
  'X-ESL-Warnings': { description: 'The codes of the warnings, separated by commas. Empty: none.', schema: text },
} as const;

export type HeaderName = keyof typeof others;

/** The headers as components of the document. A response that refers to a header always has it. */
export const headerComponents: Headers = Object.fromEntries(
  Object.entries({ ...others, ...rateHeaderObjects }).map(([name, header]) => [name, { required: true, ...header }]),
);

export function named(names: readonly string[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that only some responses have. */
export function optional(names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, others[name]]));
}
