import type { FromSchema } from '../../devices/index.js';
import type { Immutable } from '../../renderer/index.js';

/** Every `errors[].reason` and its meaning. */
export const reasons = {
  missing: 'the field is required',
  type: 'the JSON type is wrong',
  format: 'the text is not of the required form',
  range: 'the number or the size is out of range',
  too_long: 'too many code points after clean-up',
  too_many: 'too many entries',
  too_few: 'too few entries',
  blank: 'only blanks',
  control_character: 'control characters, newlines, U+2028 or U+2029',
  lone_surrogate: 'half a surrogate pair',
  bidi_control: 'bidi overrides or isolates',
  unknown_field: 'no such field',
  unknown_parameter: 'no such query parameter',
  duplicate: 'the key, or an entry of a list, comes twice',
  forbidden_key: 'this key is never allowed',
  unknown_value: 'not one of the known values',
  unknown_device: 'no such panel profile',
  unknown_layout: 'no such layout',
  unknown_encoding: 'the panel has no such encoding',
  frame_length: 'a frame of another length',
  frame_codes: 'codes that stand for no ink of the panel',
  frame_framing: 'the framing of the wire is broken',
  invalid_trace: 'not a trace of docs/panel-trace.md',
  invalid_picture: 'not a PNG of the size and the colours of the panel',
  unknown_locale: 'prices can not be written in this locale',
  unknown_currency: 'prices can not be written in this currency',
  unknown_time_zone: 'no such IANA time zone',
  invalid_layout: 'the layout document is invalid; pointer says where',
  read_only_layout: 'the layout is shipped or a file in LAYOUTS_DIR',
  layout_in_use: 'labels are bound to the layout',
  too_many_layouts: 'there is no room for another layout',
  binding_outdated: 'the layout has changed and needs data that the binding does not have',
  price_does_not_fit: 'the layout has no room for the whole price on this panel',
  does_not_fit: 'the layout has no room on this panel for all of a quantity, or of a price in a text',
  currency_decimals: 'decimals that the currency does not have',
  ambiguous: 'the amount has two readings',
  currency: 'the amount is in another currency',
  words: 'the amount has words that are no currency',
  sign: 'the amount has a sign',
  idempotency_in_progress: 'a request with the same Idempotency-Key is still running',
  idempotency_key_reused: 'the Idempotency-Key came with another request before',
  default_label: 'the label default can not be deleted',
  malformed_json: 'the body is not JSON',
  too_deep: 'the body has more than 64 levels',
  not_an_object: 'the body is not one JSON object',
  not_an_array: 'the body is not one JSON array',
  invalid_utf8: 'the body is not UTF-8',
  unsupported_media_type: 'the body is not declared as what is expected, such as JSON in UTF-8',
  unsupported_encoding: 'the body has a Content-Encoding',
  body_too_large: 'the body is larger than allowed',
  request_timeout: 'the request did not arrive in time',
  headers_too_large: 'the headers are over 16 KB',
  malformed_request: 'the request is not HTTP/1.1',
  lint: 'the label has a finding of the grade error, and its lint is strict; `findings` has it',
  too_costly: 'the label takes too much work to draw',
  webhook_disabled: 'the receiver of the webhook has ended it',
  misdirected_request: 'the server does not answer for the host; ALLOWED_HOSTS lists those that it does',
  expectation_failed: 'the Expect header is not 100-continue',
  unauthorized: 'an update without a valid key',
  forbidden: 'an update with a key that may not do it',
  not_found: 'an update of a label that does not exist',
  method_not_allowed: 'the path of updates does not allow this method',
} as const;

export type Reason = keyof typeof reasons;

/** What is wrong with one field, as answers and manifests list it. JSON Schema 2020-12. */
export const fieldProblemSchema = {
  type: 'object',
  properties: {
    field: { type: 'string', description: 'Empty when the problem is with the request as a whole.' },
    // A JSON pointer (RFC 6901) as a URI fragment, as in RFC 9457.
    pointer: { type: 'string', pattern: '^#(/|$)', description: 'Where in the body.' },
    reason: { enum: Object.keys(reasons) as Reason[] },
    message: { type: 'string' },
    received: { type: 'string', description: 'What was received, at most 64 characters of it.' },
    example: { type: 'string' },
  },
  required: ['field', 'reason', 'message'],
  additionalProperties: false,
} as const;

/** One thing that is wrong with a field: which, why, and what was expected. */
export type FieldProblem = Immutable<FromSchema<typeof fieldProblemSchema>>;

/** At most `limit` whole code points of `text`, to echo what was received. */
export function cut(text: string, limit = 64): string {
  // A code point has at most 2 UTF-16 units, so the rest need not be read.
  const points = Array.from(text.slice(0, limit * 2 + 2).toWellFormed());
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : points.join('');
}
