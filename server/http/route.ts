import type { Code } from '../fields/problem.js';
import type { Scope } from '../keys/record.js';
import type { Handler } from './dependencies.js';
import { idempotencyKeyPattern } from './middleware/idempotency.js';
import type { HeaderName } from './openapi/headers.js';
import type { Schema } from './openapi/shapes.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly description: string;
  readonly schema: Schema;
}

/** The parameters of a query with these properties. */
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
  readonly schema?: Schema;
  /** Headers that the answer has besides those of all answers. */
  readonly headers?: readonly HeaderName[];
}

/**
 * An operation. The router, 405 and Allow, `GET /api` and the OpenAPI document are all made from the list of routes, so they
 * always agree.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for parameters. `GET` implies `HEAD`, and every path has `OPTIONS`. */
  readonly path: string;
  readonly operation: string;
  readonly tag: 'Updates' | 'Labels' | 'Images' | 'Frames' | 'Panels and layouts' | 'About';
  readonly summary: string;
  /** What a key must be good for, where keys are required; public: no key is needed. */
  readonly scope: Scope | 'public';
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** JSON: the name of its schema among the components, and an example. */
  readonly body?: { readonly schema: string; readonly example: unknown };
  /** The media type of a body of bytes, beside JSON where there is a schema of it, too. */
  readonly bytes?: string;
  readonly success: readonly Success[];
  /** What `:id` must match, where it is less than any id. */
  readonly idPattern?: string;
  /** Besides 421 and 500, which every route can answer, 429, which each can that costs something, and 401 and 403 of keys. */
  readonly errors?: readonly (readonly [status: number, code: Code])[];
  /** What a request goes through, after it was counted as the table of costs says. */
  readonly steps: readonly Handler[];
}

/** The header of a request that its client may send again. */
export const idempotencyHeader: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to send again: for 24 h, the same key with the same request is done once and has the same answer, with `Idempotency-Replayed: true`. With another request it is 422; while the first still runs, 409. What was refused is not remembered. It still counts against the budget.',
  schema: { type: 'string', pattern: idempotencyKeyPattern },
};

/** The errors of a request with an {@link idempotencyHeader}, beside those of its body. */
export const idempotencyErrors: readonly (readonly [number, Code])[] = [[409, 'VALIDATION_ERROR']];

/** The path of a route as documents, logs and metrics write it: with `{name}` for parameters. */
export function writtenPath({ path }: Pick<Route, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** A success with a JSON body. One that made something says where it is. */
export function json(status: number, description: string, schema: Schema): Success {
  const made: Partial<Success> = status === 201 ? { headers: ['Location'] } : {};
  return { status, description, type: 'application/json', schema, ...made };
}

/** A success whose bytes have a tag, and the answer to a client that has them already. */
export function tagged(success: Success): readonly Success[] {
  const notModified = { status: 304, description: 'If-None-Match names the tag: nothing has changed.' };
  const headers = ['ETag', ...(success.headers ?? [])] as const;
  return [success, notModified].map((one) => ({ ...one, headers }));
}

/** A success whose body is a PNG. */
export const png: Success = {
  status: 200,
  description: 'An indexed PNG with one palette colour per ink.',
  type: 'image/png',
};

/** The errors of any request with a JSON body. */
export const bodyErrors: readonly (readonly [number, Code])[] = [
  [400, 'VALIDATION_ERROR'],
  [408, 'VALIDATION_ERROR'],
  [413, 'VALIDATION_ERROR'],
  [415, 'VALIDATION_ERROR'],
  [417, 'VALIDATION_ERROR'],
  [422, 'VALIDATION_ERROR'],
  [431, 'VALIDATION_ERROR'],
];
