import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Once, type PutFacts, rememberedMs } from '../../index.js';
import type { LabelRow } from './rows.js';

/** What became of a request: the label, without the bytes of its image, or the layout that was put. */
export interface Became {
  readonly label?: LabelRow;
  readonly layout?: PutFacts;
}

export interface RememberedRow {
  readonly request: string;
  readonly at: number;
  /** JSON of the id of the request, a note and a {@link Became}. */
  readonly answer: string;
}

/** The requests that are remembered, within a transaction. */
export interface Answers {
  has(tenant: string, once: Once): boolean;
  add(tenant: string, once: Once, became: Became): void;
  remembered(tenant: string, key: string, now: number): RememberedRow | null;
}

/** Rows of former days that go with each that comes: more than one, so that they don't pile up. */
const sweptAtOnce = 4;

export function createAnswers(database: DatabaseSyncInstance): Answers {
  const sql = {
    find: database.prepare('SELECT request, at, answer FROM answers WHERE tenant = ? AND key = ? AND at > ?'),
    add: database.prepare('INSERT OR REPLACE INTO answers (tenant, key, request, at, answer) VALUES (?, ?, ?, ?, ?)'),
    sweep: database.prepare(
      `DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE at <= ? ORDER BY at LIMIT ${sweptAtOnce})`,
    ),
  };
  const remembered: Answers['remembered'] = (tenant, key, now) =>
    (sql.find.get(tenant, key, now - rememberedMs) as RememberedRow | undefined) ?? null;
  return {
    has: (tenant, { key, at }) => remembered(tenant, key, at) !== null,
    add(tenant, { key, request, at, requestId, note }, became) {
      sql.sweep.run(at - rememberedMs);
      sql.add.run(tenant, key, request, at, JSON.stringify({ requestId, note, ...became }));
    },
    remembered,
  };
}
