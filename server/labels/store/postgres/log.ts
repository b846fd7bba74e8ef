import { setTimeout as delay } from 'node:timers/promises';
import { type Log, StoreBusy, sweepEach } from '../index.js';
import { floor, type LogOperations } from '../operations/log.js';
import { entryOf } from '../rows.js';
import { type Ask, type Database, deadline, isTimeLeft, perform } from './database.js';

const newest = {
  // Not the last number of the sequence, which a crash may reset. Locks are read after the snapshot of the rows: a transaction that
  // ends in between is in neither, and the next statement sees it.
  name: 'log_newest',
  text: `SELECT greatest((SELECT max(seq) FROM log), ${floor}) AS seq,
    ARRAY(
      SELECT virtualtransaction FROM pg_locks
      WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND relation = 'log'::regclass
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS writers`,
};

/** Milliseconds between two checks of running writes. */
const lookMs = 4;

/**
 * The newest number up to which the log is complete. Transactions take their numbers before they end: a running one may have an
 * earlier number, and must end first. The ids of the transactions do not help, because one that began later may take an earlier
 * number.
 */
async function readable(ask: Ask): Promise<number> {
  const until = deadline();
  const look = async () => (await ask<{ seq: number; writers: readonly string[] }>(newest))[0]!;
  const { seq, writers } = await look();
  // A transaction that has taken a number holds its lock until it ends.
  for (let running = writers; running.length > 0;) {
    if (!isTimeLeft(until)) throw new StoreBusy('A write does not end');
    await delay(lookMs);
    const now = new Set((await look()).writers);
    running = running.filter((writer) => now.has(writer));
  }
  return seq;
}

export function createLog(
  { ask }: Pick<Database, 'ask'>,
  tenant: string,
  log: LogOperations,
): Pick<Log, 'newest' | 'since'> {
  return {
    newest: () => readable(ask),
    async since(seq, limit) {
      const page = await perform(ask, log.since(tenant, seq, await readable(ask), limit));
      return page && { entries: page.rows.map(entryOf), next: page.next };
    },
  };
}

export type Sweeper = ReturnType<typeof createSweeper>;

/** Deletes old entries after every {@link sweepEach} numbers. If that fails, the next sweep deletes them. */
export function createSweeper(database: Pick<Database, 'ask' | 'transact'>, log: LogOperations) {
  let changes = 0;
  /** Sweeps if a number of which every {@link sweepEach}th sweeps is among these. */
  const sweepAfter = async (first: number, last: number): Promise<void> => {
    if (Math.floor(last / sweepEach) === Math.floor((first - 1) / sweepEach)) return;
    await database.transact((ask) => perform(ask, log.sweep(last))).catch(() => undefined);
  };
  return {
    sweepAfter,
    /** Sweeps after every {@link sweepEach} calls, one for each change that is no update. */
    count(): void {
      if (++changes % sweepEach !== 0) return;
      readable(database.ask)
        .then((last) => sweepAfter(last - sweepEach + 1, last))
        .catch(() => undefined);
    },
  };
}
