import { type IdempotencyRecord, recordLifetimeMs } from '../index.js';
import { answerOf, type RecordedOutcome, type RecordedRow } from '../rows.js';
import { ask, type Dialect, first, type Operation } from './operation.js';

export type Answers = ReturnType<typeof createAnswers>;

/** Expired rows that each insertion deletes: more than one, so that they don't pile up. */
const sweptPerWrite = 4;

/** The answers to idempotent requests. */
export function createAnswers({ isSerial, maxAnswers }: Dialect) {
  const sql = {
    find: {
      name: 'answer',
      text: 'SELECT request, at, answer FROM answers WHERE tenant = $1 AND key = $2 AND at > $3',
    },
    forget: { text: 'DELETE FROM answers WHERE tenant = $1 AND key = $2 AND at <= $3' },
    sweep: {
      text: `DELETE FROM answers WHERE (tenant, key) IN (SELECT tenant, key FROM answers WHERE at <= $1
        ORDER BY at LIMIT ${sweptPerWrite}${isSerial ? '' : ' FOR UPDATE SKIP LOCKED'})`,
    },
    add: { text: 'INSERT INTO answers (tenant, key, request, at, answer) VALUES ($1, $2, $3, $4, $5)' },
    bound: { text: `DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ${maxAnswers}` },
  };
  function* recorded(tenant: string, key: string, now: number): Operation<RecordedRow | null> {
    return yield* first<RecordedRow>(sql.find, [tenant, key, now - recordLifetimeMs]);
  }
  return {
    recorded,
    *has(tenant: string, request: IdempotencyRecord | null): Operation<boolean> {
      return request !== null && (yield* recorded(tenant, request.key, request.at)) !== null;
    },
    /** Fails in PostgreSQL if another transaction has recorded the request since {@link has}. */
    *add(tenant: string, idempotency: IdempotencyRecord | null, outcome: RecordedOutcome): Operation<void> {
      if (!idempotency) return;
      const { key, request, at } = idempotency;
      yield* ask(sql.forget, [tenant, key, at - recordLifetimeMs]);
      yield* ask(sql.sweep, [at - recordLifetimeMs]);
      yield* ask(sql.add, [tenant, key, request, at, answerOf(idempotency, outcome)]);
      if (maxAnswers !== null) yield* ask(sql.bound);
    },
  };
}
