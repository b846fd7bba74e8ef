import { fieldProblems } from '../../fields/problem.js';
import { isId, pageQuerySchema } from '../../fields/schemas.js';
import { cut } from '../../fields/field-problem.js';
import { checkPageQuery } from '../../fields/validate.js';
import type { Context } from '../dependencies.js';
import { queryOf } from '../query.js';
import { parametersOf } from '../route.js';

/** Entries of a page without `limit`. */
export const defaultPage = 50;

export const pageParameters = parametersOf(pageQuerySchema.properties);

/** The cursor of the next page; null: this is the last. */
export interface Next {
  readonly next: string | null;
}

/** The page of a query. `after` is the last id of the page before. @throws {Problem} */
export function pageOf(ctx: Context): { readonly limit?: number | undefined; readonly after: string | null } {
  const { limit, cursor } = queryOf(ctx, checkPageQuery);
  return { limit, after: afterOf(cursor) };
}

/** The id after which the page of a cursor starts. @throws {Problem} */
export function afterOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (isId(id)) return id;
  const message = 'Expected `next` of another page for cursor';
  throw fieldProblems([{ field: 'cursor', reason: 'format', message, received: cut(cursor) }]);
}

export function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}
