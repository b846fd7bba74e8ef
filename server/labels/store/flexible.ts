import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, Policy, Standing } from './limiter.js';
import { type Taken, takeTogether } from './points.js';

/** The rows that a limiter of the library has in a database. Times are milliseconds since 1970, of the clock that it goes by. */
export interface Counts {
  /** How far the clocks of those who share the database may be apart, in milliseconds: so much longer may a window seem. */
  readonly apartMs: number;
  /** Deletes the rows of windows that ended before `time`. */
  sweep(time: number): Promise<unknown>;
  /** Deletes the row of a client if its window ends after `time`. */
  forget(key: string, time: number): Promise<unknown>;
}

/** A limiter of ours that counts with one of the library, for all processes that share its database. */
export function createFlexibleLimiter(policy: Policy, limiter: RateLimiterAbstract, counts: Counts): Limiter {
  const windowMs = policy.windowS * 1000;
  // Otherwise the rows of 500,000 addresses that come in one minute would stay for ever.
  const sweep = setInterval(() => {
    // What fails, the next sweep deletes.
    counts.sweep(Date.now()).catch(() => undefined);
  }, windowMs);
  sweep.unref();
  /** A window that ends later than it may was begun before the clock was set back. It is forgotten: nobody waits longer for that. */
  const forgets = async (client: string, { msBeforeNext }: Taken): Promise<boolean> => {
    if (msBeforeNext <= windowMs + counts.apartMs) return false;
    await counts.forget(`${policy.name}:${client}`, Date.now() + windowMs + counts.apartMs);
    return true;
  };
  const standing = ({ consumedPoints, msBeforeNext }: Taken, admitted: boolean): Standing => ({
    policy,
    admitted,
    remaining: Math.max(0, policy.quota - consumedPoints),
    resetS: Math.min(policy.windowS, Math.max(1, Math.ceil(msBeforeNext / 1000))),
  });
  const take = takeTogether((client, points) =>
    limiter.consume(client, points).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }),
  );
  const consume: Limiter['consume'] = async (client, points = 1) => {
    const taken = await take(client, points);
    if (await forgets(client, taken)) return consume(client, points);
    return standing(taken, taken.consumedPoints <= policy.quota);
  };
  return {
    policy,
    consume,
    async peek(client) {
      const result = await limiter.get(client);
      if (result && !(await forgets(client, result))) return standing(result, result.consumedPoints < policy.quota);
      return { policy, admitted: true, remaining: policy.quota, resetS: policy.windowS };
    },
    close: () => {
      clearInterval(sweep);
    },
  };
}
