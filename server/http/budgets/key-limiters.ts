import type { Key } from '../../keys/record.js';
import type { Limiter, Policy } from '../../labels/store/limiter.js';

/** The limiters of keys that have their own limit of updates. */
export interface KeyLimiters {
  /** Null: the server's limit counts. */
  of(key: Pick<Key, 'updates'> | null | undefined): Limiter | null;
  close(): void;
}

/** @param open opens a limiter, which counts for all processes of the backend */
export function createKeyLimiters(open: (policy: Policy) => Limiter): KeyLimiters {
  /** One for each limit, as keys share few. */
  const limiters = new Map<string, Limiter>();
  return {
    of(key) {
      if (!key?.updates) return null;
      const { quota, window_s: windowS } = key.updates;
      const name = `${quota}/${windowS}`;
      const limiter = limiters.get(name) ?? open({ name: 'update', quota, windowS });
      limiters.set(name, limiter);
      return limiter;
    },
    close() {
      for (const limiter of limiters.values()) limiter.close();
    },
  };
}
