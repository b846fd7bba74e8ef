import type { Checked } from '../fields/checked.js';
import { accepted } from '../fields/problem.js';
import type { Context } from './dependencies.js';

/** The query of a request, checked. A parameter that comes twice arrives as a list, which no schema takes. @throws {Problem} */
export function queryOf<T>(ctx: Context, check: (query: Readonly<Record<string, unknown>>) => Checked<T>): T {
  return accepted(check(ctx.query)).value;
}
