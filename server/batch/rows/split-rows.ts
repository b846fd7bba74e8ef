import { separatorLine } from './find-delimiter.js';
import { type RowFault, findDelimitedRow, findLine, type FindRow, type RowEnd } from './find-row.js';

export type Format = 'csv' | 'ndjson';

/** Consecutive complete rows of the input. */
export interface RowBlock {
  readonly bytes: Uint8Array;
  /** Per row: its first offset in `bytes`, the offset after it, and its first line in the input, from 1. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly lines: readonly number[];
  /** Faults by row index. */
  readonly faults: ReadonlyMap<number, RowFault>;
  /** Input bytes up to the end of the block. */
  readonly read: number;
}

/**
 * The maximum of labels per block, unless one row has more. The canvas frees memory only when the event loop turns, which
 * it does after each block.
 */
const labelsPerBlock = 128;
const bytesPerBlock = 512 * 1024;

const lineFeed = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** `sep=;` and its line break. */
const separatorBytes = 7;

export function rowsPerBlock(labelsPerRow: number): number {
  return Math.max(1, Math.floor(labelsPerBlock / labelsPerRow));
}

/**
 * Splits a stream of UTF-8 into blocks of complete rows. The blocks do not depend on the chunks. Holds at most a chunk and a
 * block in memory. The first block of a CSV is its header. Skips blank lines, a byte order mark, and Excel's `sep=` line.
 * @param delimiter one ASCII character
 * @param titles rows before the header, which it skips
 */
export async function* splitRows(
  chunks: AsyncIterable<Uint8Array>,
  format: Format,
  labelsPerRow = 1,
  delimiter = ',',
  titles = 0,
): AsyncGenerator<RowBlock> {
  const splitter = createSplitter(format, rowsPerBlock(labelsPerRow), delimiter.charCodeAt(0), titles);
  for await (const chunk of chunks) yield* splitter.push(chunk, false);
  yield* splitter.push(new Uint8Array(0), true);
}

/**
 * Cuts UTF-8 that is pushed chunk by chunk, as {@link splitRows} does. It runs in browsers, too.
 * @param delimiter the code of one ASCII character
 */
export function createSplitter(format: Format, rowsPerBlock: number, delimiter: number, titles = 0) {
  const find: FindRow =
    format === 'ndjson' ? findLine : (bytes, start, final) => findDelimitedRow(bytes, start, final, delimiter);
  let bytes: Uint8Array = new Uint8Array(0);
  /** Offsets in `bytes` of the block and of the next row. */
  let [from, at] = [0, 0];
  /** The offset of `bytes` in the input, and the line of the next row. */
  let [passed, line] = [0, 1];
  /** `discarding`: in a too long row; drop everything up to its line break. */
  let [begun, discarding] = [false, false];
  let rowsWanted = format === 'csv' ? 1 : rowsPerBlock;
  let titlesLeft = titles;
  let rows = noRows();

  function cut(): RowBlock {
    const block: RowBlock = { ...rows, bytes: new Uint8Array(bytes.subarray(from, at)), read: passed + at };
    from = at;
    rows = noRows();
    if (titlesLeft-- <= 0) rowsWanted = rowsPerBlock;
    return block;
  }

  /** Drops the rest of a line; false: it needs more bytes. */
  function discard(): boolean {
    const end = bytes.indexOf(lineFeed, at);
    discarding = end < 0;
    from = at = discarding ? bytes.length : end + 1;
    if (!discarding) line++;
    return !discarding;
  }

  return {
    *push(chunk: Uint8Array, final: boolean): Generator<RowBlock> {
      passed += from;
      bytes = from === bytes.length ? chunk : joinedRows([bytes.subarray(from), chunk]).bytes;
      at -= from;
      from = 0;
      if (!begun) {
        if (bytes.length < byteOrderMark.length + separatorBytes && !final) return;
        begun = true;
        from = at = byteOrderMark.every((byte, i) => bytes[i] === byte) ? byteOrderMark.length : 0;
        const separator = format === 'csv' ? separatorLength(bytes, at) : 0;
        from = at += separator;
        if (separator > 0) line++;
      }
      while (at < bytes.length) {
        if (discarding && !discard()) break;
        const row = at < bytes.length ? find(bytes, at, final) : undefined;
        if (!row) break;
        const blank = !row.fault && isBlank(bytes, at, row.end);
        if (!blank) addRow(rows, row, at, from, line);
        at = row.end;
        line += row.breaks;
        discarding = row.fault !== null && row.breaks === 0;
        if (blank && rows.starts.length === 0) from = at;
        else if (discarding || rows.starts.length === rowsWanted || at - from >= bytesPerBlock) {
          const block = cut();
          if (titlesLeft < 0) yield block;
        }
      }
      if (final && rows.starts.length > 0) yield cut();
    },
  };
}

/** The bytes of rows in a separate buffer, which may be transferred to a thread. */
export function joinedRows(rows: readonly Uint8Array[]): Pick<RowBlock, 'bytes' | 'starts' | 'ends'> {
  const ends: number[] = [];
  for (const row of rows) ends.push((ends.at(-1) ?? 0) + row.length);
  const bytes = new Uint8Array(ends.at(-1) ?? 0);
  const starts = ends.map((end, i) => end - rows[i]!.length);
  for (const [i, row] of rows.entries()) bytes.set(row, starts[i]);
  return { bytes, starts, ends };
}

function noRows() {
  const [starts, ends, lines]: [number[], number[], number[]] = [[], [], []];
  return { starts, ends, lines, faults: new Map<number, RowFault>() };
}

/** Adds the row between `start` and `row.end`, in a block that starts at `from`. */
function addRow(rows: ReturnType<typeof noRows>, row: RowEnd, start: number, from: number, line: number): void {
  if (row.fault) rows.faults.set(rows.starts.length, row.fault);
  rows.starts.push(start - from);
  rows.ends.push(row.end - from);
  rows.lines.push(line);
}

/** The length of Excel's `sep=` line; 0: there is none. */
function separatorLength(bytes: Uint8Array, at: number): number {
  return separatorLine.exec(String.fromCharCode(...bytes.subarray(at, at + separatorBytes)))?.[0].length ?? 0;
}

/** Whether a row is only a line break. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 2) return false;
  for (let i = start; i < end; i++) if (bytes[i] !== 0x0a && bytes[i] !== 0x0d) return false;
  return true;
}
