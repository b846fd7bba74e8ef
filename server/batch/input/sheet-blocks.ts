import { type Block, rowsPerBlock } from '../rows/split-rows.js';
import type { Cell } from '../rows/table.js';

/** The rows of a sheet from `from` on as blocks, each row as a JSON array. Empty rows are skipped. `read` counts rows. */
// oxlint-disable-next-line typescript/require-await -- as the rows of a stream
export async function* sheetBlocks(
  rows: readonly (readonly Cell[])[],
  from: number,
  labelsPerRow: number,
): AsyncGenerator<Block> {
  const wanted = rowsPerBlock(labelsPerRow);
  let filled: { readonly line: number; readonly bytes: Uint8Array }[] = [];
  for (let i = from; i < rows.length; i++) {
    if (rows[i]!.some((cell) => cell !== ''))
      filled.push({ line: i + 1, bytes: Buffer.from(`${JSON.stringify(rows[i])}\n`) });
    if (filled.length < wanted && i + 1 < rows.length) continue;
    if (filled.length > 0) yield blockOf(filled, i + 1);
    filled = [];
  }
}

function blockOf(rows: readonly { readonly line: number; readonly bytes: Uint8Array }[], read: number): Block {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { bytes } of rows) {
    starts.push(at);
    ends.push((at += bytes.length));
  }
  // Its own memory: it is transferred to a thread.
  const bytes = new Uint8Array(at);
  for (const [i, row] of rows.entries()) bytes.set(row.bytes, starts[i]);
  return { bytes, starts, ends, lines: rows.map(({ line }) => line), faults: new Map(), read };
}
