import type { KnownRows, SplitBlock } from './known-rows.js';
import type { DrawnBlock } from './output/drawn.js';
import type { NamesTaken } from './output/names-taken.js';
import type { Checkpoint, Output } from './output/output.js';
import { refuseTaken } from './output/refuse-taken.js';
import { writeError } from './output/write-error.js';
import type { Progress } from '../parallel/progress.js';
import { remainingBlocks } from './resume.js';
import type { Block } from './rows/split-rows.js';
import type { Tally } from './summary.js';
import type { Threads } from './threads.js';

interface BlockRun {
  readonly blocks: AsyncIterable<Block>;
  readonly threads: Threads;
  /** Blocks that wait or are being drawn at most. */
  readonly inFlight: number;
  readonly output: Output;
  /** For messages: where images are written. */
  readonly path: string;
  /** Where an interrupted batch got to; null: nothing is taken over. */
  readonly former: Checkpoint | null;
  /** Where names can collide; null: they are unique by themselves. */
  readonly taken: NamesTaken | null;
  /** What is known of rows from the batch before; null: all are drawn. */
  readonly known: KnownRows | null;
  readonly tally: Tally;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Draws blocks on several threads and commits them in the order of the input. @throws after abandoning the output */
export async function drawBlocks(run: BlockRun): Promise<void> {
  const { blocks, threads, inFlight, output, former, known, progress } = run;
  const queue: Ahead[] = [];
  try {
    const skipped = (read: number) => {
      progress.update(read, 0);
    };
    for await (const { block, checkpoint } of remainingBlocks(blocks, former, skipped)) {
      const { read } = block;
      const part = known?.split(block);
      const fresh = part ? part.fresh : block;
      const drawn = fresh === null ? Promise.resolve(null) : threads.draw(fresh);
      // A failure while an earlier block is awaited is reported when this block's turn comes.
      drawn.catch(() => undefined);
      queue.push({ drawn, part, checkpoint, read });
      if (queue.length >= inFlight) await commit(queue.shift()!, run);
    }
    while (queue.length > 0) await commit(queue.shift()!, run);
    await output.finish();
  } catch (error) {
    // First the threads: they write into the output's folder.
    await threads.close();
    await output.abandon();
    throw error;
  } finally {
    progress.stop();
    await threads.close();
  }
}

/** A block that was handed to the threads before its turn to be committed. */
interface Ahead {
  /** What became of the rows that were drawn; null: none had to be. */
  readonly drawn: Promise<DrawnBlock | null>;
  readonly part: SplitBlock | undefined;
  readonly checkpoint: Checkpoint;
  readonly read: number;
}

async function commit({ drawn, part, checkpoint, read }: Ahead, run: BlockRun): Promise<void> {
  const { output, path, taken, tally, progress, signal } = run;
  const own = await drawn;
  const block = part ? part.merge(own) : own!;
  signal.throwIfAborted();
  if (block.failure !== null) throw writeError(path, block.failure);
  const settled = taken ? refuseTaken(block, taken) : block;
  await output.commit(settled, checkpoint);
  part?.keep(settled);
  tally.add(settled);
  progress.update(read, tally.labels());
}
