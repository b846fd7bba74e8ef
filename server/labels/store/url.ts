import type { Store } from './index.js';
import { createMemoryStore } from './memory/store.js';
import { createSqliteStore } from './sqlite.js';
import type { QuotaTable } from './sqlite-quotas.js';
import { openThreadLine } from './thread-line.js';

/** The statements of the rate limiter, which the store does beside its own. */
export type Quotas = {
  readonly [Name in keyof QuotaTable]: (...args: Parameters<QuotaTable[Name]>) => Promise<ReturnType<QuotaTable[Name]>>;
};

/** A store, and the counts of requests in its file; null for a store in memory. */
export interface OpenedStore {
  readonly store: Store;
  readonly quotas: Quotas | null;
}

/** Opens the store of a DATABASE_URL: `memory:` or `sqlite:<path>`. @throws {StoreError} */
export async function openStore(url: string): Promise<OpenedStore> {
  if (url === 'memory:') return { store: createMemoryStore(), quotas: null };
  const line = await openThreadLine(url.slice('sqlite:'.length));
  const quotas: Quotas = {
    quota: (sql, values) => line.ask('quota', [sql, values], (row) => row),
    count: (sql, values) => line.ask('count', [sql, values], (row) => row),
  };
  return { store: createSqliteStore(line), quotas };
}
