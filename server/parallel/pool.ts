import { setMaxListeners } from 'node:events';
import { Piscina } from 'piscina';

export interface Pool<Task, Result> {
  /**
   * Runs a task in the next free thread.
   * @param transferList buffers that move to the thread
   * @throws errors of the task, or the error that killed a thread
   */
  run(task: Task, transferList?: readonly ArrayBuffer[]): Promise<Result>;
  /** Ends the threads immediately. May be called again. */
  readonly close: () => Promise<void>;
}

/**
 * Limits a thread's heap of young objects. 24 MB hold the garbage of a block of labels; no limit costs 20 MB more per thread.
 */
const threadHeap = { maxYoungGenerationSizeMb: 24 };

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
  return {
    async run(task, transferList = []) {
      try {
        return await pool.run(task, { transferList: [...transferList], signal: broken.signal });
      } catch (error) {
        throw broken.signal.aborted ? broken.signal.reason : error;
      }
    },
    close: () => pool.destroy(),
  };
}
