import { getOrInsert } from '../../../renderer/index.js';
import type { Key } from '../../keys/record.js';
import type { Limiter, Policy } from '../../labels/store/limiter.js';
import { studioPolicy } from './costs.js';

/** The limiters of clients that have their own limit of updates. */
export type KeyLimiters = ReturnType<typeof createKeyLimiters>;

/** @param open opens a limiter, which counts for all processes of the backend */
export function createKeyLimiters(open: (policy: Policy) => Limiter) {
  /** One for each limit, as keys share few. */
  const limiters = new Map<string, Limiter>();
  const limiterFor = (policy: Policy) => getOrInsert(limiters, JSON.stringify(policy), () => open(policy));
  return {
    /** Null: the server's limit counts. */
    of(key: Pick<Key, 'updates'> | null | undefined): Limiter | null {
      if (!key?.updates) return null;
      const { quota, window_s: windowS } = key.updates;
      return limiterFor({ name: 'update', quota, windowS });
    },
    /** @param update the limit of the server */
    ofStudio: (update: Policy) => limiterFor(studioPolicy(update)),
    close(): void {
      for (const limiter of limiters.values()) limiter.close();
    },
  };
}
