import { fieldProblems } from '../../fields/problem.js';
import { isId, pageQuerySchema } from '../../fields/schemas.js';
import { cut } from '../../fields/text.js';
import { checkPageQuery } from '../../fields/validate.js';
import type { Context } from '../dependencies.js';
import { queryOf } from '../query.js';
import { parametersOf } from '../route.js';

/** Entries of a page, where the query does not say how many. */
export const defaultPage = 50;

/** The parameters of every list that comes in pages. */
export const pageParameters = parametersOf(pageQuerySchema.properties);

/** What a list says after its entries: the cursor of the next page, or null. */
export interface Next {
  readonly next: string | null;
}

/** The page that a query asks for. `after` is the last id of the page before. @throws {Problem} */
export function pageOf(ctx: Context): { readonly limit?: number | undefined; readonly after: string | null } {
  const { limit, cursor } = queryOf(ctx, checkPageQuery);
  return { limit, after: cursor === undefined ? null : readCursor(cursor) };
}

/** The cursor of the page behind `id`. */
export function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (isId(id)) return id;
  const message = 'Expected `next` of another page for cursor';
  throw fieldProblems([{ field: 'cursor', reason: 'format', message, received: cut(cursor) }]);
}
