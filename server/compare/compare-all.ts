import { setImmediate as turn } from 'node:timers/promises';
import { startPool } from '../parallel/pool.js';
import type { Progress } from '../parallel/progress.js';
import type { Compared } from './compare-pair.js';
import { CompareError } from './error.js';
import type { Pair } from './pairs.js';
import compareBlock, { type Block, type ComparedBlock } from './worker.js';

interface Comparing {
  /** Threads at most. */
  readonly jobs: number;
  /** Whether pictures of what differs are wanted. */
  readonly pictured: boolean;
  readonly progress: Progress;
  /** Aborted when the comparison must stop before its end. */
  readonly signal: AbortSignal;
}

/** Pairs a block: some 50 ms of work. */
const blockSize = 32;
/** Blocks per thread that wait or are being compared: enough to keep it busy, few enough to hold them in memory. */
const inFlight = 4;
/** To start threads takes longer than to compare fewer pairs than these. */
const fewPairs = 128;

/**
 * Compares pairs on several threads, and yields the results in the order of the pairs. Only some hundred are held in memory.
 * @throws {CompareError} when a file can't be read, or when `signal` is aborted
 */
export async function* compareAll(pairs: readonly Pair[], comparing: Comparing): AsyncGenerator<Compared> {
  const { jobs, pictured, progress, signal } = comparing;
  const blocks = Array.from({ length: Math.ceil(pairs.length / blockSize) }, (_, i): Block => {
    return { pairs: pairs.slice(i * blockSize, (i + 1) * blockSize), pictured };
  });
  const pool =
    pairs.length <= fewPairs || jobs < 2
      ? null
      : startPool<Block, ComparedBlock>(new URL('./worker.js', import.meta.url), jobs);
  const ahead: Promise<ComparedBlock>[] = [];
  let done = 0;
  try {
    for (const [i, { pairs: own }] of blocks.entries()) {
      while (pool && ahead.length + i < blocks.length && ahead.length < jobs * inFlight) {
        const compared = pool.run(blocks[i + ahead.length]!);
        // A failure while an earlier block is awaited is reported when this block's turn comes.
        compared.catch(() => undefined);
        ahead.push(compared);
      }
      const block = pool ? await ahead.shift()! : compareBlock(blocks[i]!);
      // Signals are heard between blocks.
      if (!pool) await turn();
      if (signal.aborted) throw new CompareError('Interrupted: nothing was written');
      if ('failure' in block) throw new CompareError(block.failure);
      yield* block.compared;
      done += own.length;
      progress.update(done, done);
    }
  } finally {
    progress.stop();
    await pool?.close();
  }
}
