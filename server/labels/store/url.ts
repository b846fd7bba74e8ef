import type { Backend } from './index.js';
import { openPostgresBackend } from './postgres/backend.js';
import { createSqliteBackend } from './sqlite/backend.js';
import { createMemoryBackend } from './sqlite/memory.js';
import { openThreadChannel } from './sqlite/thread-channel.js';

/** Opens the backend of a DATABASE_URL: `memory:`, `sqlite:<path>` or one of PostgreSQL. @throws {StoreError} */
export async function openBackend(url: string): Promise<Backend> {
  if (url === 'memory:') return createMemoryBackend();
  if (url.startsWith('postgres')) return openPostgresBackend(url);
  return createSqliteBackend(await openThreadChannel(url.slice('sqlite:'.length)));
}
