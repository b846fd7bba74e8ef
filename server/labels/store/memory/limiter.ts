import type { Limiter, Policy, Standing } from '../limiter.js';

/** The requests of a client since `end` minus the length of a window. */
interface Window {
  readonly end: number;
  spent: number;
}

/** Counts clients that came when the memory was full. No client's key has a blank. */
const others = 'all others';

/**
 * A limiter for one process. Its clock only goes forward: if the system's is set back, no client waits longer.
 * @param maxClients bounds its memory. Further clients share one budget
 */
export function createMemoryLimiter(policy: Policy, maxClients = 20_000): Limiter {
  const windowMs = policy.windowS * 1000;
  /** All windows are equally long, so the first is the first to end. */
  const windows = new Map<string, Window>();

  const find = (client: string, now: number): { key: string; window: Window | undefined } => {
    for (const [key, { end }] of windows) {
      if (end > now) break;
      windows.delete(key);
    }
    const key = windows.has(client) || windows.size < maxClients ? client : others;
    return { key, window: windows.get(key) };
  };
  const standing = (window: Window, now: number, admitted: boolean): Standing => ({
    policy,
    admitted,
    remaining: Math.max(0, policy.quota - window.spent),
    // Sums of fractions of milliseconds are rounded: it is never more than a window.
    resetS: Math.min(policy.windowS, Math.max(1, Math.ceil((window.end - now) / 1000))),
  });

  /* oxlint-disable typescript/require-await -- the contract is asynchronous, a map is not */
  return {
    policy,
    async consume(client, points = 1) {
      const now = performance.now();
      const { key, window = { end: now + windowMs, spent: 0 } } = find(client, now);
      windows.set(key, window);
      window.spent += points;
      return standing(window, now, window.spent <= policy.quota);
    },
    async peek(client) {
      const now = performance.now();
      const { window = { end: now + windowMs, spent: 0 } } = find(client, now);
      return standing(window, now, window.spent < policy.quota);
    },
    close: () => undefined,
  };
  /* oxlint-enable typescript/require-await */
}
