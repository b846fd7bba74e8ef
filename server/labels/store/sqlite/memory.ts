import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Backend } from '../index.js';
import { createMemoryLimiter } from '../memory-limiter.js';
import { createSqliteBackend } from './backend.js';
import { createGroups } from './groups.js';
import { type Channel, openChannel } from './channel.js';
import { inMemory, openDatabase } from './open.js';
import { createOperations } from './operations.js';
import { createQueue } from './queue.js';

/** A backend in the memory of this process: SQLite without a file, and without a thread, as there is no disk to wait for. */
export function createMemoryBackend(): Backend {
  return { ...createSqliteBackend(openLocalChannel(openDatabase(inMemory))), limiter: createMemoryLimiter };
}

/** The channel to a database in this thread. */
export function openLocalChannel(database: DatabaseSyncInstance): Channel {
  const queue = createQueue(createGroups(database, createOperations(database)), (answers) => {
    opened.answered(answers);
  });
  const opened = openChannel({
    send: queue,
    // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous, SQLite is not
    async close() {
      if (database.isOpen) database.close();
      opened.broken(new Error('The store is closed'));
    },
  });
  return opened.channel;
}
