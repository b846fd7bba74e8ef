import { setFlagsFromString } from 'node:v8';
import { startPool } from '../parallel/pool.js';
import type { DrawnBlock } from './output/drawn.js';
import type { RowBlock } from './rows/split-rows.js';
import type { Work } from './work.js';

export type DrawThreads = ReturnType<typeof startThreads>;

/**
 * The words of the first labels stay cached. V8 then allocates the words of all labels as long-lived objects, which only
 * its slow collector frees: 8 % of a batch. V8 reads the flag when a worker starts.
 */
const pretenuring = '--no-allocation-site-pretenuring';

export function startThreads(work: Work, count: number) {
  setFlagsFromString(pretenuring);
  const pool = startPool<RowBlock, DrawnBlock>(new URL('./worker.js', import.meta.url), count, work);
  return {
    /** Draws a block and transfers its bytes: the caller can't read them afterwards. */
    draw: (block: RowBlock) => pool.run(block, [block.bytes.buffer as ArrayBuffer]),
    close: pool.close,
  };
}
