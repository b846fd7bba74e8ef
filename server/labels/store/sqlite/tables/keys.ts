import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { StoredKey } from '../../index.js';

/** The keys of the API in the database, see `Backend`. */
export interface KeyTable {
  keys(): readonly StoredKey[];
  putKey(key: StoredKey): null;
}

export function createKeyTable(database: DatabaseSyncInstance): KeyTable {
  const sql = {
    all: database.prepare('SELECT id, record FROM api_keys ORDER BY id'),
    put: database.prepare('INSERT OR REPLACE INTO api_keys (id, record) VALUES (?, ?)'),
  };
  return {
    keys: () => sql.all.all() as StoredKey[],
    putKey({ id, record }) {
      sql.put.run(id, record);
      return null;
    },
  };
}
