import { type Backend, checkedId } from '../index.js';
import { createOperations, type OperationName, type Operations, type Results } from '../operations/index.js';
import type { Dialect, Operation } from '../operations/operation.js';
import { createStore, type RunOperation, same, type StoreTools } from '../store.js';
import { openChanges } from './changes.js';
import { watchCalls } from './check.js';
import { type Database, lockSpace, openDatabase, perform } from './database.js';
import { createPostgresLimiter } from './limiter.js';
import { createLog, createSweeper } from './log.js';
import { prepareDatabase } from './open.js';
import { createLabelWrites, isRecorded } from './together.js';
import { createTurns } from './turns.js';

/** Connections of a process, besides the one for notifications. */
const connections = 10;
/** Deletions between two counts of the rows of what was deleted. */
const countEvery = 100;

const dialect: Dialect = {
  isSerial: false,
  maxAnswers: null,
  live: 'NOT deleted',
  deleted: 'deleted',
  member: (name) => (name === 'layout' ? 'layout' : `binding::json ->> '${name}'`),
  hasLayoutColumn: true,
  hasTokens: true,
  records: (parameter) =>
    `json_to_recordset(${parameter}::json) AS sent (kind text, id text, value text, version bigint)`,
  lockAll: (what) => `SELECT pg_advisory_xact_lock(${lockSpace} + ${what === 'layouts' ? 1 : 2}, hashtext($1))`,
};

const { operations, log, purges } = createOperations(dialect);

/**
 * Opens the backend in the PostgreSQL database of `url`, for any number of processes. Nothing is cached
 * that another process could change: each read queries the database, so an acknowledged write is visible everywhere.
 * @throws {StoreError} with the URL, without its password, and the remedy
 */
export async function openPostgresBackend(url: string, size = connections): Promise<Backend> {
  await prepareDatabase(url);
  const database = watchCalls(await openDatabase(url, size));
  const changes = openChanges(url);
  const read: RunOperation = async (name, args, arrived) =>
    arrived(await perform(database.ask, operationOf(name, args)));
  const writerOf = createWriter(database, changes.notify);
  let closed: Promise<void> | undefined;
  return {
    store: (tenant) =>
      createStore(checkedId(tenant), { read, log: createLog(database, tenant, log), ...writerOf(tenant) }),
    keys: () => read('keys', [], same),
    putKey: (key) => read('putKey', [key], () => undefined),
    recordTenants: (kind) => read('recordTenants', [kind], same),
    limiter: (policy) => createPostgresLimiter(policy, database),
    check: () => database.check(),
    onChange: changes.listen,
    stats: () => database.stats(),
    close: () => (closed ??= changes.close().then(() => database.close())),
  };
}

function operationOf<Name extends OperationName>(name: Name, args: Parameters<Operations[Name]>) {
  return (operations[name] as (...args: readonly unknown[]) => Operation<Results[Name]>)(...args);
}

/** Writes in transactions: those to a label, and all others of a tenant, one after the other. */
function createWriter(database: Database, written: () => void) {
  const writes = createLabelWrites(database, createSweeper(database, log), written);
  const turns = createTurns();
  const deletions = { labels: 0, layouts: 0 };
  const purge = async (table: keyof typeof deletions): Promise<void> => {
    if (++deletions[table] % countEvery !== 1 || !(await perform(database.ask, purges[table].isDue()))) return;
    await database.alone((ask) => perform(ask, purges[table].run()));
  };
  return (tenant: string): Pick<StoreTools, 'write' | 'append'> => ({
    async write(label, name, args, arrived) {
      const work = (until: number) => database.transact((ask) => perform(ask, operationOf(name, args)), until);
      // Another transaction has recorded the same request meanwhile: then the operation finds the record.
      const twice = (until: number) =>
        work(until).catch((error: unknown) => {
          if (isRecorded(error)) return work(until);
          throw error;
        });
      const result = await (label === null ? turns.take(tenant, twice) : writes.other(tenant, checkedId(label), twice));
      if (name === 'remove') await purge('labels');
      if (name === 'removeLayout') await purge('layouts');
      return arrived(result);
    },
    append: (seen, delivery, idempotency) => writes.append({ tenant, seen, delivery, idempotency }),
  });
}
