import type { Bits } from './bits.js';
import { type Engine, findMatches } from './engine.js';
import { putHeader } from './header.js';
import type { Depth } from '../drawing/framebuffer.js';
import { assignCodes, createCodes } from './huffman.js';
import { labelCode } from './label-code.js';
import { symbolCount, symbolOf, tabulate, tokenCount } from './tokens.js';

/** The maximum distance of a match in bytes (RFC 1951, 2). */
const maxDistance = 32768;
/** In bits. Longer codes would save less than they cost in the header. */
const maxCodeBits = 10;
/** A label code is discarded above this share of the rows: labels without pictures take a twentieth to an eighth. */
const poor = 1 / 6;

/**
 * The zlib stream (RFC 1950) of a frame's rows of `stride` bytes, at least 2. Optimised for labels: it only finds runs of
 * one byte and copies of the row above. With only two distances a match takes fewer bits, so paper, letters and bars come
 * out as small as at zlib's level 9, in half the time of its level 1.
 * @param depth If given, uses precomputed codes for labels of that many bits per pixel. That takes some 15 % more bytes and
 * 12 µs less at 296×128, 25 µs less at 800×480. Rows that come out {@link poor} get their own codes.
 * @returns bytes that the next call overwrites
 */
export function deflateRows(rows: Uint8Array, stride: number, depth?: Depth): Uint8Array {
  const engine = findMatches(rows, stride <= maxDistance ? stride : 0);
  const { output, assembly, bytes, view } = engine;
  // 32 KB window, fastest level.
  view.setUint16(output, 0x7801);
  const distance = Math.min(stride, maxDistance);
  let end = writeBlock(engine, output + 2, distance, depth);
  if (depth !== undefined && end - output > rows.length * poor) end = writeBlock(engine, output + 2, distance);
  view.setInt32(end, assembly.adler());
  return bytes.subarray(output, end + 4);
}

/**
 * Writes the rows as one block, with the label code of `depth` or else their own. Copies reach back `distance` bytes.
 * @returns the end of the block
 */
function writeBlock(engine: Engine, at: number, distance: number, depth?: Depth): number {
  const to: Bits = { view: engine.view, at, held: 0, holds: 0 };
  const far = distance - 1;
  // Distances from 5 on: two symbols for each power of 2 (RFC 1951, 3.2.5).
  const power = 31 - Math.clz32(far | 1);
  const extraBits = far < 4 ? 0 : power - 1;
  const symbol = far < 4 ? far : 2 * power + ((far >> extraBits) & 1);
  if (depth === undefined) ownCode(to, engine, symbol);
  else engine.table.set(labelCode(to, depth, symbol));
  return engine.assembly.write(to.at, to.held, to.holds, far & ((1 << extraBits) - 1), extraBits);
}

// Reused from call to call, to save allocations. Tokens without a symbol are counted after the symbols.
const everyCount = new Uint32Array(symbolCount + 1);
const counts = everyCount.subarray(0, symbolCount);
const codes = createCodes(symbolCount);

/** Begins the block with the code that makes it shortest. */
function ownCode(to: Bits, { assembly, counts: found, table }: Engine, distanceSymbol: number): void {
  assembly.count();
  everyCount.fill(0);
  for (let token = 0; token < tokenCount; token++) everyCount[symbolOf[token]!]! += found[token]!;
  assignCodes(counts, maxCodeBits, codes);
  tabulate(codes, table);
  putHeader(to, codes, distanceSymbol);
}
