import { setMaxListeners } from 'node:events';
import { Piscina } from 'piscina';

/** Threads that all do the same work. */
export interface Pool<Task, Result> {
  /**
   * Hands a task to a thread that is free, or is so next.
   * @param transferList what the thread takes over, and cannot be read here afterwards
   * @throws what the work throws, or what a thread died of
   */
  run(task: Task, transferList?: readonly ArrayBuffer[]): Promise<Result>;
  /** Ends the threads at once. May be called again. */
  close(): Promise<void>;
}

/**
 * The limit on the heap of a thread's young objects. 24 MB holds the garbage of a block of labels; unbounded costs 20 MB
 * more per thread.
 */
const threadHeap = { maxYoungGenerationSizeMb: 24 };

/**
 * Starts up to `count` threads.
 * @param worker the module whose default export does a task
 * @param workerData what each thread gets a copy of when it starts
 */
export function startPool<Task, Result>(worker: URL, count: number, workerData?: unknown): Pool<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: worker.href,
    workerData,
    // More start when tasks wait, and stay.
    minThreads: 1,
    maxThreads: count,
    // The next task waits in the thread, so that no thread waits for the main one.
    concurrentTasksPerWorker: 2,
    idleTimeout: Infinity,
    resourceLimits: threadHeap,
  });
  // A thread died without a task, or sent a message after it was told to end, as on Node 26: unheard, either ends the process.
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
