import { copy, endOfBlock, maxMatch, run, tokenCount } from './assembly/tokens.js';
import type { Codes } from './huffman.js';

export { copy, endOfBlock, maxMatch, run, tokenCount };

/** The number of symbols for literals and lengths. */
export const symbolCount = 286;
/** Each token's symbol, or {@link symbolCount}. */
export const symbolOf = new Uint16Array(tokenCount).fill(symbolCount);
/** The value of each length's extra bits, and their number. */
const extras = new Uint8Array(maxMatch + 1);
const extraBits = new Uint8Array(maxMatch + 1);
for (let token = 0; token <= endOfBlock; token++) symbolOf[token] = token;
for (let symbol = 257, length = 3; symbol < symbolCount; symbol++) {
  const bits = symbol < 265 || symbol === 285 ? 0 : (symbol - 261) >> 2;
  if (symbol === 285) length = maxMatch;
  for (let extra = 0; extra < 1 << bits && length <= maxMatch; extra++, length++) {
    symbolOf[run + length] = symbolOf[copy + length] = symbol;
    extras[length] = extra;
    extraBits[length] = bits;
  }
}

/**
 * Fills `table` with the bits of each token, as bits × 32 + their number: the code, its extra bits and, for a match, 1 bit
 * for the distance: 0 for a run, 1 for a copy. A token then takes one look-up instead of five.
 */
export function tabulate({ lengths, codes }: Codes, table: Int32Array): void {
  for (let token = 0; token <= endOfBlock; token++) table[token] = (codes[token]! << 5) | lengths[token]!;
  for (let length = 3; length <= maxMatch; length++) {
    const symbol = symbolOf[run + length]!;
    const count = lengths[symbol]! + extraBits[length]!;
    const bits = codes[symbol]! | (extras[length]! << lengths[symbol]!);
    table[run + length] = (bits << 5) | (count + 1);
    table[copy + length] = ((bits | (1 << count)) << 5) | (count + 1);
  }
}
