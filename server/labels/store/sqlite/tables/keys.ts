import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { StoredKey } from '../../index.js';

/** The API keys in the database, see `Backend`. */
export function createKeyTable(database: DatabaseSyncInstance) {
  const sql = {
    all: database.prepare('SELECT id, record FROM api_keys ORDER BY id'),
    put: database.prepare('INSERT OR REPLACE INTO api_keys (id, record) VALUES (?, ?)'),
  };
  return {
    keys: () => sql.all.all() as StoredKey[],
    putKey({ id, record }: StoredKey): null {
      sql.put.run(id, record);
      return null;
    },
  };
}
