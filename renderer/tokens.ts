import type { Codes } from './huffman.js';

/** A match is at most this long (RFC 1951, 3.2.5). */
export const longest = 258;
export const endOfBlock = 256;

/**
 * A token is a byte as it is, {@link endOfBlock}, one of these and the length of a match – a run of the byte before, a
 * copy of the row above – or, behind each copy, the rest of its distance.
 */
export const run = 256;
export const copy = 520;
export const farther = copy + longest + 1;
export const tokenCount = farther + 1;

/** Symbols of literals and lengths. */
export const symbolCount = 286;
/** Each token's symbol; {@link symbolCount} for {@link farther}, which has none. */
export const symbolOf = new Uint16Array(tokenCount);
symbolOf[farther] = symbolCount;
/** What the extra bits of a length say, in how many. */
const extras = new Uint8Array(longest + 1);
const extraBits = new Uint8Array(longest + 1);
for (let token = 0; token <= endOfBlock; token++) symbolOf[token] = token;
for (let symbol = 257, length = 3; symbol < symbolCount; symbol++) {
  const bits = symbol < 265 || symbol === 285 ? 0 : (symbol - 261) >> 2;
  if (symbol === 285) length = longest;
  for (let extra = 0; extra < 1 << bits && length <= longest; extra++, length++) {
    symbolOf[run + length] = symbolOf[copy + length] = symbol;
    extras[length] = extra;
    extraBits[length] = bits;
  }
}

/**
 * Fills `table` with what is written for each token, as bits × 32 + their number: the code, the extra bits and, in one
 * bit, the code of the distance: 0 for that of runs, 1 for that of copies. One look-up a token instead of five.
 */
export function tabulate({ lengths, codes }: Codes, table: Int32Array): void {
  for (let token = 0; token <= endOfBlock; token++) table[token] = (codes[token]! << 5) | lengths[token]!;
  for (let length = 3; length <= longest; length++) {
    const symbol = symbolOf[run + length]!;
    const count = lengths[symbol]! + extraBits[length]!;
    const bits = codes[symbol]! | (extras[length]! << lengths[symbol]!);
    table[run + length] = (bits << 5) | (count + 1);
    table[copy + length] = ((bits | (1 << count)) << 5) | (count + 1);
  }
}
