import { adler32 } from './adler.js';
import { copy, createBlock, lengthSymbols, longest, run, writeBlock } from './deflate-block.js';

/**
 * DEFLATE has matches from 3 bytes on. But most bytes of a label are all paper or all ink and take 2 or 3 bits, where a
 * run takes some 6 and a match in the row above 12.
 */
const shortestRun = 4;
const shortestCopy = 5;
/** As far as a match may reach back (RFC 1951, 2). */
const furthest = 32768;

/** Kept from call to call: a new one a label would take longer than to fill it. */
let block = createBlock(0);

/**
 * The zlib stream (RFC 1950) of a frame's rows of `stride` bytes, at least 2. For labels: a match is a run of one byte or
 * a piece of the row above; nothing else is looked for. As there are but two distances, a match takes fewer bits: paper,
 * letters and bars come out as small as at zlib's level 9, in the time of its level 1.
 * @returns bytes that the next call writes over.
 */
export function deflateRows(rows: Uint8Array, stride: number): Uint8Array {
  if (block.tokens.length <= rows.length) block = createBlock(rows.length);
  const { output } = block;
  // 32 KB window, fastest level.
  output[0] = 0x78;
  output[1] = 0x01;
  tokenise(rows, stride <= furthest ? stride : rows.length);
  const end = writeBlock(block, 2, Math.min(stride, furthest));
  const sum = adler32(rows);
  for (let i = 0; i < 4; i++) output[end + i] = sum >>> (24 - 8 * i);
  return output.subarray(0, end + 4);
}

/** Makes tokens of the rows. Of two matches the longer one is taken, but for a copy of one byte alone. */
function tokenise(rows: Uint8Array, stride: number): void {
  const { tokens, counts } = block;
  const view = new DataView(rows.buffer, rows.byteOffset, rows.length);
  counts.fill(0);
  let count = 0;
  let at = 1;
  counts[(tokens[count++] = rows[0]!)]!++;
  let before = rows.length < 4 ? 0 : view.getInt32(0, true);
  for (const end = rows.length - 4; at <= end;) {
    // Four bytes at a time: where they differ, no match is long enough.
    const word = view.getInt32(at, true);
    const ran = word === before ? matching(view, at, 1) : 0;
    // What runs on over a whole row is paper, and the row above no better.
    const copied =
      ran < stride && at >= stride && word === view.getInt32(at - stride, true) ? matching(view, at, stride) : 0;
    if (ran < shortestRun && (copied < shortestCopy || repeats(view, at, word, copied))) {
      counts[(tokens[count++] = word & 255)]!++;
      before = word;
      at++;
      continue;
    }
    const kind = ran >= copied ? run : copy;
    let rest = ran >= copied ? ran : copied;
    for (; rest >= longest; rest -= longest, at += longest) {
      tokens[count++] = kind + longest;
      counts[lengthSymbols[longest]!]!++;
    }
    if (rest >= shortestRun) {
      tokens[count++] = kind + rest;
      counts[lengthSymbols[rest]!]!++;
      at += rest;
    }
    before = view.getInt32(Math.min(at - 1, end), true);
  }
  while (at < rows.length) counts[(tokens[count++] = rows[at++]!)]!++;
  block.count = count;
}

/** Whether `length` bytes, at least five, are all the same: the first one and a run cost half of what a copy does. */
function repeats(view: DataView, at: number, word: number, length: number): boolean {
  return word === view.getInt32(at + 1, true) && matching(view, at + 1, 1) >= length - 1;
}

/** How many bytes from `at` on are those that stand `distance` before them, when the first four are. */
function matching(view: DataView, at: number, distance: number): number {
  const end = view.byteLength - 4;
  for (let to = at + 4; to <= end; to += 4) {
    const differ = view.getInt32(to, true) ^ view.getInt32(to - distance, true);
    // The lowest bit that differs is in the first byte that does.
    if (differ !== 0) return to - at + ((31 - Math.clz32(differ & -differ)) >> 3);
  }
  let to = at + 4 + ((end - at) & ~3);
  while (to < view.byteLength && view.getUint8(to) === view.getUint8(to - distance)) to++;
  return to - at;
}
