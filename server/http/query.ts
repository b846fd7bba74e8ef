import type { Context } from './dependencies.js';
import { fieldProblems } from '../fields/problem.js';
import type { Checked } from '../fields/validate.js';

/** The query of a request, checked. A parameter that comes twice arrives as a list, which no schema takes. @throws {Problem} */
export function queryOf(ctx: Context, check: (query: Readonly<Record<string, unknown>>) => Checked): Checked['fields'] {
  const { fields, problems } = check(ctx.query);
  if (problems.length > 0) throw fieldProblems(problems);
  return fields;
}
