import { retained, sweepEach } from '../index.js';
import type { LogRow } from '../rows.js';
import { ask, type Dialect, first, type Operation } from './operation.js';

/** An entry without its number. */
export type NewRow = Partial<Omit<LogRow, 'seq'>> &
  Pick<LogRow, 'kind' | 'id'> & {
    /** When the newest content of the tag is displayed, in milliseconds since 1970; null: it is. */
    readonly readyAt?: number | null;
  };

export type LogOperations = ReturnType<typeof createLogOperations>;

/** Old entries that one sweep deletes at most: a statement may take a second. */
const maxSwept = 20 * sweepEach;

const columns = 'log.seq, log.at, log.kind, log.id, log.revision, log.binding, log.record, log.tag';

/** SQL for the number up to which entries are stored only as long as their revisions. */
export const floor = "(SELECT number FROM floors WHERE name = 'log')";

export function createLogOperations({ isSerial }: Dialect) {
  const sql = {
    since: {
      name: 'log_since',
      text: `SELECT floors.number AS floor, entry.* FROM floors LEFT JOIN (
          SELECT ${columns} FROM log WHERE tenant = $1 AND log.seq > $2 AND log.seq <= $3 ORDER BY log.seq LIMIT $4
        ) AS entry ON true WHERE floors.name = 'log' ORDER BY entry.seq`,
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
      text: `INSERT INTO log (tenant, at, kind, id, revision, binding, record, tag, ready_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING seq`,
    },
    release: { text: `DELETE FROM log WHERE seq = $1 AND seq <= ${floor}` },
    floor: { text: `SELECT number AS seq FROM floors WHERE name = 'log'${isSerial ? '' : ' FOR UPDATE'}` },
    sweep: {
      text: `DELETE FROM log WHERE seq > $1 AND seq <= $2 AND NOT (kind = 'revision' AND EXISTS (
        SELECT 1 FROM revisions WHERE revisions.tenant = log.tenant AND label = log.id AND revisions.revision = log.revision))`,
    },
    raise: { text: "UPDATE floors SET number = $1 WHERE name = 'log'" },
  };
  /** Deletes old entries, if `seq` is the newest. */
  function* sweep(seq: number): Operation<void> {
    const { seq: from } = (yield* first<{ seq: number }>(sql.floor))!;
    const to = Math.min(seq - retained, from + maxSwept);
    if (to <= from) return;
    yield* ask(sql.sweep, [from, to]);
    yield* ask(sql.raise, [to]);
  }
  function* unsettled(tenant: string, seq: number, given: number | null) {
    const time = given ?? (yield* first<{ at: number }>(sql.time, [seq]))?.at ?? Date.now();
    return { time, rows: yield* ask<LogRow>(sql.unsettled, [tenant, seq, time]) };
  }
  return {
    sweep,
    /** @param newest the number of the newest entry that can be read */
    *since(tenant: string, seq: number, newest: number, limit: number) {
      type Row = (LogRow | Record<keyof LogRow, null>) & { readonly floor: number };
      const entries = yield* ask<Row>(sql.since, [tenant, seq, newest, limit]);
      if (seq > newest || seq < entries[0]!.floor) return null;
      // Without entries there is one row with the floor alone.
      const rows = entries.flatMap((row): LogRow[] => (row.id === null ? [] : [row]));
      return { rows, next: rows.length === limit ? rows.at(-1)!.seq : newest };
    },
    unsettled,
    /** @returns the entry's number */
    *append(tenant: string, entry: NewRow): Operation<number> {
      const { at = Date.now(), kind, id, revision = null, binding = null, record = null, tag = null } = entry;
      const values = [tenant, at, kind, id, revision, binding, record, tag, entry.readyAt ?? null];
      const { seq } = (yield* first<{ seq: number }>(sql.append, values))!;
      if (isSerial && seq % sweepEach === 0) yield* sweep(seq);
      return seq;
    },
    /** Deletes the entry of a revision that is no longer stored, unless streams may still read it. */
    *release(seq: number): Operation<void> {
      yield* ask(sql.release, [seq]);
    },
  };
}
