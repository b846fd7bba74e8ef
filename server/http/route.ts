import type { Code } from '../fields/problem.js';
import { idempotencyKeyPattern } from '../fields/schemas.js';
import type { Scope } from '../keys/record.js';
import type { Operation } from './budgets/costs.js';
import type { Handler } from './dependencies.js';
import type { HeaderName } from './openapi/headers.js';
import type { JsonSchema } from './openapi/shapes.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly description: string;
  readonly schema: JsonSchema;
}

export function parametersOf(
  properties: Readonly<Record<string, { readonly description: string }>>,
): readonly Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
}

export interface Success {
  readonly status: number;
  readonly description: string;
  /** Absent: no body. */
  readonly type?: string;
  readonly schema?: JsonSchema;
  /** Headers besides those of all responses. */
  readonly headers?: readonly HeaderName[];
  /** Headers that only some of these responses have. */
  readonly optionalHeaders?: readonly HeaderName[];
}

/**
 * An operation. The router, 405 and Allow, `GET /api` and the OpenAPI document derive from the list of routes, so they agree.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. `GET` implies `HEAD`, and every path has `OPTIONS`. */
  readonly path: string;
  readonly operation: Operation;
  readonly tag: 'Updates' | 'Labels' | 'Images' | 'Frames' | 'Panels and layouts' | 'About' | 'Webhooks' | 'Vendors';
  readonly summary: string;
  /** The scope that a key needs; public: no key. */
  readonly scope: Scope | 'public';
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** JSON: the name of its schema among the components, and an example. */
  readonly body?: { readonly schema: string; readonly example: unknown };
  /** The media type of a body of bytes; together with `body`, either is accepted. */
  readonly bytes?: string;
  readonly bytesExample?: string;
  readonly success: readonly Success[];
  /** The pattern of `:id`, if it is stricter than that of any id. */
  readonly idPattern?: string;
  /** Besides 421 and 500 of every route, 429 of every route with a cost, and 401 and 403 of keys. */
  readonly errors?: readonly (readonly [status: number, code: Code])[];
  /** Admits requests in place of `admit`. */
  readonly admit?: Handler;
  /** The steps after the request is counted, see `costs`. */
  readonly steps: readonly Handler[];
}

/**
 * Whether pages of all sites may request a route: it updates labels, or nothing that it changes outlives the request. Vendors have
 * commands with GET.
 */
export function isOpenRoute({ method, scope, tag }: Route): boolean {
  const reads = scope === 'public' || scope === 'read' || (method === 'GET' && tag !== 'Vendors');
  return reads || tag === 'Updates';
}

/** Describes a route. The scope of a GET is `read`, of others `manage`, if it is not given. */
export function route(
  method: Route['method'],
  path: string,
  operation: Operation,
  tag: Route['tag'],
  rest: Omit<Route, 'method' | 'path' | 'operation' | 'tag' | 'scope'> & Partial<Pick<Route, 'scope'>>,
): Route {
  return { method, path, operation, tag, scope: method === 'GET' ? 'read' : 'manage', ...rest };
}

export const idempotencyHeader: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to send again: within 24 h, the same request with the same key is executed once; later ones get its response, with `Idempotency-Replayed: true`. The key with another request is 422; while the first request runs, 409. Refused requests are not recorded. Each request counts against the budget.',
  schema: { type: 'string', pattern: idempotencyKeyPattern },
};

/** The errors of a request with an {@link idempotencyHeader}, beside those of its body. */
export const idempotencyErrors: readonly (readonly [number, Code])[] = [
  [409, 'IDEMPOTENCY_CONFLICT'],
  [422, 'IDEMPOTENCY_CONFLICT'],
];

/** The path of a route as documents, logs and metrics write it: with `{name}` for parameters. */
export function writtenPath({ path }: Pick<Route, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** A success with a JSON body. 201 has the Location. */
export function json(status: number, description: string, schema: JsonSchema): Success {
  const made: Partial<Success> = status === 201 ? { headers: ['Location'] } : {};
  return { status, description, type: 'application/json', schema, ...made };
}

/** Successes of a route with an {@link idempotencyHeader}: they may be replayed. */
export function replayable(...answers: readonly Success[]): readonly Success[] {
  return answers.map((answer) => ({ ...answer, optionalHeaders: ['Idempotency-Replayed'] }));
}

/** A success with an ETag, and 304. */
export function tagged(success: Success): readonly Success[] {
  const notModified = { status: 304, description: 'If-None-Match names the tag: nothing has changed.' };
  const headers = ['ETag', ...(success.headers ?? [])] as const;
  return [success, notModified].map((one) => ({ ...one, headers }));
}

/** Bytes, as generators of clients know them. */
export const bytesSchema = { type: 'string', format: 'binary' } as const;

export const png: Success = {
  status: 200,
  description: 'An indexed PNG with one palette colour per ink.',
  type: 'image/png',
  schema: bytesSchema,
};

/** The errors of reading bytes of a label. */
export const readErrors: Required<Route>['errors'] = [
  [400, 'VALIDATION_ERROR'],
  [404, 'NOT_FOUND'],
  [422, 'VALIDATION_ERROR'],
];

/** The errors of any request with a JSON body. */
export const bodyErrors = [400, 408, 413, 415, 417, 422, 431].map(
  (status) => [status, status === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'VALIDATION_ERROR'] as const,
);
