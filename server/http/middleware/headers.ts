import cors from '@koa/cors';
import type { Config } from '../../config.js';
import type { Context, Handler } from '../dependencies.js';

/** What a script on another site may read; without this list a browser hides them all. */
const exposed = [
  'ETag',
  'Retry-After',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-ESL-Warnings',
  'Location',
  'Allow',
].join(', ');

/** The headers that let other sites read an answer, for answers that don't pass the middleware below. */
export const openHeaders = { 'Access-Control-Expose-Headers': exposed, 'X-Content-Type-Options': 'nosniff' } as const;

/** Lets scripts of other sites call, as far as the configuration allows. */
export function crossOrigin(allowed: Config['corsOrigin'], methods: readonly string[]): Handler {
  return cors({
    origin: (ctx) => allowedOrigin(allowed, ctx.get('Origin')) ?? '',
    exposeHeaders: exposed,
    allowMethods: [...methods],
    maxAge: 600,
    // The middleware outside keeps the headers of this one.
    keepHeadersOnError: false,
  }) as Handler;
}

/** The value of Access-Control-Allow-Origin for a caller from `origin`; undefined refuses. */
export function allowedOrigin(allowed: Config['corsOrigin'], origin: string): string | undefined {
  if (allowed === '*') return '*';
  return allowed.find((known) => known === origin);
}

/** What every answer carries so that browsers don't guess. */
export function safeHeaders(): Handler {
  return async function setSafeHeaders(ctx: Context, next) {
    ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    // Pictures may be shown on any page: that is what they are for.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await next();
  };
}
