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
 * An operation. The router, 405 and Allow, `GET /api` and the OpenAPI document are all made from the list of routes, so they
 * always agree.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for parameters. `GET` implies `HEAD`, and every path has `OPTIONS`. */
  readonly path: string;
  readonly operation: string;
  readonly tag: 'Updates' | 'Labels' | 'Images' | 'Panels and layouts' | 'About';
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** The name of its schema among the components, and an example. */
  readonly body?: { readonly schema: string; readonly example: unknown };
  readonly success: readonly Success[];
  /** Besides 500, which every route can answer. */
  readonly errors?: readonly (readonly [status: number, code: Code])[];
  /** The budget that requests are counted in. */
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
  [431, 'VALIDATION_ERROR'],
];
