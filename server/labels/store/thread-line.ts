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
 * Opens the SQLite file at `path` in a thread of its own, so that nobody else waits for the disk or for other processes. The
 * thread keeps the process alive only while it is asked for something.
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
  let asked = 0;
  const rest = (): void => {
    if (asked === 0) worker.unref();
  };
  // In the turn of its first message Node would not let it rest.
  setImmediate(rest);
  const { line, answered, changed, broken } = openLine({
    send(calls) {
      if (asked === 0) worker.ref();
      asked += calls.length;
      say(calls);
    },
    close() {
      worker.ref();
      say('close');
      return exited;
    },
  });
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'changed') changed();
    if (message.kind !== 'answers') return;
    asked -= message.answers.length;
    rest();
    answered(message.answers);
  });
  worker.on('error', broken);
  worker.on('exit', () => {
    broken(new Error('The store is closed'));
  });
  return line;
}
