import { randomUUID } from 'node:crypto';
import type { Context, Handler } from '../dependencies.js';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

export function newRequestId(): string {
  return `req_${randomUUID()}`;
}

/** Sets the id of each request: the client's if it is harmless, else a new one. */
export function requestId(): Handler {
  return function nameRequest(ctx: Context, next) {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = given !== '' && acceptable.test(given) ? given : newRequestId();
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
