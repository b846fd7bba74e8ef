import { type RowBlock, rowsPerBlock } from '../rows/split-rows.js';
import type { RowCell } from '../rows/table.js';

/** Blocks of the rows from `from` on, each row a JSON array. Skips empty rows. `read` counts rows. */
// oxlint-disable-next-line typescript/require-await -- the same type as the rows of a stream
export async function* sheetBlocks(
  rows: readonly (readonly RowCell[])[],
  from: number,
  labelsPerRow: number,
): AsyncGenerator<RowBlock> {
  const maxRows = rowsPerBlock(labelsPerRow);
  let filled: { readonly line: number; readonly bytes: Uint8Array }[] = [];
  for (let i = from; i < rows.length; i++) {
    if (rows[i]!.some((cell) => cell !== ''))
      filled.push({ line: i + 1, bytes: Buffer.from(`${JSON.stringify(rows[i])}\n`) });
    if (filled.length < maxRows && i + 1 < rows.length) continue;
    if (filled.length > 0) yield blockOf(filled, i + 1);
    filled = [];
  }
}

function blockOf(rows: readonly { readonly line: number; readonly bytes: Uint8Array }[], read: number): RowBlock {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { bytes } of rows) {
    starts.push(at);
    ends.push((at += bytes.length));
  }
  // Separate memory: it is transferred to a thread.
  const bytes = new Uint8Array(at);
  for (const [i, row] of rows.entries()) bytes.set(row.bytes, starts[i]);
  return { bytes, starts, ends, lines: rows.map(({ line }) => line), faults: new Map(), read };
}
