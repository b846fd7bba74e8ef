/** Every code that an answer can carry, in words for people. The list is closed: clients switch on it. */
export const codes = {
  MISSING_FIELDS: {
    type: '/problems/missing-fields',
    title: 'Required fields are missing',
    statuses: [400],
    help: 'A required field is absent, null or "". Send all fields that errors[] names; invalid ones are listed too.',
  },
  VALIDATION_ERROR: {
    type: '/problems/validation-error',
    title: 'Fields are invalid',
    statuses: [400, 408, 413, 415, 417, 422, 431],
    help: 'Something in the request is wrong. errors[] names each field with a reason; nothing was stored.',
  },
  RATE_LIMIT_EXCEEDED: {
    type: '/problems/rate-limit-exceeded',
    title: 'Too many requests',
    statuses: [429],
    help: 'The budget of this client is used up. Wait for the seconds in Retry-After, then go on.',
  },
  SERVER_ERROR: {
    type: '/problems/server-error',
    title: 'Something failed on our side',
    statuses: [500, 503],
    help: 'What was not acknowledged was not stored. Try again (after Retry-After, where given); quote the request id.',
  },
  NOT_FOUND: {
    type: '/problems/not-found',
    title: 'Nothing is here',
    statuses: [404],
    help: 'No such path, label, revision, device or layout. GET /api lists the endpoints.',
  },
  METHOD_NOT_ALLOWED: {
    type: '/problems/method-not-allowed',
    title: 'The method does not fit the path',
    statuses: [405],
    help: 'The path exists, but not with this method. The header Allow names those that do.',
  },
} as const;

export type Code = keyof typeof codes;

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

/** What is wrong with one field. `field` is empty when it is the request as a whole. */
export interface FieldProblem {
  readonly field: string;
  /** RFC 6901 as a URI fragment, as RFC 9457 has it. */
  readonly pointer?: string | undefined;
  readonly reason: Reason;
  readonly message: string;
  readonly received?: string;
  readonly example?: string;
}

interface ProblemOptions {
  readonly status?: number;
  readonly title?: string;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An answer that is not a success; thrown anywhere below the outermost middleware. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;

  constructor(
    readonly code: Code,
    readonly detail: string,
    readonly options: ProblemOptions = {},
  ) {
    super(detail, { cause: options.cause });
    this.status = options.status ?? codes[code].statuses[0];
  }
}

/** The one shape of every error (RFC 9457 with our members). `instance` is the path, when one was understood. */
export function problemBody(problem: Problem, requestId: string, instance?: string): Record<string, unknown> {
  const { code, status, detail, options } = problem;
  return {
    success: false,
    type: codes[code].type,
    title: options.title ?? codes[code].title,
    status,
    code,
    detail,
    ...(instance === undefined ? {} : { instance: instance.slice(0, 256) }),
    request_id: requestId,
    ...options.members,
    ...(options.errors ? { errors: options.errors } : {}),
  };
}

/** The media type that a client with this Accept header wants for a problem: RFC 9457's, unless it names only plain JSON. */
export function problemType(accept: string | undefined): string {
  const types = (accept ?? '').split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase());
  return types.every((type) => type === 'application/json') ? 'application/json' : 'application/problem+json';
}

/** More problems than this are counted, not listed, so that an answer stays small whatever came. */
const listed = 50;

/** All that is wrong with the fields of a request, as one problem. `MISSING_FIELDS` as soon as one is missing. */
export function fieldProblems(errors: readonly FieldProblem[]): Problem {
  const missing = errors.filter((error) => error.reason === 'missing').map((error) => error.field);
  const detail =
    missing.length > 0
      ? `Missing: ${missing.join(', ')}`
      : errors.length === 1
        ? errors[0]!.message
        : `${errors.length} problems: ${[...new Set(errors.map((error) => error.field))].slice(0, 10).join(', ')}`;
  return new Problem(missing.length > 0 ? 'MISSING_FIELDS' : 'VALIDATION_ERROR', detail, {
    errors: errors.slice(0, listed),
  });
}

/** A problem of the request as a whole, such as its media type. */
export function requestProblem(
  status: number,
  reason: Reason,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('VALIDATION_ERROR', detail, {
    status,
    title: 'The request is invalid',
    errors: [{ field: '', reason, message: detail }],
    headers,
  });
}

/** The answer while something that we need is away: try again after `seconds`. */
export function unavailable(detail: string, seconds: number, cause?: unknown): Problem {
  return new Problem('SERVER_ERROR', detail, {
    status: 503,
    headers: { 'Retry-After': String(seconds) },
    members: { retry_after: seconds },
    cause,
  });
}

/** Nothing failed that we know by name. */
export function serverError(cause?: unknown): Problem {
  return new Problem('SERVER_ERROR', 'Nothing was stored. Quote the request id.', { cause });
}
