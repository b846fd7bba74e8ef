import { type Bits, put, putTokens } from './bits.js';
import { putHeader } from './deflate-header.js';
import type { Depth } from './framebuffer.js';
import { assignCodes, createCodes } from './huffman.js';
import { labelCode } from './label-code.js';
import { farther, symbolCount, symbolOf, tabulate, tokenCount } from './tokens.js';

/** Tokens, and room for what is written of them. */
export interface Block {
  readonly tokens: Uint16Array;
  count: number;
  readonly output: Uint8Array;
}

/** Codes of more bits save less than they cost in the header. */
const longestCode = 10;

/** Room for the tokens of so many bytes. */
export function createBlock(bytes: number): Block {
  // At worst each byte is a literal of 12 bits.
  return { tokens: new Uint16Array(bytes + 2), count: 0, output: new Uint8Array(bytes + (bytes >> 1) + 512) };
}

// Kept from call to call, as the block is. Tokens without a symbol are counted past the symbols.
const everyCount = new Uint32Array(symbolCount + 1);
const counts = everyCount.subarray(0, symbolCount);
const own = { codes: createCodes(symbolCount), table: new Int32Array(tokenCount) };

/**
 * Writes the tokens into the output from `at` on, as one block, with the code for labels of a depth or, without it, one
 * of their own; returns where it ends. Copies reach back `distance`.
 */
export function writeBlock({ tokens, count, output }: Block, at: number, distance: number, depth?: Depth): number {
  const to: Bits = { view: new DataView(output.buffer), at, held: 0, holds: 0 };
  const far = distance - 1;
  // Distances from 5 on: two symbols for each power of 2 (RFC 1951, 3.2.5).
  const power = 31 - Math.clz32(far | 1);
  const extraBits = far < 4 ? 0 : power - 1;
  const symbol = far < 4 ? far : 2 * power + ((far >> extraBits) & 1);
  const table = depth === undefined ? putOwn(to, tokens, count, symbol) : labelCode(to, depth, symbol);
  table[farther] = ((far & ((1 << extraBits) - 1)) << 5) | extraBits;
  putTokens(to, tokens, count, table);
  put(to, 0, 7);
  return to.at;
}

function putOwn(to: Bits, tokens: Uint16Array, count: number, distanceSymbol: number): Int32Array {
  everyCount.fill(0);
  for (let i = 0; i < count; i++) everyCount[symbolOf[tokens[i]!]!]!++;
  assignCodes(counts, longestCode, own.codes);
  tabulate(own.codes, own.table);
  putHeader(to, own.codes, distanceSymbol);
  return own.table;
}
