/** The program of the thread that opens the SQLite file, and waits for the disk and for locks. See `openThreadChannel`. */
import { parentPort, workerData } from 'node:worker_threads';
import { createGroups, type Groups } from './groups.js';
import { openDatabase } from './open.js';
import { createOperations } from './operations.js';
import { createQueue } from './queue.js';
import type { FromThread, ToThread } from './thread-channel.js';

/** Milliseconds between two checks for writes of other processes. */
const checkEveryMs = 100;

const port = parentPort!;
const post = (message: FromThread): void => {
  port.postMessage(message);
};

try {
  start((workerData as { path: string }).path);
} catch (error) {
  post({ kind: 'refused', message: (error as Error).message });
  port.close();
}

function start(path: string): void {
  const database = openDatabase(path);
  const version = database.prepare('PRAGMA data_version');
  const versionNow = () => (version.get() as { data_version: number }).data_version;
  let known = versionNow();
  /** Reports writes of other processes. */
  const check = (): void => {
    const now = versionNow();
    if (now !== known) post({ kind: 'changed' });
    known = now;
  };
  const groups = createGroups(database, createOperations(database));
  // Checks before each group, so that no result from before a write is sent after its report.
  const checkThenRun: Groups = (calls) => {
    check();
    return groups(calls);
  };
  const queue = createQueue(checkThenRun, (answers) => {
    post({ kind: 'answers', answers });
  });
  const timer = setInterval(check, checkEveryMs);
  const close = (): void => {
    clearInterval(timer);
    port.close();
    // Then the file alone is complete, and can be copied.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  };
  port.on('message', (message: ToThread) => {
    if (message === 'close') close();
    else queue(message);
  });
  post({ kind: 'opened' });
}
