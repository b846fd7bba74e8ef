import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Once, rememberedMs } from '../../index.js';
import { answerOf, type Became, type RememberedRow } from '../../rows.js';

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
    add(tenant, once, became) {
      const { key, request, at } = once;
      sql.sweep.run(at - rememberedMs);
      sql.add.run(tenant, key, request, at, answerOf(once, became));
    },
    remembered,
  };
}
