import { setImmediate as turn } from 'node:timers/promises';
import { startPool } from '../parallel/pool.js';
import type { Progress } from '../parallel/progress.js';
import type { Compared } from './compare-pair.js';
import type { LabelPair } from './pairs.js';
import compareBlock, { type PairBlock, type ComparedBlock } from './worker.js';

interface CompareOptions {
  /** The maximum number of threads. */
  readonly jobs: number;
  /** Whether to return pictures of differences. */
  readonly pictured: boolean;
  readonly progress: Progress;
  /** Aborts the comparison. */
  readonly signal: AbortSignal;
}

/** The comparison ended early. */
export class CompareError extends Error {
  override readonly name = 'CompareError';
}

/** Pairs per block: about 50 ms of work. */
const blockSize = 32;
/** Queued and running blocks per thread: enough to keep it busy, few enough for memory. */
const inFlight = 4;
/** Starting threads takes longer than comparing this many pairs. */
const maxPairsWithoutThreads = 128;

/**
 * Compares pairs in threads and yields the results in order. Holds only some hundred pairs in memory.
 * @throws {CompareError} when a file can't be read, or when `signal` is aborted
 */
export async function* compareAll(pairs: readonly LabelPair[], options: CompareOptions): AsyncGenerator<Compared> {
  const { jobs, pictured, progress, signal } = options;
  const blocks = Array.from({ length: Math.ceil(pairs.length / blockSize) }, (_, i): PairBlock => {
    return { pairs: pairs.slice(i * blockSize, (i + 1) * blockSize), pictured };
  });
  const pool =
    pairs.length <= maxPairsWithoutThreads || jobs < 2
      ? null
      : startPool<PairBlock, ComparedBlock>(new URL('./worker.js', import.meta.url), jobs);
  const ahead: Promise<ComparedBlock>[] = [];
  let done = 0;
  try {
    for (const [i, { pairs: own }] of blocks.entries()) {
      while (pool && ahead.length + i < blocks.length && ahead.length < jobs * inFlight) {
        const compared = pool.run(blocks[i + ahead.length]!);
        // A failure is reported in this block's turn, not while an earlier one is awaited.
        compared.catch(() => undefined);
        ahead.push(compared);
      }
      const block = pool ? await ahead.shift()! : compareBlock(blocks[i]!);
      // Signals arrive between blocks.
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
