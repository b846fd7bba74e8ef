import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type IdempotencyRecord, recordLifetimeMs } from '../../index.js';
import { answerOf, type RecordedOutcome, type RecordedRow } from '../../rows.js';

export type Answers = ReturnType<typeof createAnswers>;

/** Expired rows that each insertion deletes: more than one, so that they don't pile up. */
const sweptPerWrite = 4;

/**
 * The answers to idempotent requests, within a transaction.
 * @param maxAnswers limits a database in memory: the oldest are deleted first. A file has those of a day
 */
export function createAnswers(database: DatabaseSyncInstance, maxAnswers = Infinity) {
  const sql = {
    bound: database.prepare('DELETE FROM answers WHERE rowid <= ?'),
    find: database.prepare('SELECT request, at, answer FROM answers WHERE tenant = ? AND key = ? AND at > ?'),
    add: database.prepare('INSERT OR REPLACE INTO answers (tenant, key, request, at, answer) VALUES (?, ?, ?, ?, ?)'),
    sweep: database.prepare(
      `DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE at <= ? ORDER BY at LIMIT ${sweptPerWrite})`,
    ),
  };
  const recorded = (tenant: string, key: string, now: number) =>
    (sql.find.get(tenant, key, now - recordLifetimeMs) as RecordedRow | undefined) ?? null;
  return {
    has: (tenant: string, request: IdempotencyRecord | null) =>
      request !== null && recorded(tenant, request.key, request.at) !== null,
    add(tenant: string, idempotency: IdempotencyRecord, outcome: RecordedOutcome): void {
      const { key, request, at } = idempotency;
      sql.sweep.run(at - recordLifetimeMs);
      const { lastInsertRowid } = sql.add.run(tenant, key, request, at, answerOf(idempotency, outcome));
      if (maxAnswers < Infinity) sql.bound.run(Number(lastInsertRowid) - maxAnswers);
    },
    recorded,
  };
}
