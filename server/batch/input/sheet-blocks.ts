import { joinedRows, type RowBlock, rowsPerBlock } from '../rows/split-rows.js';
import type { RowCell } from '../rows/csv.js';

/** Blocks of the rows from `from` on, each row a JSON array. Skips empty rows. `read` counts rows. */
// oxlint-disable-next-line typescript/require-await -- the same type as the rows of a stream
export async function* sheetBlocks(
  rows: readonly (readonly RowCell[])[],
  from: number,
  labelsPerRow: number,
): AsyncGenerator<RowBlock> {
  const maxRows = rowsPerBlock(labelsPerRow);
  let [lines, filled]: [number[], Uint8Array[]] = [[], []];
  for (let i = from; i < rows.length; i++) {
    if (rows[i]!.some((cell) => cell !== '')) {
      lines.push(i + 1);
      filled.push(Buffer.from(`${JSON.stringify(rows[i])}\n`));
    }
    if (filled.length < maxRows && i + 1 < rows.length) continue;
    if (filled.length > 0) yield { ...joinedRows(filled), lines, faults: new Map(), read: i + 1 };
    [lines, filled] = [[], []];
  }
}
