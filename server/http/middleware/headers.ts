import cors from '@koa/cors';
import type { Config } from '../../config.js';
import type { Context, Handler } from '../dependencies.js';

/** The headers that a script on another site may read. Browsers hide all others. */
const exposed =
  'ETag, Retry-After, WWW-Authenticate, RateLimit-Policy, RateLimit, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-Id, X-ESL-Frame, X-ESL-Warnings, X-ESL-Waveform, X-ESL-Assumed, Idempotency-Replayed, Location, Allow';

/** Headers that let other sites read responses that bypass {@link crossOrigin}. */
export const openHeaders = { 'Access-Control-Expose-Headers': exposed, 'X-Content-Type-Options': 'nosniff' } as const;

/** Lets scripts on other sites call the server, as far as the configuration allows. */
export function crossOrigin(allowed: Config['corsOrigin'], methods: readonly string[]): Handler {
  return cors({
    // Koa would await a function.
    origin: allowed === '*' ? '*' : (ctx) => allowedOrigin(allowed, ctx.get('Origin')) ?? '',
    exposeHeaders: exposed,
    allowMethods: [...methods],
    maxAge: 600,
    // `answerErrors` keeps them.
    keepHeadersOnError: false,
  }) as Handler;
}

/** The value of Access-Control-Allow-Origin for a script from `origin`; undefined: it may not read the response. */
export function allowedOrigin(allowed: Config['corsOrigin'], origin: string): string | undefined {
  if (allowed === '*') return '*';
  return allowed.find((known) => known === origin);
}

/**
 * Whether a request comes from a page of a site that CORS_ORIGIN does not list. Browsers name the site in `Origin`, and send such
 * requests without asking first if they have no body, or that of a form.
 */
export function isFromOtherSite(ctx: Context, allowed: Config['corsOrigin']): boolean {
  const origin = ctx.get('Origin');
  const isOwn = origin === '' || origin.replace(/^https?:\/\//, '') === ctx.get('Host');
  return !isOwn && allowedOrigin(allowed, origin) === undefined;
}

/** Sets headers that keep browsers from guessing. */
export function safeHeaders(): Handler {
  return function setSafeHeaders({ res }: Context, next) {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    // Images may be shown on any site: that is their purpose.
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    return next();
  };
}
