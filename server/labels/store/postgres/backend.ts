import { type Backend, type Store, checkedId } from '../index.js';
import { recordedOf } from '../rows.js';
import { findAnswer } from './tables/answers.js';
import { openChanges } from './changes.js';
import { watchCalls } from './check.js';
import { openDatabase } from './database.js';
import { createKeyTable } from './tables/keys.js';
import { createLabelPurge, createLabelTable } from './tables/labels.js';
import { createLog } from './tables/log.js';
import { createLayoutPurge, createLayoutTable } from './tables/layouts.js';
import { createRecordTable, recordTenants } from './tables/records.js';
import { createPostgresLimiter } from './limiter.js';
import { prepareDatabase } from './open.js';
import { createLabelWrites } from './together.js';
import { createTurns } from './turns.js';

/** Connections of a process, besides the one for notifications. */
const connections = 10;

/**
 * Opens the backend in the PostgreSQL database of `url`, for any number of processes. Nothing is cached
 * that another process could change: each read queries the database, so an acknowledged write is visible everywhere.
 * @throws {StoreError} with the URL, without its password, and the remedy
 */
export async function openPostgresBackend(url: string, size = connections): Promise<Backend> {
  await prepareDatabase(url);
  const database = watchCalls(await openDatabase(url, size));
  const changes = openChanges(url);
  const writes = createLabelWrites(database, changes.notify);
  const turns = createTurns();
  const purges = { labels: createLabelPurge(database), layouts: createLayoutPurge(database) };
  const openStore = (tenant: string): Store => ({
    log: createLog(database, tenant),
    ...createLabelTable(tenant, database, writes, purges.labels),
    ...createLayoutTable(tenant, database, turns, purges.layouts),
    ...createRecordTable(tenant, database),
    async recorded(key, now) {
      const row = await findAnswer(database.ask, tenant, key, now);
      return row && recordedOf(row);
    },
  });
  let closed: Promise<void> | undefined;
  return {
    store: (tenant) => openStore(checkedId(tenant)),
    ...createKeyTable(database),
    recordTenants: (kind) => recordTenants(database, kind),
    limiter: (policy) => createPostgresLimiter(policy, database),
    check: () => database.check(),
    onChange: changes.listen,
    stats: () => database.stats(),
    close: () => (closed ??= changes.close().then(() => database.close())),
  };
}
