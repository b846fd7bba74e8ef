import { Problem, serverError, unavailable } from '../../fields/problem.js';
import { StoreBusy } from '../../labels/store/index.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { problemText, problemType } from '../views.js';
import { recordAnswers } from './record-answers.js';

/**
 * Answers every error in the same shape, with the headers that were set before it. Koa's own handler would drop the headers
 * and answer in plain text. Only the request id's middleware is outside this one.
 */
export function answerErrors({
  log,
  stopping,
  closed,
  metrics,
}: Pick<Dependencies, 'log' | 'stopping' | 'closed' | 'metrics'>): Handler {
  const record = recordAnswers({ log, metrics });
  return async function answerErrors(ctx, next) {
    const start = performance.now();
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw new Problem('NOT_FOUND', 'Nothing is at this path');
    } catch (error) {
      const problem = (ctx.state.problem = problemOf(error));
      ctx.status = problem.status;
      ctx.set({ 'Cache-Control': 'no-store', ...problem.options.headers });
      ctx.remove('ETag');
      ctx.remove('X-ESL-Warnings');
      ctx.vary('Accept');
      ctx.body = problemText(problem, ctx.state.requestId, ctx.path);
      ctx.set('Content-Type', problemType(ctx.headers.accept));
      const { cause } = problem.options;
      // That a server which stops refuses a stream is no fault.
      const level = stopping() && cause === undefined ? 'info' : 'error';
      if (problem.status >= 500)
        log[level]({ request_id: ctx.state.requestId, path: ctx.path, err: cause }, problem.detail);
    }
    // Otherwise clients that keep their connections would delay the stop.
    if (closed()) ctx.set('Connection', 'close');
    record(ctx, performance.now() - start);
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreBusy) return unavailable('The store is busy. Nothing was stored', 1, error);
  return serverError(error);
}
