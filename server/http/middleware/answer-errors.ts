import { Problem, serverError, unavailable } from '../../fields/problem.js';
import { StoreBusy, StoreFull } from '../../labels/store/index.js';
import { clientOf } from '../client.js';
import { sendFile } from '../conditional.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { problemText, problemType } from '../views.js';

/**
 * Answers every error in the same shape, with the headers that were set before it. Koa's handler would drop the headers and answer
 * with plain text.
 */
export function answerErrors({
  log,
  stopping,
  closed,
  metrics,
  page,
}: Pick<Dependencies, 'log' | 'stopping' | 'closed' | 'metrics' | 'page'>): Handler {
  return async function answerErrors(ctx, next) {
    const start = performance.now();
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) await answerNothing(ctx, page);
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
      // A stopping server refuses streams: that is no error.
      const level = stopping() && cause === undefined ? 'info' : 'error';
      if (problem.status >= 500)
        log[level]({ request_id: ctx.state.requestId, path: ctx.path, err: cause }, problem.detail);
    }
    // Otherwise clients that keep their connections would delay the stop.
    if (closed()) ctx.set('Connection', 'close');
    recordAnswer(ctx, performance.now() - start, { log, metrics });
  };
}

/** The studio's page says to people that nothing is at an address, and has links. */
async function answerNothing(ctx: Context, page: Dependencies['page']): Promise<void> {
  const isForPeople = ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html' && page.has('index.html');
  if (!isForPeople) throw new Problem('NOT_FOUND', 'Nothing is at this path');
  delete ctx.headers['if-none-match'];
  await sendFile(page)(ctx, () => Promise.resolve());
  ctx.remove('ETag');
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 404;
}

/** Counts and logs a response, without request headers, which may have a key. `ms`: the time until it was ready. */
function recordAnswer(ctx: Context, ms: number, { log, metrics }: Pick<Dependencies, 'log' | 'metrics'>): void {
  const { method, path, status, state } = ctx;
  const { requestId: request_id, route } = state;
  metrics.answered(method, route, status, ms / 1000);
  if (!log.isLevelEnabled('info')) return;
  const line = { request_id, client: clientOf(ctx), method, route, path, status, ms: Math.round(ms * 100) / 100 };
  log.info(line, 'answered');
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreBusy) return unavailable('The store is busy. Nothing was stored', 1, error);
  if (error instanceof StoreFull) return unavailable('The disk of the store is full. Nothing was stored', 10, error);
  return serverError(error);
}
