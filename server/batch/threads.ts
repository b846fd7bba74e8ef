import { setFlagsFromString } from 'node:v8';
import { startPool } from '../parallel/pool.js';
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
 * The words of the first labels are kept for good. From that V8 learns to allocate those of all labels among its
 * long-lived objects, which only its slow collector frees: 8 % of a batch. V8 reads the flag when a worker starts.
 */
const pretenuring = '--no-allocation-site-pretenuring';

/** Starts up to `count` threads. */
export function startThreads(work: Work, count: number): Threads {
  setFlagsFromString(pretenuring);
  const pool = startPool<Block, DrawnBlock>(new URL('./worker.js', import.meta.url), count, work);
  return {
    draw: (block) => pool.run(block, [block.bytes.buffer as ArrayBuffer]),
    close: () => pool.close(),
  };
}
