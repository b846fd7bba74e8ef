import cors from '@koa/cors';
import type { Config } from '../../config.js';
import { Problem } from '../../fields/problem.js';
import type { Context, Handler } from '../dependencies.js';

/** The headers that a script on another site may read. Browsers hide all others. */
const exposed =
  'ETag, Retry-After, WWW-Authenticate, RateLimit-Policy, RateLimit, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-Id, X-ESL-Frame, X-ESL-Warnings, X-ESL-Waveform, X-ESL-Assumed, Idempotency-Replayed, Location, Allow';

/** Headers that let other sites read responses that bypass {@link crossOrigin}. */
export const openHeaders = { 'Access-Control-Expose-Headers': exposed, 'X-Content-Type-Options': 'nosniff' } as const;

/** Whether pages of all sites may send a request with this method to this path. */
export type IsOpen = (method: string, path: string) => boolean;

/**
 * Lets scripts on other sites call the server, as far as the configuration allows. Requests that are not open are refused from pages
 * of sites that CORS_ORIGIN does not list by name, also those that browsers send without asking first.
 */
export function crossOrigin(allowed: Config['corsOrigin'], methods: readonly string[], isOpen: IsOpen): Handler {
  const permit = (allowMethods: readonly string[]) =>
    cors({
      // Koa would await a function.
      origin: allowed === '*' ? '*' : (ctx) => allowedOrigin(allowed, ctx.get('Origin')) ?? '',
      exposeHeaders: exposed,
      allowMethods: [...allowMethods],
      maxAge: 600,
      // `answerErrors` keeps them.
      keepHeadersOnError: false,
    }) as Handler;
  const permitAll = permit(methods);
  return function crossOrigin(ctx, next) {
    if (!isFromOtherSite(ctx, allowed)) return permitAll(ctx, next);
    const { method, path } = ctx;
    const isPreflight = method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';
    if (!isPreflight) return permitAll(ctx, isOpen(method, path) ? next : () => Promise.reject(otherSite()));
    if (isOpen(ctx.get('Access-Control-Request-Method'), path))
      return permit(methods.filter((each) => isOpen(each, path)))(ctx, next);
    ctx.vary('Origin');
    ctx.status = 204;
    return undefined;
  };
}

function otherSite(): Problem {
  return new Problem(
    'FORBIDDEN',
    'Pages of other sites may do this only if CORS_ORIGIN of the server lists their origin',
    {
      title: 'The site of this page may not do this',
    },
  );
}

/** The value of Access-Control-Allow-Origin for a script from `origin`; undefined: it may not read the response. */
export function allowedOrigin(allowed: Config['corsOrigin'], origin: string): string | undefined {
  if (allowed === '*') return '*';
  return allowed.find((known) => known === origin);
}

/**
 * Whether a request comes from a page of a site that CORS_ORIGIN does not list by name. Browsers name the site in `Origin`, or at least
 * its relation to this server in `Sec-Fetch-Site`. Its `same-origin` also counts where a proxy has replaced Host.
 */
function isFromOtherSite(ctx: Context, allowed: Config['corsOrigin']): boolean {
  const [origin, site] = [ctx.get('Origin'), ctx.get('Sec-Fetch-Site')];
  if (site === 'same-origin' || site === 'none') return false;
  if (origin === '') return site !== '';
  const scheme = /^https?:\/\//.exec(origin)?.[0] ?? '';
  const own = `${scheme}${ctx.host}`;
  const isOwn =
    scheme !== '' && URL.canParse(origin) && URL.canParse(own) && new URL(origin).host === new URL(own).host;
  return !isOwn && (allowed === '*' || !allowed.includes(origin));
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
