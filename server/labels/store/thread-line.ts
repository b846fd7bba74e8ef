import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreError } from './index.js';
import { type Line, resultOf } from './line.js';
import type { Operations } from './operations.js';
import type { Answer, NumberedCall } from './queue.js';

/** What is said to the thread: calls, or that it shall end when it has done them. */
export type ToThread = readonly NumberedCall[] | 'close';

/** What the thread says: first whether it has opened the file, then answers. `changed`: another process has written. */
export type FromThread =
  | { readonly kind: 'opened' | 'changed' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'answers'; readonly answers: readonly Answer[] };

interface Asked {
  readonly arrived: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
}

/**
 * Opens the SQLite file at `path` in a thread of its own, so that nobody else waits for the disk or for other processes.
 * Calls of one turn of the event loop go to the thread together.
 * @throws {StoreError} with the path and the remedy
 */
export async function openThread(path: string): Promise<Line> {
  const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: { path } });
  const [first] = (await once(worker, 'message')) as [FromThread];
  if (first.kind === 'refused') throw new StoreError(first.message);
  return lineTo(worker);
}

function lineTo(worker: Worker): Line {
  const exited = once(worker, 'exit');
  const asked = new Map<number, Asked>();
  const listeners: (() => void)[] = [];
  let calls: NumberedCall[] = [];
  let count = 0;
  let ended: Error | null = null;

  const end = (error: Error): void => {
    ended ??= error;
    for (const { failed } of asked.values()) failed(ended);
    asked.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => {
    end(new Error('The store is closed'));
  });
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'changed') for (const listener of listeners) listener();
    if (message.kind !== 'answers') return;
    for (const answer of message.answers) {
      asked.get(answer.number)?.arrived(answer);
      asked.delete(answer.number);
    }
  });
  const send = (): void => {
    if (calls.length > 0) worker.postMessage(calls satisfies ToThread);
    calls = [];
  };
  return {
    ask: (name, args, arrived) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        const number = count++;
        if (calls.push({ number, name, args }) === 1) setImmediate(send);
        asked.set(number, {
          failed: reject,
          arrived({ outcome }) {
            try {
              resolve(arrived(resultOf(outcome) as ReturnType<Operations[typeof name]>));
            } catch (error) {
              const refusal = error as Error;
              reject(refusal);
            }
          },
        });
      }),
    onChange: (listener) => listeners.push(listener),
    async close() {
      send();
      worker.postMessage('close' satisfies ToThread);
      await exited;
    },
  };
}
