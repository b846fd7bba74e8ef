import { assignCodes, createCodes } from './huffman.js';

/** A match is at most this long (RFC 1951, 3.2.5). */
export const longest = 258;
/** A token is a byte as it is, or one of these and the length of a match: a run of the byte before, a copy of the row above. */
export const run = 512;
export const copy = 1024;

/** Tokens, and room for what is written of them. */
export interface Block {
  readonly tokens: Uint16Array;
  count: number;
  /** How often each symbol of literals and lengths occurs. */
  readonly counts: Uint32Array;
  readonly output: Uint8Array;
}

/** Room for the tokens of so many bytes. */
export function createBlock(bytes: number): Block {
  // At worst each byte is a literal of 10 bits.
  return {
    tokens: new Uint16Array(bytes + 1),
    count: 0,
    counts: new Uint32Array(286),
    output: new Uint8Array(bytes + (bytes >> 1) + 512),
  };
}

const endOfBlock = 256;
/** Length of a match → its symbol, and what its extra bits say, in how many. */
export const lengthSymbols = new Uint16Array(longest + 1);
const lengthExtras = new Uint8Array(longest + 1);
const lengthExtraBits = new Uint8Array(longest + 1);
for (let symbol = 257, length = 3; length < longest; symbol++) {
  const bits = symbol < 265 ? 0 : (symbol - 261) >> 2;
  for (let extra = 0; extra < 1 << bits && length < longest; extra++, length++) {
    lengthSymbols[length] = symbol;
    lengthExtras[length] = extra;
    lengthExtraBits[length] = bits;
  }
}
lengthSymbols[longest] = 285;

/** So short that the code of a match's length, its extra bits and the code of its distance are at most 16 bits together. */
const longestCode = 10;
/** The code lengths are written in codes of at most 7 bits, whose lengths stand in this order (3.2.7). */
const longestOfHeader = 7;
const headerOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;
const repeat = 16;
const zeros = 17;
const manyZeros = 18;

// Kept from call to call, as the block is.
const main = createCodes(286);
const headerCounts = new Uint32Array(19);
const header = createCodes(19);
/** The code lengths of literals, lengths and distances, and the header's symbols for them, each with its extra bits above 5 bits. */
const lengths = new Uint8Array(286 + 30);
const symbols = new Uint16Array(286 + 30);

// Bits fill bytes from the lowest up (3.1.1): those that wait for a full byte, and how many they are.
let view: DataView = new DataView(new Uint8Array(0).buffer);
let position = 0;
let bits = 0;
let waiting = 0;

/** Writes up to 24 bits. Four bytes are written each time, as many as are full kept: a branch would be guessed wrong too often. */
function put(value: number, count: number): void {
  bits |= value << waiting;
  waiting += count;
  view.setInt32(position, bits, true);
  position += waiting >> 3;
  bits >>>= waiting & 24;
  waiting &= 7;
}

/** Writes the tokens into the output from `at` on, as one block with codes of its own; returns where it ends. Copies reach back `distance`. */
export function writeBlock(block: Block, at: number, distance: number): number {
  const { tokens, count, counts } = block;
  view = new DataView(block.output.buffer);
  position = at;
  bits = waiting = 0;
  counts[endOfBlock] = 1;
  assignCodes(counts, longestCode, main);
  const far = distance - 1;
  // Distances from 5 on: two symbols for each power of 2 (3.2.5).
  const power = 31 - Math.clz32(far | 1);
  const extraBits = far < 4 ? 0 : power - 1;
  writeHeader(far < 4 ? far : 2 * power + ((far >> extraBits) & 1));
  writeTokens(tokens, count, far & ((1 << extraBits) - 1), extraBits);
  put(main.codes[endOfBlock]!, main.lengths[endOfBlock]!);
  put(0, 7);
  return position;
}

/**
 * The code of each length and, in one bit, of its distance: 0 for that of runs, 1 for that of copies. As {@link put},
 * which this loop has within it: that saves a third of its time.
 */
function writeTokens(tokens: Uint16Array, count: number, extra: number, extraBits: number): void {
  const { codes, lengths } = main;
  const to = view;
  let [at, held, holds] = [position, bits, waiting];
  for (let i = 0; i < count; i++) {
    const token = tokens[i]!;
    if (token < endOfBlock) {
      held |= codes[token]! << holds;
      holds += lengths[token]!;
    } else {
      const length = token & 511;
      const symbol = lengthSymbols[length]!;
      held |= codes[symbol]! << holds;
      holds += lengths[symbol]!;
      held |= lengthExtras[length]! << holds;
      holds += lengthExtraBits[length]!;
      if (token >= copy) {
        held |= 1 << holds++;
        to.setInt32(at, held, true);
        at += holds >> 3;
        held >>>= holds & 24;
        holds = (holds & 7) + extraBits;
        held |= extra << (holds - extraBits);
      } else holds++;
    }
    to.setInt32(at, held, true);
    at += holds >> 3;
    held >>>= holds & 24;
    holds &= 7;
  }
  [position, bits, waiting] = [at, held, holds];
}

function writeHeader(distanceSymbol: number): void {
  let literals = 286;
  while (main.lengths[literals - 1] === 0) literals--;
  lengths.set(main.lengths.subarray(0, literals));
  const total = literals + distanceSymbol + 1;
  lengths.fill(0, literals, total);
  lengths[literals] = lengths[total - 1] = 1;
  const count = packLengths(total);
  headerCounts.fill(0);
  for (let i = 0; i < count; i++) headerCounts[symbols[i]! & 31]!++;
  assignCodes(headerCounts, longestOfHeader, header);
  let ordered = 19;
  while (header.lengths[headerOrder[ordered - 1]!] === 0) ordered--;
  // The last block, with codes of its own.
  put(0b101, 3);
  put(literals - 257, 5);
  put(distanceSymbol, 5);
  put(ordered - 4, 4);
  for (let i = 0; i < ordered; i++) put(header.lengths[headerOrder[i]!]!, 3);
  for (let i = 0; i < count; i++) {
    const symbol = symbols[i]! & 31;
    put(header.codes[symbol]!, header.lengths[symbol]!);
    if (symbol >= repeat) put(symbols[i]! >> 5, symbol === repeat ? 2 : symbol === zeros ? 3 : 7);
  }
}

/** Packs the first `total` code lengths: zeros and repeated lengths by their number. Returns the number of symbols. */
function packLengths(total: number): number {
  let count = 0;
  for (let at = 0; at < total;) {
    const length = lengths[at]!;
    let same = 1;
    while (at + same < total && lengths[at + same] === length) same++;
    at += same;
    if (length > 0) {
      symbols[count++] = length;
      same--;
    }
    while (same >= 3) {
      const taken = Math.min(same, length > 0 ? 6 : 138);
      symbols[count++] =
        length > 0
          ? repeat | ((taken - 3) << 5)
          : taken <= 10
            ? zeros | ((taken - 3) << 5)
            : manyZeros | ((taken - 11) << 5);
      same -= taken;
    }
    for (; same > 0; same--) symbols[count++] = length;
  }
  return count;
}
