import type { Code } from '../fields/problem.js';
import type { Handler } from './dependencies.js';
import type { Schema } from './openapi/shapes.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly description: string;
  readonly schema: Schema;
}

export interface Success {
  readonly status: number;
  readonly description: string;
  /** Absent: no body. */
  readonly type?: string;
  readonly schema?: Schema;
}

/**
 * One operation. The router, 405 and Allow, `GET /api` and the OpenAPI document are all made from these, so that none
 * of them can say what another doesn't.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for parameters; `HEAD` comes with `GET`, `OPTIONS` with every path. */
  readonly path: string;
  readonly operation: string;
  readonly tag: 'Updates' | 'Labels' | 'Images' | 'Panels and layouts' | 'About';
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** The name of a schema in the components, and an example of it. */
  readonly body?: { readonly schema: string; readonly example: unknown };
  readonly success: readonly Success[];
  /** Beside 500, which any of them can answer. */
  readonly errors?: readonly (readonly [status: number, code: Code])[];
  /** The budget that it is counted in. */
  readonly budget?: 'update' | 'preview';
  readonly steps: readonly Handler[];
}

/** A success with a JSON body. */
export function json(status: number, description: string, schema: Schema): Success {
  return { status, description, type: 'application/json', schema };
}

/** A success whose body is a PNG. */
export const png: Success = {
  status: 200,
  description: 'An indexed PNG: one palette entry an ink.',
  type: 'image/png',
};

/** What a request with a JSON body can be refused with. */
export const bodyErrors: readonly (readonly [number, Code])[] = [
  [400, 'VALIDATION_ERROR'],
  [408, 'VALIDATION_ERROR'],
  [413, 'VALIDATION_ERROR'],
  [415, 'VALIDATION_ERROR'],
  [417, 'VALIDATION_ERROR'],
  [431, 'VALIDATION_ERROR'],
];
