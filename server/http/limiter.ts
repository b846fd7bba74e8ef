import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { Quotas } from '../labels/store/url.js';

/** A budget: `quota` requests in each window of `windowS` seconds, which starts with a client's first request. */
export interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

/** Where a client stands. */
export interface Standing {
  readonly policy: Policy;
  readonly admitted: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 to `windowS`. */
  readonly resetS: number;
}

export interface Limiter {
  readonly policy: Policy;
  /** Counts one request of the client. @throws when the limiter's store fails */
  consume(client: string): Promise<Standing>;
  /** Where the client stands; counts nothing. */
  peek(client: string): Promise<Standing>;
  close(): void;
}

/** A limiter for one process. `maxClients` bounds its memory. */
export function createMemoryLimiter(policy: Policy, maxClients = 20_000): Limiter {
  const limiter = new RateLimiterMemory({ keyPrefix: policy.name, points: policy.quota, duration: policy.windowS });
  const name = boundNames(maxClients, policy.windowS * 1000);
  return { ...around(limiter, policy, name), close: () => undefined };
}

/**
 * A limiter for all processes that share a SQLite file: together they admit exactly the quota. Counts are in the file when a
 * request is admitted, but are not flushed to the disk: they outlive the process, and a loss of power may undo the last ones.
 */
export function createSqliteLimiter(policy: Policy, quotas: Quotas): Limiter {
  const limiter = new RateLimiterSQLite({
    storeClient: clientOf(quotas),
    storeType: 'sqlite3',
    tableName: 'quotas',
    tableCreated: true,
    keyPrefix: policy.name,
    points: policy.quota,
    duration: policy.windowS,
  });
  // Otherwise the rows of 500,000 addresses that come in one minute would stay for ever.
  const sweep = setInterval(() => {
    // What fails, the next sweep deletes.
    quotas.count('DELETE FROM quotas WHERE expire < ?', [Date.now()]).catch(() => undefined);
  }, policy.windowS * 1000);
  sweep.unref();
  return {
    ...around(limiter, policy, (client) => client),
    close: () => {
      clearInterval(sweep);
    },
  };
}

type Callback = (error: unknown, row?: unknown) => void;

/**
 * The store as the package `sqlite3` would offer it, which is what RateLimiterSQLite can wait for. Its savepoints are left
 * out: the store gives each statement one.
 */
function clientOf({ quota, count }: Quotas) {
  return {
    serialize(work: () => void): void {
      work();
    },
    run(_savepoint: string, done: Callback): void {
      done(null);
    },
    get(sql: string, values: readonly (string | number)[], done: Callback): void {
      const ask = sql.startsWith('SELECT') ? quota : count;
      ask(sql, values).then((row) => {
        done(null, row);
      }, done);
    },
  };
}

/**
 * The name that a client is counted by: its IP address. An IPv6 address is cut to /64, which is what a provider gives to a
 * customer, and an IPv4 address within IPv6 counts as IPv4.
 */
export function clientKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
}

/** The headers that tell a client where it stands: those of draft-ietf-httpapi-ratelimit-headers-10, and the usual X- ones. */
export function rateHeaders(standing: Standing, now: Date): Record<string, string> {
  const { policy, remaining, resetS } = standing;
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.windowS}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${resetS}`,
    'X-RateLimit-Limit': String(policy.quota),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(now.getTime() / 1000) + resetS),
  };
}

function around(
  limiter: RateLimiterAbstract,
  policy: Policy,
  nameOf: (client: string) => string,
): Pick<Limiter, 'policy' | 'consume' | 'peek'> {
  const standing = (result: RateLimiterRes | null, admitted: boolean): Standing => ({
    policy,
    admitted,
    remaining: result ? result.remainingPoints : policy.quota,
    // If the clock is set back, clients must not be locked out for longer than the window.
    resetS: result ? Math.min(policy.windowS, Math.max(1, Math.ceil(result.msBeforeNext / 1000))) : policy.windowS,
  });
  return {
    policy,
    async consume(client) {
      try {
        return standing(await limiter.consume(nameOf(client)), true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return standing(refusal, false);
        throw refusal;
      }
    },
    async peek(client) {
      const result = await limiter.get(nameOf(client));
      return standing(result, !result || result.remainingPoints > 0);
    },
  };
}

/**
 * Names at most `max` clients in a window. Further clients share one name, and with it one budget. All windows are equally
 * long, so the oldest is the first to end.
 */
function boundNames(max: number, windowMs: number): (client: string) => string {
  const ends = new Map<string, number>();
  return (client) => {
    const now = Date.now();
    for (const [oldest, end] of ends) {
      if (end > now) break;
      ends.delete(oldest);
    }
    if (ends.has(client)) return client;
    if (ends.size >= max) return 'others';
    ends.set(client, now + windowMs);
    return client;
  };
}
