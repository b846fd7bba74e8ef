import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createSqliteBackend } from '../../../server/labels/store/sqlite/backend.js';
import { openLocalChannel } from '../../../server/labels/store/sqlite/memory.js';
import { type Sandbox, sandboxOf } from './sandbox.js';

/** A store on a database in this thread, which a test can spoil. */
export function openLocalStore(database: DatabaseSyncInstance): Sandbox {
  return sandboxOf(createSqliteBackend(openLocalChannel(database)));
}
