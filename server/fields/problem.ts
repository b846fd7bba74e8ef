import type { Finding } from '../../renderer/index.js';
import type { Checked } from './checked.js';
import type { FieldProblem, Reason } from './field-problem.js';

/** Every error code, explained for people. The list is closed: clients switch on it. */
export const codes = {
  MISSING_FIELDS: {
    type: '/problems/missing-fields',
    title: 'Required fields are missing',
    statuses: [400],
    help: 'A required field is absent, null or "". Send all fields that errors[] lists; invalid ones are listed, too.',
  },
  VALIDATION_ERROR: {
    type: '/problems/validation-error',
    title: 'Fields are invalid',
    statuses: [400, 401, 403, 404, 408, 409, 413, 415, 417, 421, 422, 431],
    help: 'Something in the request is wrong. errors[] lists each field with a reason. Nothing was stored. Updates have this code for every error of a request but missing fields and a used-up budget: status, type and the reason say which.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    type: '/problems/unsupported-media-type',
    parent: '/problems/validation-error',
    title: 'The body has another media type',
    statuses: [415],
    help: 'Send the body with a Content-Type that the header Accept of the answer lists, in UTF-8, and without a Content-Encoding. Nothing was stored.',
  },
  IDEMPOTENCY_CONFLICT: {
    type: '/problems/idempotency-conflict',
    parent: '/problems/validation-error',
    title: 'The key is in use',
    statuses: [409, 422],
    help: 'Another request was sent with this Idempotency-Key. 422: it was a different one; send a new key with a new request. 409: it is still running; try again after Retry-After.',
  },
  RATE_LIMIT_EXCEEDED: {
    type: '/problems/rate-limit-exceeded',
    title: 'Too many requests',
    statuses: [429],
    help: 'This client has used up its budget. Wait as many seconds as Retry-After says, then continue.',
  },
  UNAUTHORIZED: {
    type: '/problems/unauthorized',
    title: 'A valid key is needed',
    statuses: [401],
    help: 'This server asks for a key: send it as "Authorization: Bearer esl_…". Keys in addresses and bodies are not read. The operator of the server makes keys with esl-sim keys create.',
  },
  FORBIDDEN: {
    type: '/problems/forbidden',
    title: 'The key may not do this',
    statuses: [403],
    help: 'The key is valid, but lacks the scope that the operation needs: GET /api lists the scope of each. Or the request came from a page of another site, which CORS_ORIGIN does not list by name: such pages may read, preview and send updates only.',
  },
  SERVER_ERROR: {
    type: '/problems/server-error',
    title: 'Something failed on our side',
    statuses: [500, 503],
    help: 'What was not acknowledged was not stored. Try again, after Retry-After where it is given. Quote the request id when you report it.',
  },
  NOT_FOUND: {
    type: '/problems/not-found',
    title: 'Nothing is here',
    statuses: [404],
    help: 'No such path, label, revision, device or layout. GET /api lists the endpoints.',
  },
  METHOD_NOT_ALLOWED: {
    type: '/problems/method-not-allowed',
    title: 'The path does not allow this method',
    statuses: [405],
    help: 'The path exists, but not with this method. The header Allow lists the methods that it has.',
  },
} as const;

export type Code = keyof typeof codes;
/** The path of a type that is more general; absent for most. Clients that know only that one treat the error as such. */
export function parentOf(code: Code): { readonly parent?: string } {
  const of = codes[code];
  return 'parent' in of ? { parent: of.parent } : {};
}

export const allCodes = Object.keys(codes) as readonly Code[];

/** The codes of updates: their specification has no others. */
export const updateCodes: readonly Code[] = [
  'MISSING_FIELDS',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'SERVER_ERROR',
];

const updatePaths = /^\/api\/esl\/(updates?|labels\/[^/]+\/update)\/?$/;

/** The code that the answer to a request to `path` has. Default: that of an outcome of a bulk. */
export function codeAt(code: Code, path = '/api/esl/updates'): Code {
  return updatePaths.test(path) && !updateCodes.includes(code) ? 'VALIDATION_ERROR' : code;
}

interface ProblemOptions {
  readonly status?: number;
  readonly title?: string;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: {
    readonly retry_after?: number;
    readonly 'violated-policies'?: readonly string[];
    readonly findings?: readonly Finding[];
  };
  readonly cause?: unknown;
}

/** An error to answer with. May be thrown anywhere: the outermost middleware turns it into an answer. */
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

/** An answer lists at most this many problems. Whatever finds more stops after one more, from which the answer says so. */
export const maxListed = 50;

/** One error for all problems of the fields. Its code is `MISSING_FIELDS` when any field is missing. */
export function fieldProblems(errors: readonly FieldProblem[]): Problem {
  const missing = errors.filter((error) => error.reason === 'missing').map((error) => error.field);
  const detail =
    missing.length > 0
      ? `Missing: ${missing.slice(0, maxListed).join(', ')}`
      : errors.length === 1
        ? errors[0]!.message
        : `${errors.length > maxListed ? `More than ${maxListed}` : errors.length} problems: ${[...new Set(errors.map((error) => error.field))].slice(0, 10).join(', ')}`;
  return new Problem(missing.length > 0 ? 'MISSING_FIELDS' : 'VALIDATION_ERROR', detail, {
    errors: errors.slice(0, maxListed),
  });
}

/** The value and the warnings of a check that passed. @throws {Problem} listing all problems of a check that failed */
export function accepted<T>(checked: Checked<T>): Extract<Checked<T>, { ok: true }> {
  if (checked.ok) return checked;
  throw fieldProblems(checked.problems);
}

/** An error of the request as a whole, such as a wrong media type. */
export function requestProblem(
  status: number,
  reason: Reason,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
  code: 'VALIDATION_ERROR' | 'UNSUPPORTED_MEDIA_TYPE' | 'IDEMPOTENCY_CONFLICT' = 'VALIDATION_ERROR',
): Problem {
  return new Problem(code, detail, {
    status,
    ...(code === 'VALIDATION_ERROR' && { title: 'The request is invalid' }),
    errors: [{ field: '', reason, message: detail }],
    headers,
  });
}

/** The error while something the server needs is unavailable: try again after `seconds`. */
export function unavailable(detail: string, seconds: number, cause?: unknown): Problem {
  return new Problem('SERVER_ERROR', detail, {
    status: 503,
    headers: { 'Retry-After': String(seconds) },
    members: { retry_after: seconds },
    cause,
  });
}

export function serverError(cause?: unknown): Problem {
  return new Problem('SERVER_ERROR', 'Nothing was stored. Quote the request id.', { cause });
}
