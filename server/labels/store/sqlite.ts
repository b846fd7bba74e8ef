import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Store, StoreBusy } from './index.js';
import { createLabelTable } from './sqlite-labels.js';
import { createLayoutTable, type Transaction } from './sqlite-layouts.js';

/** The store in a SQLite database that {@link openDatabase} opened; closing the store closes it. */
export function createSqliteStore(database: DatabaseSyncInstance): Store {
  const sql = {
    read: database.prepare('SELECT count(*) AS n FROM labels WHERE id = ?'),
    write: database.prepare("INSERT OR REPLACE INTO quotas (key, points, expire) VALUES ('health', 0, 0)"),
  };
  let writes = true;
  const transaction: Transaction = <T>(work: () => T): T => {
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      writes = true;
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (/locked|busy/i.test((error as Error).message)) throw new StoreBusy('The store is busy', { cause: error });
      writes = false;
      throw error;
    }
  };
  const labels = createLabelTable(database);
  const layouts = createLayoutTable(database, transaction);

  /* eslint-disable @typescript-eslint/require-await -- the contract is asynchronous, SQLite is not */
  return {
    label: async (id) => labels.label(id),
    labels: async (after, limit) => labels.labels(after, limit),
    revision: async (id, revision) => labels.revision(id, revision),
    append: async (seen, draft) => transaction(() => labels.append(seen, draft)),
    bind: async (id, seen, binding, draft, layoutVersion = 0) =>
      transaction(() => {
        if (layoutVersion > 0 && layouts.versionOf(binding.layout) !== layoutVersion) return null;
        return seen ? labels.change(id, seen, binding, draft) : labels.create(id, binding);
      }),
    remove: async (id) => transaction(() => labels.remove(id)),
    ...layouts.methods,
    check: async () => {
      sql.read.get('default');
      // After a failed write (a full disk), only another write can tell that the cause is gone.
      if (!writes) transaction(() => sql.write.run());
    },
    close: async () => {
      if (!database.isOpen) return;
      // Then the file alone is the whole store, and can be copied.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
  /* eslint-enable @typescript-eslint/require-await */
}
