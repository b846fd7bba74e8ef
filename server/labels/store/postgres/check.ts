import { randomUUID } from 'node:crypto';
import { type Backend, StoreBusy } from '../index.js';
import type { Statement } from '../operations/operation.js';
import type { Ask, Database } from './database.js';
import { statementFor } from './append.js';

/** Milliseconds that a call may be refused as busy before the database counts as failed. */
const maxBusyMs = 2000;
/** Bytes of a probe: at least those of most updates. */
const minProbeBytes = 16 * 1024;

/**
 * A database whose check writes before the first success, after a failed call, and after a call was refused as busy for
 * {@link maxBusyMs}: only a write shows that the cause is gone.
 */
export function watchCalls(database: Database): Database & Pick<Backend, 'check'> {
  /** Bytes of the largest call that failed; 0 after a probe. */
  let failedBytes = minProbeBytes;
  /** When calls began to be refused as busy, by their statements. */
  const busySince = new Map<string, number>();
  let probing: Promise<void> | null = null;

  const watch = async <T>(name: string, bytes: () => number, call: Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      const result = await call;
      if (busySince.size > 0) busySince.delete(name);
      return result;
    } catch (error) {
      if (error instanceof StoreBusy) busySince.set(name, busySince.get(name) ?? start);
      // Two requests with one idempotency key are no failure.
      else if ((error as { code?: string }).code !== '23505')
        failedBytes = Math.max(failedBytes, minProbeBytes, bytes());
      throw error;
    }
  };
  const probe = async (): Promise<void> => {
    const bytes = Math.max(failedBytes, minProbeBytes);
    await writeAndRollBack(database, bytes);
    busySince.clear();
    // A larger call may have failed in the meantime.
    if (failedBytes <= bytes) failedBytes = 0;
  };
  const mayFail = (): boolean => {
    const latest = performance.now() - maxBusyMs;
    return failedBytes > 0 || [...busySince.values()].some((since) => since < latest);
  };
  return {
    ...database,
    ask: (statement, values = []) => watch(nameOf(statement), () => bytesOf(values), database.ask(statement, values)),
    once: (statement, values, until) =>
      watch(nameOf(statement), () => bytesOf(values), database.once(statement, values, until)),
    transact(work, until) {
      let bytes = 0;
      const counting =
        (ask: Ask): Ask =>
        (statement, values = []) => {
          bytes += bytesOf(values);
          return ask(statement, values);
        };
      return watch(
        'transaction',
        () => bytes,
        database.transact((ask) => work(counting(ask)), until),
      );
    },
    async check() {
      if (mayFail()) await (probing ??= probe().finally(() => (probing = null)));
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
