import { setFlagsFromString } from 'node:v8';
import { createRenderer } from '../../renderer/index.js';
import { startPool } from '../parallel/pool.js';
import { createDrawBlock } from './draw-block.js';
import type { DrawnBlock } from './output/drawn.js';
import type { RowBlock } from './rows/split-rows.js';
import type { Work } from './work.js';

export interface DrawThreads {
  /** Draws a block and transfers its bytes: the caller can't read them afterwards. */
  draw(block: RowBlock): Promise<DrawnBlock>;
  readonly close: () => Promise<void>;
}

/**
 * The words of the first labels stay cached. V8 then allocates the words of all labels as long-lived objects, which only
 * its slow collector frees: 8 % of a batch. V8 reads the flag when a worker starts.
 */
const pretenuring = '--no-allocation-site-pretenuring';

/** @param count 0: draw in this thread. A few labels take less time than the start of one */
export function startThreads(work: Work, count: number): DrawThreads {
  if (count === 0) return drawHere(work);
  setFlagsFromString(pretenuring);
  const pool = startPool<RowBlock, DrawnBlock>(new URL('./worker.js', import.meta.url), count, work);
  return {
    draw: (block: RowBlock) => pool.run(block, [block.bytes.buffer as ArrayBuffer]),
    close: pool.close,
  };
}

function drawHere(work: Work): DrawThreads {
  const created = createRenderer().then((renderer) => createDrawBlock(work, renderer));
  return {
    draw: async (block) => (await created)(block),
    close: () => Promise.resolve(),
  };
}
