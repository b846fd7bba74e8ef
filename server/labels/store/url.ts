import { type Limiter, type Policy, createMemoryLimiter, createSqliteLimiter } from '../../http/limiter.js';
import type { Store } from './index.js';
import { openDatabase } from './open.js';
import { createSqliteStore } from './sqlite.js';

/**
 * The store that a DATABASE_URL names (`memory:` or `sqlite:<path>`) and the limiter that counts for all processes on
 * it. @throws {StoreError}
 */
export function openStore(url: string, policy: Policy): { store: Store; limiter: Limiter } {
  if (url === 'memory:')
    return { store: createSqliteStore(openDatabase(':memory:', true)), limiter: createMemoryLimiter(policy) };
  const path = url.slice('sqlite:'.length);
  const store = createSqliteStore(openDatabase(path, true));
  // A handle of its own: counts need no fsync.
  return { store, limiter: createSqliteLimiter(policy, openDatabase(path, false)) };
}
