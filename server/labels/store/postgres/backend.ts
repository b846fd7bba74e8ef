import { type Backend, type Store, StoreBusy, wholeId } from '../index.js';
import { rememberedOf } from '../rows.js';
import { findAnswer } from './tables/answers.js';
import { openChanges } from './changes.js';
import { type Database, openDatabase } from './database.js';
import { createKeyTable } from './tables/keys.js';
import { createLabelTable, createLabelTools } from './tables/labels.js';
import { createLayoutTable, createLayoutTools } from './tables/layouts.js';
import { createPostgresLimiter } from './limiter.js';
import { prepareDatabase } from './open.js';

/** Connections of a process, besides the one that tells others what has changed. */
const connections = 10;

/**
 * Opens the backend in the PostgreSQL database of `url`, for any number of processes. Nothing is kept here that another process
 * could change: each read asks the database, so whoever has been told that something is stored reads it everywhere.
 * @throws {StoreError} with the URL, without its password, and the remedy
 */
export async function openPostgresBackend(url: string, size = connections): Promise<Backend> {
  await prepareDatabase(url);
  const database = watchWrites(await openDatabase(url, size));
  const changes = openChanges(url);
  const labels = createLabelTools(database, (tenant, id) => {
    changes.tell({ tenant, id });
  });
  const layouts = createLayoutTools(database);
  const openStore = (tenant: string): Store => ({
    ...createLabelTable(tenant, labels),
    ...createLayoutTable(tenant, layouts),
    async remembered(key, now) {
      const row = await findAnswer(database.ask, tenant, key, now);
      return row && rememberedOf(row);
    },
  });
  let closed: Promise<void> | undefined;
  return {
    store: (tenant) => openStore(wholeId(tenant)),
    ...createKeyTable(database),
    limiter: (policy) => createPostgresLimiter(policy, database),
    check: () => database.check(),
    onChange: (listener) => {
      changes.listen(listener);
    },
    stats: () => database.stats(),
    close: () => (closed ??= changes.close().then(() => database.close())),
  };
}

/** A database whose check writes after a write has failed: only another write can tell that the cause is gone. */
function watchWrites(database: Database): Database & Pick<Backend, 'check'> {
  let failed = false;
  const watch = async <T>(write: Promise<T>): Promise<T> => {
    try {
      const result = await write;
      failed = false;
      return result;
    } catch (error) {
      // One that was refused because there is too much to do says nothing of the disk.
      failed ||= !(error instanceof StoreBusy) && (error as { code?: string }).code !== '23505';
      throw error;
    }
  };
  return {
    ...database,
    once: (statement, values, until) => watch(database.once(statement, values, until)),
    transact: (work, until) => watch(database.transact(work, until)),
    async check() {
      if (failed) await watch(database.ask({ text: "UPDATE floors SET number = number WHERE name = 'labels'" }));
      else await database.ask({ text: 'SELECT 1' });
    },
  };
}
