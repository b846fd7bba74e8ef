import { Problem, unavailable } from '../../fields/problem.js';
import { type Cost, spentOn } from '../budgets/costs.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf, isLocalStudio } from '../client.js';
import type { BudgetState, Limiter } from '../../labels/store/limiter.js';
import { rateHeaders } from '../budgets/rate-headers.js';

/** Counts a request before its body is read, sets the rate headers, and refuses the request if the budget is used up. */
export function limit({ budget }: Pick<Cost, 'budget'>, points: number, tools: LimitTools): Handler {
  return async function countRequest(ctx, next) {
    await spend(ctx, budget, points, tools);
    await next();
  };
}

type LimitTools = Pick<Dependencies, 'limiters' | 'keyLimiters' | 'clock'>;

/**
 * Takes `points` from a budget of the client, and sets the rate headers. More than its whole quota are admitted as the first of a
 * window: otherwise the request could be sent again for ever.
 * @param taken points that the request has taken before
 * @throws {Problem} 429 if too few are left, 503 if they can't be counted
 */
export async function spend(
  ctx: Context,
  budget: Cost['budget'],
  points: number,
  tools: LimitTools,
  taken = 0,
): Promise<void> {
  const standing = await take(ctx, budget, points, tools);
  const { admitted, granted, policy } = standing;
  if (!admitted && granted + taken < policy.quota) throw tooManyRequests(standing);
}

/**
 * The same without refusing the request: the state says how many points were left.
 * @param points 0: only sets the headers
 * @throws {Problem} 503 if they can't be counted
 */
export async function take(
  ctx: Context,
  budget: Cost['budget'],
  points: number,
  tools: LimitTools,
): Promise<BudgetState> {
  const limiter = limiterOf(ctx, budget, tools);
  const client = clientOf(ctx);
  const standing = await (points === 0 ? limiter.peek(client) : limiter.consume(client, points)).catch(
    (error: unknown) => {
      throw unavailable('Requests can not be counted at the moment. Nothing was stored', 1, error);
    },
  );
  ctx.set(rateHeaders(standing, tools.clock()));
  return standing;
}

/** The limiter of a budget of the client: for updates, keys and the studio on this machine may have their own. */
export function limiterOf(
  ctx: Context,
  budget: Cost['budget'],
  { limiters, keyLimiters }: Pick<Dependencies, 'limiters' | 'keyLimiters'>,
): Limiter {
  const { key } = ctx.state;
  if (budget !== 'update') return limiters[budget];
  if (key === null && isLocalStudio(ctx)) return keyLimiters.ofStudio(limiters.update.policy);
  return keyLimiters.of(key) ?? limiters.update;
}

/** The error for a client that has used up its budget. */
export function tooManyRequests({ policy, resetS }: Pick<BudgetState, 'policy' | 'resetS'>, headers = {}): Problem {
  const things = spentOn[policy.name];
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    `${policy.quota} ${things} per ${policy.windowS} seconds. Try again in ${resetS} s.`,
    {
      title: `Too many ${things}`,
      headers: { ...headers, 'Retry-After': String(resetS) },
      members: { retry_after: resetS, 'violated-policies': [policy.name] },
    },
  );
}
