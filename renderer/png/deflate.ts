import type { Bits } from './bits.js';
import { type Engine, findMatches } from './engine.js';
import { putHeader } from './header.js';
import type { Depth } from '../drawing/framebuffer.js';
import { assignCodes, createCodes } from './huffman.js';
import { labelCode } from './label-code.js';
import { symbolCount, symbolOf, tabulate, tokenCount } from './tokens.js';

/** As far as a match may reach back (RFC 1951, 2). */
const furthest = 32768;
/** Codes of more bits save less than they cost in the header. */
const longestCode = 10;
/** Labels without pictures come out at a twentieth to an eighth of their rows. */
const poor = 1 / 6;

/**
 * The zlib stream (RFC 1950) of a frame's rows of `stride` bytes, at least 2. For labels: a match is a run of one byte or
 * a piece of the row above; nothing else is looked for. As there are but two distances, a match takes fewer bits: paper,
 * letters and bars come out as small as at zlib's level 9, in half of the time of its level 1.
 * @param depth With it, codes are used that were made beforehand for labels of so many bits a pixel, unless the rows are
 * no such label: some 15 % larger, and done 12 µs sooner at 296×128, 25 µs at 800×480.
 * @returns bytes that the next call writes over.
 */
export function deflateRows(rows: Uint8Array, stride: number, depth?: Depth): Uint8Array {
  const engine = findMatches(rows, stride <= furthest ? stride : 0);
  const { output, assembly, bytes, view } = engine;
  // 32 KB window, fastest level.
  view.setUint16(output, 0x7801);
  const distance = Math.min(stride, furthest);
  let end = writeBlock(engine, output + 2, distance, depth);
  if (depth !== undefined && end - output > rows.length * poor) end = writeBlock(engine, output + 2, distance);
  view.setInt32(end, assembly.adler());
  return bytes.subarray(output, end + 4);
}

/**
 * Writes the rows as one block, with the code for labels of a depth or, without it, one of their own; returns where it
 * ends. Copies reach back `distance`.
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

// Kept from call to call. Tokens without a symbol are counted past the symbols.
const everyCount = new Uint32Array(symbolCount + 1);
const counts = everyCount.subarray(0, symbolCount);
const codes = createCodes(symbolCount);

/** Begins the block with the code that is shortest for it. */
function ownCode(to: Bits, { assembly, counts: found, table }: Engine, distanceSymbol: number): void {
  assembly.count();
  everyCount.fill(0);
  for (let token = 0; token < tokenCount; token++) everyCount[symbolOf[token]!]! += found[token]!;
  assignCodes(counts, longestCode, codes);
  tabulate(codes, table);
  putHeader(to, codes, distanceSymbol);
}
