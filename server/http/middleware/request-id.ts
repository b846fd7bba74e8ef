import { randomUUID } from 'node:crypto';
import type { Context, Handler } from '../dependencies.js';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/** A name for one request, for its answer and its log line. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}

/** Gives each request its name: the client's own, when it is harmless, or a new one. */
export function requestId(): Handler {
  return async function nameRequest(ctx: Context, next) {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = acceptable.test(given) ? given : newRequestId();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
  };
}
