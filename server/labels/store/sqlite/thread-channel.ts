import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreBusy, StoreError } from '../index.js';
import { type Channel, openChannel } from './channel.js';
import type { WriterAnswer, NumberedCall } from './queue.js';

export type ToThread = readonly NumberedCall[] | 'close';

/** A message of the thread. The first is `opened` or `refused`. `changed`: another process has written. */
export type FromThread =
  | { readonly kind: 'opened' | 'changed' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'answers'; readonly answers: readonly WriterAnswer[] };

/**
 * Opens the SQLite file at `path` in a separate thread, so that the event loop does not wait for the disk or for locks. The
 * thread keeps the process alive only while calls are pending. A thread that dies is replaced; calls meanwhile throw
 * {@link StoreBusy}. If the file can't be opened again, an unhandled rejection ends the process.
 * @param program the module of the thread
 * @throws {StoreError} with the path and the remedy
 */
export async function openThreadChannel(
  path: string,
  program = new URL('./thread.js', import.meta.url),
): Promise<Channel> {
  let thread = await startThread(path, program);
  let pending = 0;
  let closing = false;
  /** Resolves when a thread has opened the file. */
  let ready: Promise<void> = Promise.resolve();
  const unrefIdle = (): void => {
    if (pending === 0) thread.unref();
  };
  const { channel, answered, changed, broken, repaired } = openChannel({
    send(calls) {
      if (pending === 0) thread.ref();
      pending += calls.length;
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
    pending = 0;
    broken(new StoreBusy('The thread of the store died', { cause }));
    thread = await startThread(path, program);
    follow();
    // The thread may have run calls without answering them.
    changed();
    repaired();
  };
  const follow = (): void => {
    let cause: unknown;
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'changed') changed();
      if (message.kind !== 'answers') return;
      pending -= message.answers.length;
      unrefIdle();
      answered(message.answers);
    });
    thread.on('error', (error) => (cause = error));
    thread.on('exit', () => {
      if (closing) broken(new Error('The store is closed'));
      else ready = replace(cause);
    });
    // Node ignores unref in the turn of the first message.
    setImmediate(unrefIdle);
  };
  follow();
  return channel;
}

/** Starts a thread, and waits until it has opened the file. @throws {StoreError} */
async function startThread(path: string, program: URL): Promise<Worker> {
  const worker = new Worker(program, { workerData: { path } });
  const [first] = (await once(worker, 'message')) as [FromThread];
  if (first.kind === 'refused') throw new StoreError(first.message);
  return worker;
}
