import { randomUUID } from 'node:crypto';
import { createHealth, minProbeBytes } from '../health.js';
import type { Backend } from '../index.js';
import type { Statement } from '../operations/operation.js';
import type { Ask, Database } from './database.js';
import { statementFor } from './append.js';

/** A database whose check writes before the first success, and when calls have failed. */
export function watchCalls(database: Database): Database & Pick<Backend, 'check'> {
  const health = createHealth((bytes) => writeAndRollBack(database, bytes), minProbeBytes);
  let probing: Promise<void> | null = null;
  return {
    ...database,
    ask: (statement, values = []) =>
      health.watch(nameOf(statement), () => bytesOf(values), database.ask(statement, values)),
    once: (statement, values, until) =>
      health.watch(nameOf(statement), () => bytesOf(values), database.once(statement, values, until)),
    transact(work, until) {
      let bytes = 0;
      const counting =
        (ask: Ask): Ask =>
        (statement, values = []) => {
          bytes += bytesOf(values);
          return ask(statement, values);
        };
      return health.watch(
        'transaction',
        () => bytes,
        database.transact((ask) => work(counting(ask)), until),
      );
    },
    async check() {
      if (health.mayFail()) await (probing ??= health.probe().finally(() => (probing = null)));
      else await database.ask({ text: 'SELECT 1' });
    },
  };
}

function nameOf({ name, text }: Statement): string {
  return name ?? text;
}

function bytesOf(values: readonly unknown[]): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0),
    0,
  );
}

/** `/health` reports a check that takes longer than 250 ms as late, without its reason. */
const limits = "SET LOCAL lock_timeout = '100ms'; SET LOCAL statement_timeout = '150ms'";
const sql = {
  label: {
    text: `INSERT INTO labels (tenant, id, binding, layout, version, last_revision)
      SELECT '', $1, '{}', coalesce(max(id), ''), 1, 0 FROM layouts WHERE tenant = ''`,
  },
  append: statementFor(1, true),
  quota: { text: 'INSERT INTO quotas (key, points, expire) VALUES ($1, 0, 0)' },
};

class RolledBack extends Error {}

/** Does what an update does, with a picture of this many bytes, and rolls it back. @throws its error */
async function writeAndRollBack(database: Database, bytes: number): Promise<void> {
  const id = randomUUID();
  const write = async (ask: Ask): Promise<never> => {
    await ask({ text: limits });
    await ask(sql.label, [id]);
    const [expected, revision] = [
      ['', id, 1, 0, 1, Infinity, id, 0, []],
      [1, 0, '{}', '{}', null, Buffer.alloc(bytes)],
    ];
    await ask(sql.append, [...expected, ...revision, id, '', 0, '{}']);
    await ask(sql.quota, [id]);
    throw new RolledBack();
  };
  await database.transact(write).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
