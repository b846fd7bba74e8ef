import { Problem, unavailable } from '../../fields/problem.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { clientKey, type Limiter, rateHeaders, type Standing } from '../limiter.js';

/** Counts a request before its body is read, sets the rate headers, and refuses the request if the budget is used up. */
export function limit(limiter: Limiter, { clock }: Pick<Dependencies, 'clock'>): Handler {
  return async function countRequest(ctx, next) {
    const standing = await limiter.consume(clientKey(ctx.ip)).catch((error: unknown) => {
      throw unavailable('Requests can not be counted at the moment. Nothing was stored', 1, error);
    });
    ctx.set(rateHeaders(standing, clock()));
    if (!standing.admitted) throw tooManyRequests(standing);
    await next();
  };
}

/** The error for a client that has used up its budget. */
export function tooManyRequests({ policy, resetS }: Standing): Problem {
  const things = policy.name === 'update' ? 'updates' : 'previews and layouts';
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    `${policy.quota} ${things} per ${policy.windowS} seconds. Try again in ${resetS} s.`,
    {
      title: `Too many ${things}`,
      headers: { 'Retry-After': String(resetS) },
      members: { retry_after: resetS, 'violated-policies': [policy.name] },
    },
  );
}
