import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Store } from './index.js';
import { openDatabase } from './open.js';
import { createSqliteStore } from './sqlite.js';

/** A store, and a second handle on its file for counting requests; null for a store in memory. */
export interface OpenedStore {
  readonly store: Store;
  readonly quotas: DatabaseSyncInstance | null;
}

/** Opens the store of a DATABASE_URL: `memory:` or `sqlite:<path>`. @throws {StoreError} */
export function openStore(url: string): OpenedStore {
  if (url === 'memory:') return { store: createSqliteStore(openDatabase(':memory:', true)), quotas: null };
  const path = url.slice('sqlite:'.length);
  const store = createSqliteStore(openDatabase(path, true));
  // Counts need not be flushed to the disk.
  return { store, quotas: openDatabase(path, false) };
}
