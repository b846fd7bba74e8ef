import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { Limiter, Policy, Standing } from '../limiter.js';
import type { Quotas } from './tables/quotas.js';

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
  const windowMs = policy.windowS * 1000;
  /** A window that ends later than it may was begun before the clock was set back. It is forgotten: nobody waits longer for that. */
  const forgets = async (client: string, { msBeforeNext }: RateLimiterRes): Promise<boolean> => {
    if (msBeforeNext <= windowMs) return false;
    const key = `${policy.name}:${client}`;
    await quotas.count('DELETE FROM quotas WHERE key = ? AND expire > ?', [key, Date.now() + windowMs]);
    return true;
  };
  const standing = ({ remainingPoints, msBeforeNext }: RateLimiterRes, admitted: boolean): Standing => ({
    policy,
    admitted,
    remaining: remainingPoints,
    resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
  const consume: Limiter['consume'] = async (client, points = 1) => {
    const { result, admitted } = await limiter.consume(client, points).then(
      (taken) => ({ result: taken, admitted: true }),
      (refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return { result: refusal, admitted: false };
        throw refusal;
      },
    );
    return (await forgets(client, result)) ? consume(client, points) : standing(result, admitted);
  };
  return {
    policy,
    consume,
    async peek(client) {
      const result = await limiter.get(client);
      if (result && !(await forgets(client, result))) return standing(result, result.remainingPoints > 0);
      return { policy, admitted: true, remaining: policy.quota, resetS: policy.windowS };
    },
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
