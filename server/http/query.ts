import type { Checked } from '../fields/checked.js';
import { accepted } from '../fields/problem.js';
import type { Context } from './dependencies.js';

/** Checks the query of a request. A repeated parameter is a list, which no schema allows. @throws {Problem} */
export function queryOf<T>(ctx: Context, check: (query: Readonly<Record<string, unknown>>) => Checked<T>): T {
  return accepted(check(ctx.query)).value;
}
