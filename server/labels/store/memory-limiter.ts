import { budgetState, peeked, type Limiter, type Policy } from './limiter.js';

/** The points that a client has spent in the window until `end`. */
interface Window {
  readonly end: number;
  spent: number;
}

/** The shared budget of clients that came when the memory was full. No client key has a blank. */
const others = 'all others';

/**
 * A limiter for one process. Its clock is monotonic: no client waits longer if the system time is set back.
 * @param maxClients limits its memory. Further clients share one budget
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

  /* oxlint-disable typescript/require-await -- the contract is asynchronous, a map is not */
  return {
    policy,
    async consume(client, points = 1) {
      const now = performance.now();
      const { key, window = { end: now + windowMs, spent: 0 } } = find(client, now);
      windows.set(key, window);
      window.spent += points;
      return budgetState(policy, window.spent, points, window.end - now);
    },
    async peek(client) {
      const now = performance.now();
      const { window = { end: now + windowMs, spent: 0 } } = find(client, now);
      return peeked(policy, window.spent, window.end - now);
    },
    close: () => undefined,
  };
  /* oxlint-enable typescript/require-await */
}
