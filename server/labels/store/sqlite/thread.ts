/** The thread that has the SQLite file: it alone waits for the disk and for locks. See `openThreadLine`. */
import { parentPort, workerData } from 'node:worker_threads';
import { createGroups, type Groups } from './groups.js';
import { openDatabase } from './open.js';
import { createOperations } from './operations.js';
import { createQueue } from './queue.js';
import type { FromThread, ToThread } from './thread-line.js';

/** How often the thread looks whether another process has written, in milliseconds. */
const lookEvery = 100;

const port = parentPort!;
const say = (message: FromThread): void => {
  port.postMessage(message);
};

try {
  start((workerData as { path: string }).path);
} catch (error) {
  say({ kind: 'refused', message: (error as Error).message });
  port.close();
}

function start(path: string): void {
  const database = openDatabase(path);
  const version = database.prepare('PRAGMA data_version');
  const versionNow = () => (version.get() as { data_version: number }).data_version;
  let known = versionNow();
  /** Says that another process has written. */
  const look = (): void => {
    const now = versionNow();
    if (now !== known) say({ kind: 'changed' });
    known = now;
  };
  const groups = createGroups(database, createOperations(database));
  // Looks before each group: then nothing that was read before another process wrote is answered after it was said.
  const lookThenDo: Groups = (calls) => {
    look();
    return groups(calls);
  };
  const queue = createQueue(lookThenDo, (answers) => {
    say({ kind: 'answers', answers });
  });
  const timer = setInterval(look, lookEvery);
  const close = (): void => {
    clearInterval(timer);
    port.close();
    // Then the file alone is the whole store, and can be copied.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  };
  port.on('message', (message: ToThread) => {
    if (message === 'close') close();
    else queue(message);
  });
  say({ kind: 'opened' });
}
