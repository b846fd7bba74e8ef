import { type Bits, put } from './bits.js';
import { assignCodes, type Codes, createCodes } from './huffman.js';
import { symbolCount } from './tokens.js';

/** The code lengths are written in codes of at most 7 bits, whose own lengths come in this order (RFC 1951, 3.2.7). */
const maxHeaderCodeBits = 7;
const headerOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;
const repeat = 16;
const zeros = 17;
const manyZeros = 18;

// Reused from call to call, to save allocations.
const headerCounts = new Uint32Array(19);
const header = createCodes(19);
/** The code lengths of literals, lengths and distances. */
const lengths = new Uint8Array(symbolCount + 30);
/** The header's symbols for the code lengths: 5 bits each, and above them the symbol's extra bits. */
const symbols = new Uint16Array(symbolCount + 30);

/**
 * Begins the last block of a stream with its codes: `main` for literals and lengths, and 1 bit each for the two
 * distances, 1 and that of `distanceSymbol`.
 */
export function putHeader(to: Bits, main: Codes, distanceSymbol: number): void {
  let literals = symbolCount;
  while (main.lengths[literals - 1] === 0) literals--;
  lengths.set(main.lengths.subarray(0, literals));
  const total = literals + distanceSymbol + 1;
  lengths.fill(0, literals, total);
  lengths[literals] = lengths[total - 1] = 1;
  const count = packLengths(total);
  headerCounts.fill(0);
  for (let i = 0; i < count; i++) headerCounts[symbols[i]! & 31]!++;
  assignCodes(headerCounts, maxHeaderCodeBits, header);
  let ordered = 19;
  while (header.lengths[headerOrder[ordered - 1]!] === 0) ordered--;
  // The last block, with its own codes.
  put(to, 0b101, 3);
  put(to, literals - 257, 5);
  put(to, distanceSymbol, 5);
  put(to, ordered - 4, 4);
  for (let i = 0; i < ordered; i++) put(to, header.lengths[headerOrder[i]!]!, 3);
  for (let i = 0; i < count; i++) {
    const symbol = symbols[i]! & 31;
    put(to, header.codes[symbol]!, header.lengths[symbol]!);
    if (symbol >= repeat) put(to, symbols[i]! >> 5, symbol === repeat ? 2 : symbol === zeros ? 3 : 7);
  }
}

/** Writes the first `total` code lengths as run-length {@link symbols}. Returns how many symbols there are. */
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
