import { RateLimiterSQLite } from 'rate-limiter-flexible';
import { createFlexibleLimiter } from '../flexible.js';
import type { Limiter, Policy } from '../limiter.js';
import type { Quotas } from './quotas.js';

/**
 * A limiter for all processes of a SQLite file: together they admit exactly the quota. Counts are written, but not flushed, before
 * a request is admitted: they outlive the process, but a loss of power may undo the last ones.
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
  return createFlexibleLimiter(policy, limiter, {
    apartMs: 0,
    sweep: (time) => quotas.count('DELETE FROM quotas WHERE expire < ?', [time]),
    forget: (key, time) => quotas.count('DELETE FROM quotas WHERE key = ? AND expire > ?', [key, time]),
  });
}

type Callback = (error: unknown, row?: unknown) => void;

/**
 * The database with the interface of the package `sqlite3`, which RateLimiterSQLite expects. Its savepoints are ignored, as each
 * statement is atomic already.
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
