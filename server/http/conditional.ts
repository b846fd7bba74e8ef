import type { Context } from './dependencies.js';

/**
 * Sends `bytes` with a strong `etag`, or 304 to a client that has them already. Koa's `ctx.fresh` would send them again
 * when the request has Cache-Control: no-cache, which Node's fetch adds to every If-None-Match.
 */
export function sendTagged(ctx: Context, type: string, etag: string, bytes: Buffer): void {
  ctx.set('ETag', etag);
  ctx.set('Content-Type', type);
  const known = ctx
    .get('If-None-Match')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) ctx.status = 304;
  else ctx.body = bytes;
}
