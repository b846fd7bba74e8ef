import { Problem, serverError, unavailable } from '../../fields/problem.js';
import { StoreBusy } from '../../labels/store/index.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { problemText, problemType } from '../views.js';

/**
 * Answers every error in the same shape, with the headers that were set before it. Koa's own handler would drop the headers
 * and answer in plain text. Only the request id's middleware is outside this one.
 */
export function answerErrors({ log, stopping, clock }: Pick<Dependencies, 'log' | 'stopping' | 'clock'>): Handler {
  return async function answerErrors(ctx, next) {
    const start = clock().getTime();
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw new Problem('NOT_FOUND', 'Nothing is at this path');
    } catch (error) {
      const problem = problemOf(error);
      ctx.status = problem.status;
      ctx.set({ 'Cache-Control': 'no-store', ...problem.options.headers });
      ctx.remove('ETag');
      ctx.vary('Accept');
      ctx.body = problemText(problem, ctx.state.requestId, ctx.path);
      ctx.set('Content-Type', problemType(ctx.headers.accept));
      if (problem.status >= 500)
        log.error({ request_id: ctx.state.requestId, path: ctx.path, err: problem.options.cause }, problem.detail);
    }
    // Otherwise clients that keep their connections would delay the stop.
    if (stopping()) ctx.set('Connection', 'close');
    const { method, path, status } = ctx;
    log.info({ request_id: ctx.state.requestId, method, path, status, ms: clock().getTime() - start }, 'answered');
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreBusy) return unavailable('The store is busy. Nothing was stored', 1, error);
  return serverError(error);
}
