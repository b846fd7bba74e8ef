import type { RowCache } from './row-cache.js';
import type { DrawnBlock } from './output/drawn.js';
import type { UsedNames } from './output/used-names.js';
import type { Checkpoint, Output } from './output/output.js';
import { refuseDuplicates } from './output/refuse-duplicates.js';
import { writeError } from './output/write-error.js';
import type { Progress } from '../parallel/progress.js';
import { remainingBlocks } from './resume.js';
import type { RowBlock } from './rows/split-rows.js';
import type { Tally } from './summary.js';
import type { DrawThreads } from './threads.js';

interface BlockRun {
  readonly blocks: AsyncIterable<RowBlock>;
  readonly threads: DrawThreads;
  /** The maximum of queued and running blocks. */
  readonly inFlight: number;
  readonly output: Output;
  /** For messages: where images are written. */
  readonly path: string;
  /** The checkpoint of the interrupted batch to resume; null: start from the first row. */
  readonly previous: Checkpoint | null;
  /** Null: names cannot collide. */
  readonly usedNames: UsedNames | null;
  /** Null: all rows are drawn. */
  readonly rowCache: RowCache | null;
  readonly tally: Tally;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Draws blocks in threads and commits them in input order. @throws after abandoning the output */
export async function drawBlocks(run: BlockRun): Promise<void> {
  const { blocks, threads, inFlight, output, previous, rowCache, progress } = run;
  const queue: QueuedBlock[] = [];
  try {
    const onSkip = (read: number) => {
      progress.update(read, 0);
    };
    for await (const { block, checkpoint } of remainingBlocks(blocks, previous, onSkip)) {
      const { read } = block;
      const part = rowCache?.split(block);
      const fresh = part ? part.fresh : block;
      const drawn = fresh === null ? Promise.resolve(null) : threads.draw(fresh);
      // A failure is reported when this block is committed, not while an earlier one is awaited.
      drawn.catch(() => undefined);
      queue.push({ drawn, part, checkpoint, read });
      if (queue.length >= inFlight) await commit(queue.shift()!, run);
    }
    while (queue.length > 0) await commit(queue.shift()!, run);
    await output.finish();
  } catch (error) {
    // Threads first: they write into the output's folder.
    await threads.close();
    await output.abandon();
    throw error;
  } finally {
    progress.stop();
    await threads.close();
  }
}

/** A block in the threads, or done and waiting for its commit. */
interface QueuedBlock {
  /** Null: all rows came from the cache. */
  readonly drawn: Promise<DrawnBlock | null>;
  readonly part: ReturnType<RowCache['split']> | undefined;
  readonly checkpoint: Checkpoint;
  readonly read: number;
}

async function commit({ drawn, part, checkpoint, read }: QueuedBlock, run: BlockRun): Promise<void> {
  const { output, path, usedNames, tally, progress, signal } = run;
  const result = await drawn;
  const block = part ? part.merge(result) : result!;
  signal.throwIfAborted();
  if (block.failure !== null) throw writeError(path, block.failure);
  const settled = usedNames ? refuseDuplicates(block, usedNames) : block;
  await output.commit(settled, checkpoint);
  part?.store(settled);
  tally.add(settled);
  progress.update(read, tally.labels());
}
