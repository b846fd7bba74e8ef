import { type Fault, findCsvRow, findLine, type FindRow, type Row } from './find-row.js';

export type Format = 'csv' | 'ndjson';

/** Some whole rows of the input. */
export interface Block {
  readonly bytes: Uint8Array;
  /** Of each row: its first byte in `bytes`, the one after its last, and its first line in the input, from 1. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly lines: readonly number[];
  /** Of each row that can't be read, by its place in the block. */
  readonly faults: ReadonlyMap<number, Fault>;
  /** Bytes of the input up to the end of the block. */
  readonly read: number;
}

/** Labels of a block at most, if one row is not more: a canvas frees what it held only when the event loop turns. */
const labelsPerBlock = 128;
const bytesPerBlock = 512 * 1024;

const lineFeed = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const finders: Readonly<Record<Format, FindRow>> = { csv: findCsvRow, ndjson: findLine };

/**
 * Cuts a stream of bytes into blocks of whole rows: the same ones however the bytes arrive. No more than a chunk and a
 * block are held. The first block of a CSV is its header alone. Blank lines are no rows, a byte order mark is skipped.
 */
export async function* splitRows(
  chunks: AsyncIterable<Uint8Array>,
  format: Format,
  labelsPerRow = 1,
): AsyncGenerator<Block> {
  const splitter = createSplitter(format, Math.max(1, Math.floor(labelsPerBlock / labelsPerRow)));
  for await (const chunk of chunks) yield* splitter.push(chunk, false);
  yield* splitter.push(new Uint8Array(0), true);
}

function createSplitter(format: Format, rowsPerBlock: number) {
  const find = finders[format];
  let bytes: Uint8Array = new Uint8Array(0);
  /** Of `bytes`: where the block starts, and where the next row does. */
  let [from, at] = [0, 0];
  /** Of the input: where `bytes` start, and the line of the next row. */
  let [passed, line] = [0, 1];
  let begun = false;
  /** Within a row that is too long, until its line ends. */
  let discarding = false;
  let rowsWanted = format === 'csv' ? 1 : rowsPerBlock;
  let rows = noRows();

  function cut(): Block {
    const block: Block = { ...rows, bytes: new Uint8Array(bytes.subarray(from, at)), read: passed + at };
    from = at;
    rows = noRows();
    rowsWanted = rowsPerBlock;
    return block;
  }

  function add(row: Row): void {
    if (row.fault) rows.faults.set(rows.starts.length, row.fault);
    rows.starts.push(at - from);
    rows.ends.push(row.end - from);
    rows.lines.push(line);
  }

  /** Whether the rest of a line that nobody wants has passed. */
  function discard(): boolean {
    const end = bytes.indexOf(lineFeed, at);
    discarding = end < 0;
    from = at = discarding ? bytes.length : end + 1;
    if (!discarding) line++;
    return !discarding;
  }

  return {
    *push(chunk: Uint8Array, final: boolean): Generator<Block> {
      passed += from;
      bytes = from === bytes.length ? chunk : Buffer.concat([bytes.subarray(from), chunk]);
      at -= from;
      from = 0;
      if (!begun) {
        if (bytes.length < byteOrderMark.length && !final) return;
        begun = true;
        if (byteOrderMark.every((byte, i) => bytes[i] === byte)) from = at = byteOrderMark.length;
      }
      while (at < bytes.length) {
        if (discarding && !discard()) break;
        const row = at < bytes.length ? find(bytes, at, final) : undefined;
        if (!row) break;
        const blank = !row.fault && isBlank(bytes, at, row.end);
        if (!blank) add(row);
        at = row.end;
        line += row.breaks;
        discarding = row.fault !== null && row.breaks === 0;
        if (blank && rows.starts.length === 0) from = at;
        else if (discarding || rows.starts.length === rowsWanted || at - from >= bytesPerBlock) yield cut();
      }
      if (final && rows.starts.length > 0) yield cut();
    },
  };
}

function noRows() {
  return {
    starts: [] as number[],
    ends: [] as number[],
    lines: [] as number[],
    faults: new Map<number, Fault>(),
  };
}

/** Nothing but a line break. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 2) return false;
  for (let i = start; i < end; i++) if (bytes[i] !== 0x0a && bytes[i] !== 0x0d) return false;
  return true;
}
