import type { RowFault } from './find-row.js';
import { joinedRows, type RowBlock, rowsPerBlock } from './split-rows.js';

/** One of several batches that share the rows of a file. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** The rows of a shard: one of each `count`, so that all shards take about as long. Their lines are those of the whole file. */
export async function* shardOf(
  blocks: AsyncIterable<RowBlock>,
  { number, count }: Shard,
  labelsPerRow: number,
): AsyncGenerator<RowBlock> {
  const maxRows = rowsPerBlock(labelsPerRow);
  let [row, read] = [0, 0];
  let part = noRows();
  const cut = (): RowBlock => {
    const { rows, lines, faults } = part;
    part = noRows();
    return { ...joinedRows(rows), lines, faults, read };
  };
  for await (const block of blocks) {
    for (let i = 0; i < block.starts.length; i++) {
      if (row++ % count !== number - 1) continue;
      const fault = block.faults.get(i);
      if (fault) part.faults.set(part.rows.length, fault);
      part.rows.push(block.bytes.subarray(block.starts[i], block.ends[i]));
      part.lines.push(block.lines[i]!);
    }
    read = block.read;
    if (part.rows.length >= maxRows) yield cut();
  }
  if (part.rows.length > 0) yield cut();
}

function noRows() {
  return { rows: [] as Uint8Array[], lines: [] as number[], faults: new Map<number, RowFault>() };
}
