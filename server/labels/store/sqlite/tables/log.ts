import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { retained, sweepEach } from '../../index.js';
import type { LogRow } from '../../rows.js';

/** An entry without its number. */
export type NewRow = Partial<Omit<LogRow, 'seq'>> &
  Pick<LogRow, 'at' | 'kind' | 'id'> & {
    /** When the newest content of the tag is displayed, in milliseconds since 1970; null: it is. */
    readonly readyAt?: number | null;
  };

export type LogWriter = ReturnType<typeof createLogTable>['writer'];

const columns = 'log.seq, log.at, log.kind, log.id, log.revision, log.binding, log.record, log.tag';

function prepareStatements(database: DatabaseSyncInstance) {
  return {
    newest: database.prepare('SELECT max(seq) AS seq FROM log'),
    floor: database.prepare("SELECT number AS seq FROM floors WHERE name = 'log'"),
    since: database.prepare(
      `SELECT ${columns} FROM log WHERE tenant = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    ),
    time: database.prepare('SELECT at FROM log WHERE seq = ?'),
    unsettled: database.prepare(
      `SELECT ${columns} FROM log JOIN labels
         ON labels.tenant = log.tenant AND labels.id = log.id AND last_revision = revision AND NOT deleted
       WHERE log.tenant = ? AND seq <= ? AND ready_at > ? AND kind = 'revision' ORDER BY seq`,
    ),
    append: database.prepare(
      `INSERT INTO log (tenant, at, kind, id, revision, binding, record, tag, ready_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    remove: database.prepare("DELETE FROM log WHERE seq = ? AND seq <= (SELECT number FROM floors WHERE name = 'log')"),
    sweep: database.prepare(
      `DELETE FROM log WHERE seq > ? AND seq <= ? AND NOT (kind = 'revision' AND EXISTS (
         SELECT 1 FROM revisions WHERE revisions.tenant = log.tenant AND label = log.id AND revisions.revision = log.revision))`,
    ),
    raise: database.prepare("UPDATE floors SET number = ? WHERE name = 'log'"),
  };
}

/** The log, see `Log`, and its writer within a transaction. */
export function createLogTable(database: DatabaseSyncInstance) {
  const sql = prepareStatements(database);
  const newest = () => (sql.newest.get() as { seq: number }).seq;
  /** Entries up to it are stored only as long as their revisions. */
  const floor = () => (sql.floor.get() as { seq: number }).seq;
  const sweep = (seq: number): void => {
    const [from, to] = [floor(), seq - retained];
    if (to <= from) return;
    sql.sweep.run(from, to);
    sql.raise.run(to);
  };
  return {
    newest,
    since(tenant: string, seq: number, limit: number) {
      const last = newest();
      if (seq < floor() || seq > last) return null;
      const rows = sql.since.all(tenant, seq, last, limit) as LogRow[];
      return { rows, next: rows.length === limit ? rows.at(-1)!.seq : last };
    },
    unsettled(tenant: string, seq: number, given: number | null) {
      const time = given ?? (sql.time.get(seq) as { at: number } | undefined)?.at ?? Date.now();
      return { time, rows: sql.unsettled.all(tenant, seq, time) as LogRow[] };
    },
    writer: {
      /** @returns the entry's number */
      append(tenant: string, entry: NewRow): number {
        const { at, kind, id, revision = null, binding = null, record = null, tag = null, readyAt = null } = entry;
        const { lastInsertRowid } = sql.append.run(tenant, at, kind, id, revision, binding, record, tag, readyAt);
        const seq = Number(lastInsertRowid);
        if (seq % sweepEach === 0) sweep(seq);
        return seq;
      },
      /** Deletes the entries of revisions that are no longer stored, unless streams may still read them. */
      release(seqs: readonly number[]): void {
        for (const seq of seqs) sql.remove.run(seq);
      },
    },
  };
}
