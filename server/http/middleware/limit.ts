import { Problem, unavailable } from '../../fields/problem.js';
import { type Cost, spentOn } from '../budgets/costs.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import type { BudgetState } from '../../labels/store/limiter.js';
import { rateHeaders } from '../budgets/rate-headers.js';

/** Counts a request before its body is read, sets the rate headers, and refuses the request if the budget is used up. */
export function limit(
  { budget }: Cost,
  points: number,
  dependencies: Pick<Dependencies, 'limiters' | 'clock'>,
): Handler {
  return async function countRequest(ctx, next) {
    await spend(ctx, budget, points, dependencies);
    await next();
  };
}

/**
 * Takes `points` from a budget of the client, and sets the rate headers.
 * @throws {Problem} 429 if too few are left, 503 if they can't be counted
 */
export async function spend(
  ctx: Context,
  budget: Cost['budget'],
  points: number,
  { limiters, clock }: Pick<Dependencies, 'limiters' | 'clock'>,
): Promise<void> {
  const standing = await limiters[budget].consume(clientOf(ctx), points).catch((error: unknown) => {
    throw unavailable('Requests can not be counted at the moment. Nothing was stored', 1, error);
  });
  ctx.set(rateHeaders(standing, clock()));
  if (!standing.admitted) throw tooManyRequests(standing);
}

/** The error for a client that has used up its budget. */
export function tooManyRequests({ policy, resetS }: BudgetState): Problem {
  const things = spentOn[policy.name];
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
