import type { Checked } from '../fields/checked.js';
import { accepted, fieldProblems } from '../fields/problem.js';
import type { Context } from './dependencies.js';

/** Checks the query of a request. A repeated parameter is a list, which no schema allows. @throws {Problem} */
export function queryOf<T>(ctx: Context, check: (query: Readonly<Record<string, unknown>>) => Checked<T>): T {
  return accepted(check(ctx.query)).value;
}

/** Far more than any operation has. Koa reads a query in a time that grows with the square of their number. */
const maxParameters = 100;

/** Refuses a query of too many parameters before it is read. @throws {Problem} */
export function boundQuery({ querystring }: Context): void {
  let parameters = 1;
  for (let at = querystring.indexOf('&'); at >= 0; at = querystring.indexOf('&', at + 1)) parameters++;
  if (parameters <= maxParameters) return;
  const message = `Expected at most ${maxParameters} query parameters but received ${parameters}`;
  throw fieldProblems([{ field: 'query', reason: 'too_many', message }]);
}
