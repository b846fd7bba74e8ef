import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreError } from './index.js';
import { type Line, openLine } from './line.js';
import type { Answer, NumberedCall } from './queue.js';

/** What is said to the thread: calls, or that it shall end. */
export type ToThread = readonly NumberedCall[] | 'close';

/** What the thread says: first whether it has opened the file, then answers. `changed`: another process has written. */
export type FromThread =
  | { readonly kind: 'opened' | 'changed' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'answers'; readonly answers: readonly Answer[] };

/**
 * Opens the SQLite file at `path` in a thread of its own, so that nobody else waits for the disk or for other processes.
 * @throws {StoreError} with the path and the remedy
 */
export async function openThreadLine(path: string): Promise<Line> {
  const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: { path } });
  const [first] = (await once(worker, 'message')) as [FromThread];
  if (first.kind === 'refused') throw new StoreError(first.message);
  const exited = once(worker, 'exit');
  const say = (message: ToThread): void => {
    worker.postMessage(message);
  };
  const { line, answered, changed, broken } = openLine({
    send: say,
    close() {
      say('close');
      return exited;
    },
  });
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'changed') changed();
    else if (message.kind === 'answers') answered(message.answers);
  });
  worker.on('error', broken);
  worker.on('exit', () => {
    broken(new Error('The store is closed'));
  });
  return line;
}
