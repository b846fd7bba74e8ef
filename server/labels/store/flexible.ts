import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { budgetState, type Limiter, peeked, type Policy } from './limiter.js';
import { type Taken, takeTogether } from './points.js';

/** The rows of a limiter in a database. Times are milliseconds since 1970, by this process's clock. */
export interface Counts {
  /** The maximum difference between the clocks of processes, in milliseconds: a window may seem longer by it. */
  readonly apartMs: number;
  /** Deletes the rows of windows that ended before `time`. */
  sweep(time: number): Promise<unknown>;
  /** Deletes the row of a client if its window ends after `time`. */
  forget(key: string, time: number): Promise<unknown>;
}

/** A limiter that counts with the library rate-limiter-flexible, for all processes of a database. */
export function createFlexibleLimiter(policy: Policy, limiter: RateLimiterAbstract, counts: Counts): Limiter {
  const windowMs = policy.windowS * 1000;
  // Otherwise the rows of 500,000 addresses from one minute would stay forever.
  const sweep = setInterval(() => {
    // If it fails, the next sweep deletes the rows.
    counts.sweep(Date.now()).catch(() => undefined);
  }, windowMs);
  sweep.unref();
  /** Deletes a window that ends too late, as the clock was set back after it began: no client waits longer for that. */
  const dropsStale = async (client: string, { msBeforeNext }: Taken): Promise<boolean> => {
    if (msBeforeNext <= windowMs + counts.apartMs) return false;
    await counts.forget(`${policy.name}:${client}`, Date.now() + windowMs + counts.apartMs);
    return true;
  };
  const take = takeTogether((client, points) =>
    limiter.consume(client, points).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }),
  );
  const consume: Limiter['consume'] = async (client, points = 1) => {
    const taken = await take(client, points);
    if (await dropsStale(client, taken)) return consume(client, points);
    return budgetState(policy, taken.consumedPoints, points, taken.msBeforeNext);
  };
  return {
    policy,
    consume,
    async peek(client) {
      const result = await limiter.get(client);
      const isKnown = result && !(await dropsStale(client, result));
      return isKnown ? peeked(policy, result.consumedPoints, result.msBeforeNext) : peeked(policy, 0, windowMs);
    },
    close: () => {
      clearInterval(sweep);
    },
  };
}
