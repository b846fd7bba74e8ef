import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Store } from './index.js';
import { openDatabase } from './open.js';
import { createSqliteStore } from './sqlite.js';

/** A store, and a handle of its own on its file to count requests with; null: the store is in memory. */
export interface OpenedStore {
  readonly store: Store;
  readonly quotas: DatabaseSyncInstance | null;
}

/** The store that a DATABASE_URL names: `memory:` or `sqlite:<path>`. @throws {StoreError} */
export function openStore(url: string): OpenedStore {
  if (url === 'memory:') return { store: createSqliteStore(openDatabase(':memory:', true)), quotas: null };
  const path = url.slice('sqlite:'.length);
  const store = createSqliteStore(openDatabase(path, true));
  // Counts need no fsync.
  return { store, quotas: openDatabase(path, false) };
}
