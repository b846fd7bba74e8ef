import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { DrawnBlock } from './output/drawn.js';
import type { Block } from './rows/split-rows.js';
import type { Work } from './work.js';

/** Threads that draw blocks. */
export interface Threads {
  /** Draws a block, whose bytes are transferred: they can't be read afterwards. */
  draw(block: Block): Promise<DrawnBlock>;
  /** Ends the threads at once. May be called again. */
  close(): Promise<void>;
}

/**
 * The limit on the heap of a worker's young objects. 24 MB holds the garbage of a block; unbounded costs 20 MB more per
 * worker.
 */
const workerHeap = { maxYoungGenerationSizeMb: 24 };

/**
 * The words of the first labels are kept for good. From that V8 learns to allocate those of all labels among its
 * long-lived objects, which only its slow collector frees: 8 % of a batch. V8 reads the flag when a worker starts.
 */
const pretenuring = '--no-allocation-site-pretenuring';

/** Starts up to `count` threads. */
export function startThreads(work: Work, count: number): Threads {
  setFlagsFromString(pretenuring);
  const pool = new Piscina<Block, DrawnBlock>({
    filename: new URL('./worker.js', import.meta.url).href,
    workerData: work,
    // More start when blocks wait, and stay.
    minThreads: 1,
    maxThreads: count,
    // The next block waits in the worker, so that no worker waits for the main thread.
    concurrentTasksPerWorker: 2,
    idleTimeout: Infinity,
    resourceLimits: workerHeap,
  });
  // A worker died without a block, or sent a message after it was told to end, as on Node 26: unheard, either ends the process.
  const broken = new AbortController();
  setMaxListeners(0, broken.signal);
  pool.on('error', (error) => {
    broken.abort(error);
  });
  return {
    async draw(block) {
      const transferList = [block.bytes.buffer as ArrayBuffer];
      try {
        return await pool.run(block, { transferList, signal: broken.signal });
      } catch (error) {
        throw broken.signal.aborted ? broken.signal.reason : error;
      }
    },
    close: () => pool.destroy(),
  };
}
