import { type Once, rememberedMs } from '../../index.js';
import { answerOf, type Became, type RememberedRow } from '../../rows.js';
import type { Ask, Database } from '../database.js';

/** Rows of former days that go with each that comes: more than one, so that they don't pile up. */
const sweptAtOnce = 4;

const sql = {
  find: {
    name: 'answer',
    text: 'SELECT request, at, answer FROM answers WHERE tenant = $1 AND key = $2 AND at > $3',
  },
  add: {
    name: 'add_answer',
    text: `WITH swept AS (
        DELETE FROM answers WHERE (tenant, key) IN
          (SELECT tenant, key FROM answers WHERE at <= $6 ORDER BY at LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO answers (tenant, key, request, at, answer) VALUES ($1, $2, $3, $4, $5)`,
  },
  forget: { text: 'DELETE FROM answers WHERE tenant = $1 AND key = $2 AND at <= $3 RETURNING 1' },
};

/** A request that is remembered, with the time that it is looked for. */
export async function findAnswer(ask: Ask, tenant: string, key: string, now: number): Promise<RememberedRow | null> {
  const [row] = await ask<RememberedRow>(sql.find, [tenant, key, now - rememberedMs]);
  return row ?? null;
}

/** Remembers a request, within the transaction that does what it asks for: it fails where the request is remembered. */
export async function addAnswer(ask: Ask, tenant: string, once: Once, became: Became): Promise<void> {
  const { key, request, at } = once;
  await ask(sql.add, [tenant, key, request, at, answerOf(once, became), at - rememberedMs]);
}

/** Does `work`, which remembers a request, if there is one. @returns null where it is remembered: `work` is not done. */
export async function doOnce<T>(
  { ask }: Pick<Database, 'ask'>,
  tenant: string,
  once: Once | null,
  work: () => Promise<T>,
): Promise<T | null> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (!once || code !== '23505' || table !== 'answers') throw error;
      // It may be of a former day.
      const forgotten = await ask(sql.forget, [tenant, once.key, once.at - rememberedMs]);
      if (forgotten.length === 0) return null;
    }
  }
}
