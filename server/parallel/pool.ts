import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Piscina } from 'piscina';

export interface Pool<Task, Result> {
  /**
   * Runs a task in the next free thread.
   * @param transferList buffers that move to the thread
   * @throws errors of the task, or the error that killed a thread
   */
  run(task: Task, transferList?: readonly ArrayBuffer[]): Promise<Result>;
  /** Ends the threads after their tasks, or after {@link graceMs}. May be called again. */
  readonly close: () => Promise<void>;
}

/** Limits a thread's heap of young objects. 24 MB hold the garbage of a block of labels; no limit costs 20 MB more per thread. */
const threadHeap = { maxYoungGenerationSizeMb: 24 };

/** Milliseconds. Node 20 ends the process when a thread is ended while it opens a zlib stream. */
const graceMs = 1000;

/**
 * Starts up to `count` threads.
 * @param worker the module whose default export runs a task
 * @param workerData copied to each thread
 */
export function startPool<Task, Result>(worker: URL, count: number, workerData?: unknown): Pool<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: worker.href,
    workerData,
    // More threads start when tasks wait, and stay.
    minThreads: 1,
    maxThreads: count,
    // The next task waits in the thread, so that the thread never waits for the main one.
    concurrentTasksPerWorker: 2,
    idleTimeout: Infinity,
    resourceLimits: threadHeap,
  });
  // A thread died without a task, or sent a message after its termination (Node 26). Without a listener, either ends the process.
  const broken = new AbortController();
  setMaxListeners(0, broken.signal);
  pool.on('error', (error) => {
    broken.abort(error);
  });
  const running = new Set<Promise<Result>>();
  return {
    async run(task, transferList = []) {
      const result = pool.run(task, { transferList: [...transferList], signal: broken.signal });
      running.add(result);
      try {
        return await result;
      } catch (error) {
        throw broken.signal.aborted ? broken.signal.reason : error;
      } finally {
        running.delete(result);
      }
    },
    async close() {
      await settled(running);
      await pool.destroy();
    },
  };
}

/** Resolves once work has ended, or after {@link graceMs}. */
export async function settled(running: Iterable<Promise<unknown>>): Promise<void> {
  await Promise.race([Promise.allSettled(running), delay(graceMs, undefined, { ref: false })]);
}
