import { type IdempotencyRecord, recordLifetimeMs } from '../../index.js';
import { answerOf, type RecordedOutcome, type RecordedRow } from '../../rows.js';
import type { Ask, Database } from '../database.js';

/** Expired rows that each insertion deletes: more than one, so that they don't pile up. */
const sweptPerWrite = 4;

const sql = {
  find: {
    name: 'answer',
    text: 'SELECT request, at, answer FROM answers WHERE tenant = $1 AND key = $2 AND at > $3',
  },
  add: {
    name: 'add_answer',
    text: `WITH swept AS (
        DELETE FROM answers WHERE (tenant, key) IN
          (SELECT tenant, key FROM answers WHERE at <= $6 ORDER BY at LIMIT ${sweptPerWrite} FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO answers (tenant, key, request, at, answer) VALUES ($1, $2, $3, $4, $5)`,
  },
  forget: { text: 'DELETE FROM answers WHERE tenant = $1 AND key = $2 AND at <= $3 RETURNING 1' },
};

/** The record of a request, if it has not expired at `now`. */
export async function findAnswer(ask: Ask, tenant: string, key: string, now: number): Promise<RecordedRow | null> {
  const [row] = await ask<RecordedRow>(sql.find, [tenant, key, now - recordLifetimeMs]);
  return row ?? null;
}

/** Records a request within its transaction, which fails if the request is recorded already. */
export async function addAnswer(
  ask: Ask,
  tenant: string,
  idempotency: IdempotencyRecord,
  outcome: RecordedOutcome,
): Promise<void> {
  const { key, request, at } = idempotency;
  await ask(sql.add, [tenant, key, request, at, answerOf(idempotency, outcome), at - recordLifetimeMs]);
}

/** Runs `work`, which records a request with an idempotency key. @returns null: the request is recorded already, and nothing was written */
export async function doOnce<T>(
  { ask }: Pick<Database, 'ask'>,
  tenant: string,
  idempotency: IdempotencyRecord | null,
  work: () => Promise<T>,
): Promise<T | null> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (!idempotency || code !== '23505' || table !== 'answers') throw error;
      // The record may have expired.
      const expired = await ask(sql.forget, [tenant, idempotency.key, idempotency.at - recordLifetimeMs]);
      if (expired.length === 0) return null;
    }
  }
}
