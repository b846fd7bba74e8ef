import type { Backend } from './index.js';
import { createMemoryBackend } from './memory/backend.js';
import { openPostgresBackend } from './postgres/backend.js';
import { createSqliteBackend } from './sqlite/backend.js';
import { openThreadLine } from './sqlite/thread-line.js';

/** Opens the backend of a DATABASE_URL: `memory:`, `sqlite:<path>` or one of PostgreSQL. @throws {StoreError} */
export async function openBackend(url: string): Promise<Backend> {
  if (url === 'memory:') return createMemoryBackend();
  if (url.startsWith('postgres')) return openPostgresBackend(url);
  return createSqliteBackend(await openThreadLine(url.slice('sqlite:'.length)));
}
