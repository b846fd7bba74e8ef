import type { Bits } from './bits.js';
import { type Engine, findMatches } from './engine.js';
import { putHeader } from './header.js';
import type { Depth } from '../drawing/framebuffer.js';
import { assignCodes, createCodes } from './huffman.js';
import { type Distance, labelBytes, labelCode } from './label-code.js';
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
 * 12 µs less at 296×128, 25 µs less at 800×480. Rows that would come out {@link poor} get their own codes.
 * @returns bytes that the next call overwrites
 */
export function deflateRows(rows: Uint8Array, stride: number, depth?: Depth): Uint8Array {
  const engine = findMatches(rows, stride <= maxDistance ? stride : 0);
  const { output, assembly, bytes, view } = engine;
  // 32 KB window, fastest level.
  view.setUint16(output, 0x7801);
  const distance = distanceOf(Math.min(stride, maxDistance));
  const most = rows.length * poor;
  if (depth === undefined || expectPoor) assembly.count();
  let own = depth === undefined || (expectPoor && 2 + labelBytes(depth, distance, engine.counts) > most);
  let end = writeBlock(engine, output + 2, distance, own ? undefined : depth);
  if (!own && end - output > most) {
    own = true;
    assembly.count();
    end = writeBlock(engine, output + 2, distance);
  }
  if (depth !== undefined) expectPoor = own;
  view.setInt32(end, assembly.adler());
  return bytes.subarray(output, end + 4);
}

/** Whether the last rows came out {@link poor}: those of the next label of a batch may, too, so their bits are counted first. */
let expectPoor = false;

function distanceOf(bytes: number): Distance {
  const far = bytes - 1;
  // Distances from 5 on: two symbols for each power of 2.
  const power = 31 - Math.clz32(far | 1);
  const extraBits = far < 4 ? 0 : power - 1;
  const symbol = far < 4 ? far : 2 * power + ((far >> extraBits) & 1);
  return { symbol, extraBits, extra: far & ((1 << extraBits) - 1) };
}

/**
 * Writes the rows as one block, with the label code of `depth` or else with their own, for which their tokens were counted.
 * @returns the end of the block
 */
function writeBlock(engine: Engine, at: number, distance: Distance, depth?: Depth): number {
  const to: Bits = { view: engine.view, at, held: 0, holds: 0 };
  if (depth === undefined) ownCode(to, engine, distance);
  else engine.table.set(labelCode(to, depth, distance));
  return engine.assembly.write(to.at, to.held, to.holds, distance.extra, distance.extraBits);
}

// Reused from call to call, to save allocations. Tokens without a symbol are counted after the symbols.
const everyCount = new Uint32Array(symbolCount + 1);
const symbolCounts = everyCount.subarray(0, symbolCount);
const codes = createCodes(symbolCount);

/** Begins the block with the code that makes it shortest. */
function ownCode(to: Bits, { counts, table }: Engine, { symbol }: Distance): void {
  everyCount.fill(0);
  for (let token = 0; token < tokenCount; token++) everyCount[symbolOf[token]!]! += counts[token]!;
  assignCodes(symbolCounts, maxCodeBits, codes);
  tabulate(codes, table);
  putHeader(to, codes, symbol);
}
