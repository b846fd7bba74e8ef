import { setTimeout as delay } from 'node:timers/promises';
import { type Log, retained, StoreBusy, sweepEach } from '../../index.js';
import { entryOf, type LogRow } from '../../rows.js';
import { type Ask, type Database, deadline, isTimeLeft } from '../database.js';

const columns = 'log.seq, log.at, log.kind, log.id, log.revision, log.binding, log.record, log.tag';

const floor = "(SELECT number FROM floors WHERE name = 'log')";

const sql = {
  // Not the last number of the sequence, which a crash may reset. Locks are read after the snapshot of the rows: a transaction that
  // ends in between is in neither, and the next statement sees it.
  newest: {
    name: 'log_newest',
    text: `SELECT greatest((SELECT max(seq) FROM log), ${floor}) AS seq,
      ARRAY(
        SELECT virtualtransaction FROM pg_locks
        WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND relation = 'log'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) AS writers`,
  },
  since: {
    name: 'log_since',
    text: `SELECT floor.seq AS floor, entry.* FROM (SELECT ${floor} AS seq) AS floor LEFT JOIN LATERAL (
        SELECT ${columns} FROM log WHERE tenant = $1 AND log.seq > $2 AND log.seq <= $3 ORDER BY log.seq LIMIT $4
      ) AS entry ON true ORDER BY entry.seq`,
  },
  time: { name: 'log_time', text: 'SELECT at FROM log WHERE seq = $1' },
  unsettled: {
    name: 'log_unsettled',
    text: `SELECT ${columns} FROM log JOIN labels
        ON labels.tenant = $1 AND labels.id = log.id AND last_revision = revision AND NOT deleted
      WHERE log.tenant = $1 AND seq <= $2 AND ready_at > $3 AND kind = 'revision' ORDER BY seq`,
  },
  append: {
    name: 'log_append',
    text: `INSERT INTO log (tenant, at, kind, id, revision, binding, record, tag)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  },
  lockFloor: { text: "SELECT number AS seq FROM floors WHERE name = 'log' FOR UPDATE" },
  sweep: {
    text: `DELETE FROM log WHERE seq > $1 AND seq <= $2 AND NOT (kind = 'revision' AND EXISTS (
      SELECT 1 FROM revisions WHERE revisions.tenant = log.tenant AND label = log.id AND revisions.revision = log.revision))`,
  },
  raise: { text: "UPDATE floors SET number = $1 WHERE name = 'log'" },
};

interface Numbered {
  readonly seq: number;
}

/** Milliseconds between two checks of running writes. */
const lookMs = 4;

/**
 * The newest number up to which the log is complete. Transactions take their numbers before they end: a running one may have an
 * earlier number, and must end first. The ids of the transactions do not help, because one that began later may take an earlier
 * number.
 */
async function readable(ask: Ask): Promise<number> {
  const until = deadline();
  const look = async () => (await ask<{ seq: number; writers: readonly string[] }>(sql.newest))[0]!;
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

/** The log of a tenant. */
export function createLog({ ask }: Pick<Database, 'ask'>, tenant: string): Log {
  return {
    newest: () => readable(ask),
    async since(seq, limit) {
      const newest = await readable(ask);
      if (seq > newest) return null;
      const found = await ask<(LogRow | Record<keyof LogRow, null>) & { floor: number }>(sql.since, [
        tenant,
        seq,
        newest,
        limit,
      ]);
      if (seq < found[0]!.floor) return null;
      // Without entries there is one row with the floor alone.
      const entries = found.flatMap((row) => (row.id === null ? [] : entryOf(row)));
      return { entries, next: entries.length === limit ? entries.at(-1)!.seq : newest };
    },
    async unsettled(seq, given) {
      const time = given ?? (await ask<{ at: number }>(sql.time, [seq]))[0]?.at ?? Date.now();
      const rows = await ask<LogRow>(sql.unsettled, [tenant, seq, time]);
      return { time, entries: rows.map(entryOf) };
    },
  };
}

/** Logs a change without a new content, within its transaction. */
export async function addEntry(
  ask: Ask,
  tenant: string,
  {
    kind,
    id,
    revision = null,
    binding = null,
    record = null,
    tag = null,
  }: Pick<LogRow, 'kind' | 'id'> & Partial<LogRow>,
): Promise<void> {
  await ask(sql.append, [tenant, Date.now(), kind, id, revision, binding, record, tag]);
}

/** Old entries that one sweep deletes at most: a statement may take a second. */
const maxSwept = 20 * sweepEach;

/** Deletes old entries after every {@link sweepEach} numbers. If it fails, the next sweep deletes them. */
export async function sweepAfter(database: Pick<Database, 'transact'>, first: number, last: number): Promise<void> {
  if (Math.floor(last / sweepEach) === Math.floor((first - 1) / sweepEach)) return;
  const sweep = async (ask: Ask): Promise<void> => {
    const [from] = await ask<Numbered>(sql.lockFloor);
    const to = Math.min(last - retained, from!.seq + maxSwept);
    if (to <= from!.seq) return;
    await ask(sql.sweep, [from!.seq, to]);
    await ask(sql.raise, [to]);
  };
  await database.transact(sweep).catch(() => undefined);
}

/** Sweeps after every {@link sweepEach} calls, one for each change that is no update. */
export function createSweeper(database: Pick<Database, 'ask' | 'transact'>): () => void {
  let changes = 0;
  return () => {
    if (++changes % sweepEach !== 0) return;
    readable(database.ask)
      .then((newest) => sweepAfter(database, newest - sweepEach + 1, newest))
      .catch(() => undefined);
  };
}
