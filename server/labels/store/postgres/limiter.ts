import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { createFlexibleLimiter } from '../flexible.js';
import type { Limiter, Policy } from '../limiter.js';
import type { Database } from './database.js';

interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** The indexes of times among the values of the library's statements, by the first word of the statement. */
const times: Readonly<Record<string, readonly number[]>> = { INSERT: [2, 3], SELECT: [1] };
/** Smaller differences between clocks, in milliseconds, may be errors of measuring. */
const minDifferenceMs = 500;

/**
 * A limiter for all processes of a database: together they admit exactly the quota. All use the server's clock, so theirs may
 * differ; what remains is an error of a round trip, or {@link minDifferenceMs}. Counts outlive every process, but not a
 * crash of the server, nor its failover: they are not logged.
 */
export function createPostgresLimiter(policy: Policy, database: Database): Limiter {
  /** The server's clock minus this one. Small differences vary with the measurement, and windows would too. */
  const ahead = () => {
    const difference = Math.round(database.serverTime() - Date.now());
    return Math.abs(difference) < minDifferenceMs ? 0 : difference;
  };
  const limiter = new RateLimiterPostgres({
    storeClient: {
      async query({ name, text, values = [] }: Query) {
        const shift = ahead();
        const places = times[text.trimStart().split(/\s/, 1)[0]!] ?? [];
        const shifted = values.map((value, i) => (places.includes(i) ? Number(value) + shift : value));
        const rows = await database.ask<{ points: number; expire: number }>({ name, text }, shifted);
        return { rowCount: rows.length, rows: rows.map((row) => ({ ...row, expire: row.expire - shift })) };
      },
    },
    storeType: 'pool',
    tableName: 'quotas',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: policy.name,
    points: policy.quota,
    duration: policy.windowS,
  });
  return createFlexibleLimiter(policy, limiter, {
    apartMs: 2 * minDifferenceMs,
    sweep: (time) => database.ask({ text: 'DELETE FROM quotas WHERE expire < $1' }, [time + ahead()]),
    forget: (key, time) =>
      database.ask({ text: 'DELETE FROM quotas WHERE key = $1 AND expire > $2' }, [key, time + ahead()]),
  });
}
