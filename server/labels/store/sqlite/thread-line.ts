import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreBusy, StoreError } from '../index.js';
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
 * thread keeps the process alive only while it is asked for something. One that dies is replaced; what is asked meanwhile is
 * refused with {@link StoreBusy}. When the file can't be opened again, the rejection is not handled, and ends the process.
 * @param program what the thread runs
 * @throws {StoreError} with the path and the remedy
 */
export async function openThreadLine(path: string, program = new URL('./thread.js', import.meta.url)): Promise<Line> {
  let thread = await startThread(path, program);
  let asked = 0;
  let closing = false;
  /** Resolves when a thread is there. */
  let ready: Promise<void> = Promise.resolve();
  const rest = (): void => {
    if (asked === 0) thread.unref();
  };
  const { line, answered, changed, broken, mended } = openLine({
    send(calls) {
      if (asked === 0) thread.ref();
      asked += calls.length;
      thread.postMessage(calls satisfies ToThread);
    },
    async close() {
      await ready;
      closing = true;
      const exited = once(thread, 'exit');
      thread.ref();
      thread.postMessage('close' satisfies ToThread);
      await exited;
    },
  });
  const replace = async (cause: unknown): Promise<void> => {
    asked = 0;
    broken(new StoreBusy('The thread of the store died', { cause }));
    thread = await startThread(path, program);
    follow();
    // The thread may have done what it did not answer.
    changed();
    mended();
  };
  const follow = (): void => {
    let cause: unknown;
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'changed') changed();
      if (message.kind !== 'answers') return;
      asked -= message.answers.length;
      rest();
      answered(message.answers);
    });
    thread.on('error', (error) => (cause = error));
    thread.on('exit', () => {
      if (closing) broken(new Error('The store is closed'));
      else ready = replace(cause);
    });
    // In the turn of its first message Node would not let it rest.
    setImmediate(rest);
  };
  follow();
  return line;
}

/** Starts a thread, which has opened the file when it is there. @throws {StoreError} */
async function startThread(path: string, program: URL): Promise<Worker> {
  const worker = new Worker(program, { workerData: { path } });
  const [first] = (await once(worker, 'message')) as [FromThread];
  if (first.kind === 'refused') throw new StoreError(first.message);
  return worker;
}
