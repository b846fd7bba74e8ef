import { fieldProblems, Problem } from '../../fields/problem.js';
import { isId } from '../../fields/schemas.js';
import { cut } from '../../fields/field-problem.js';
import type { Handler } from '../dependencies.js';

/** Refuses a new id unless it matches `pattern`: 1 to 64 `letters`, digits, dots, dashes and underscores. */
export function checkId(pattern: string, letters: string, example: string): Handler {
  const form = new RegExp(pattern);
  return async function checkId(ctx, next) {
    const id = ctx.params.id!;
    if (!form.test(id)) {
      const received = cut(id);
      const expected = `1 to 64 ${letters}, digits, dots, dashes and underscores, the first a letter or digit,`;
      const message = `Expected ${expected} for id but received ${JSON.stringify(received)}`;
      throw fieldProblems([{ field: 'id', reason: 'format', message, received, example }]);
    }
    await next();
  };
}

/** Answers 404 to an impossible id without a query to the store. */
export function possibleId(): Handler {
  return async function possibleId(ctx, next) {
    if (!isId(ctx.params.id!)) throw new Problem('NOT_FOUND', 'Nothing can have this id');
    await next();
  };
}
