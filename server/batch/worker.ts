/** A thread of a batch: blocks in, images out. */
import { setImmediate as turn } from 'node:timers/promises';
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { createRenderer } from '../../renderer/index.js';
import { createDrawBlock } from './draw-block.js';
import type { RowBlock } from './rows/split-rows.js';
import type { Work } from './work.js';

const drawBlock = createDrawBlock(workerData as Work, await createRenderer());

/** Resolves with a {@link DrawnBlock} whose bytes are transferred, not copied. */
export default async function draw(block: RowBlock): Promise<unknown> {
  const drawn = drawBlock(block);
  // See `labelsPerBlock`.
  await turn();
  return move({ [transferableSymbol]: [drawn.archive.buffer, drawn.results.buffer], [valueSymbol]: drawn });
}
