import type { FromSchema } from 'json-schema-to-ts';
import type { Immutable } from '../../renderer/index.js';

/** Every `errors[].reason`, and what it says. */
export const reasons = {
  missing: 'the field is required',
  type: 'the JSON type is another',
  format: 'the text does not have the form',
  range: 'the number or the size is out of range',
  too_long: 'too many code points after clean-up',
  too_many: 'too many entries',
  blank: 'nothing but blanks',
  control_character: 'control characters, newlines, U+2028 or U+2029',
  lone_surrogate: 'half a surrogate pair',
  bidi_control: 'bidi overrides or isolates',
  unknown_field: 'no such field',
  unknown_parameter: 'no such query parameter',
  duplicate: 'the key comes twice',
  forbidden_key: 'the key is refused everywhere',
  unknown_value: 'none of the known values',
  unknown_device: 'no such panel profile',
  unknown_layout: 'no such layout',
  unknown_locale: 'prices are not written in this locale',
  unknown_currency: 'prices are not written in this currency',
  unknown_time_zone: 'no such IANA time zone',
  invalid_layout: 'the layout document is wrong; pointer says where',
  read_only_layout: 'the layout is shipped, or a file of LAYOUTS_DIR',
  layout_in_use: 'labels are bound to the layout',
  too_many_layouts: 'there is no room for another layout',
  binding_outdated: 'the layout has changed, and needs other data than the label is bound with',
  price_does_not_fit: 'the layout leaves the whole price no room on this panel',
  currency_decimals: 'cents in a currency that has none',
  default_label: 'the label default always exists',
  malformed_json: 'the body is not JSON',
  not_an_object: 'the body is not one JSON object',
  invalid_utf8: 'the body is not UTF-8',
  unsupported_media_type: 'the body is not declared as JSON in UTF-8',
  unsupported_encoding: 'the body is compressed',
  body_too_large: 'the body is over the limit',
  request_timeout: 'the request did not come to its end in time',
  headers_too_large: 'the headers are over 16 KB',
  malformed_request: 'the request is not HTTP/1.1',
  expectation_failed: 'the Expect header names something else than 100-continue',
} as const;

export type Reason = keyof typeof reasons;

/** What is wrong with one field, as answers and manifests list it. JSON Schema 2020-12. */
export const fieldProblemSchema = {
  type: 'object',
  properties: {
    field: { type: 'string', description: 'Empty when it is the request as a whole.' },
    // RFC 6901 as a URI fragment, as RFC 9457 has it.
    pointer: { type: 'string', pattern: '^#(/|$)', description: 'Where in the body.' },
    reason: { enum: Object.keys(reasons) as Reason[] },
    message: { type: 'string' },
    received: { type: 'string', description: 'At most 64 characters of what came.' },
    example: { type: 'string' },
  },
  required: ['field', 'reason', 'message'],
  additionalProperties: false,
} as const;

export type FieldProblem = Immutable<FromSchema<typeof fieldProblemSchema>>;
