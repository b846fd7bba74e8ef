import { type Backend, checkedId } from '../../index.js';
import type { Database } from '../database.js';

/** The API keys in the database. */
export function createKeyTable({ ask }: Pick<Database, 'ask'>): Pick<Backend, 'keys' | 'putKey'> {
  return {
    keys: () => ask({ text: 'SELECT id, record FROM api_keys ORDER BY id' }),
    async putKey({ id, record }) {
      const text = 'INSERT INTO api_keys (id, record) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = $2';
      await ask({ text }, [checkedId(id), record]);
    },
  };
}
