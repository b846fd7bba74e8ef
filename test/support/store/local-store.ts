import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createGroups } from '../../../server/labels/store/sqlite/groups.js';
import { type Line, openLine } from '../../../server/labels/store/sqlite/line.js';
import { createOperations } from '../../../server/labels/store/sqlite/operations.js';
import { createQueue } from '../../../server/labels/store/sqlite/queue.js';
import { createSqliteBackend } from '../../../server/labels/store/sqlite/backend.js';
import { type Sandbox, sandboxOf } from './sandbox.js';

/** A store on a database in this thread, which a test can spoil. */
export function openLocalStore(database: DatabaseSyncInstance): Sandbox {
  return sandboxOf(createSqliteBackend(openLocalLine(database)));
}

/** The line to a database in this thread. */
export function openLocalLine(database: DatabaseSyncInstance): Line {
  const queue = createQueue(createGroups(database, createOperations(database)), (answers) => {
    opened.answered(answers);
  });
  const opened = openLine({
    send: queue,
    // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous, SQLite is not
    async close() {
      if (database.isOpen) database.close();
      opened.broken(new Error('The store is closed'));
    },
  });
  return opened.line;
}
