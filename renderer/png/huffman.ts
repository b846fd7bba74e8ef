/** The codes of an alphabet, as DEFLATE defines them (RFC 1951, 3.2.2). */
export interface Codes {
  /** Bits of each symbol's code; 0 for a symbol that does not occur. */
  readonly lengths: Uint8Array;
  /** Each symbol's code, its first bit lowest. */
  readonly codes: Uint16Array;
}

/** The size of DEFLATE's largest alphabet. */
const maxSymbols = 286;
const maxCodeBits = 12;
/** Each symbol that occurs, as its count × {@link unit} + symbol: numbers sort without a comparison function. */
const sorted = new Float64Array(maxSymbols);
const unit = 512;
const weights = new Float64Array(maxSymbols);
const perLength = new Uint16Array(maxCodeBits + 2);
const next = new Uint16Array(maxCodeBits + 2);

/** The {@link maxCodeBits} bits of each number in reverse order. */
const reversed = new Uint16Array(1 << maxCodeBits);
for (let i = 0; i < maxCodeBits; i++)
  for (let k = 0; k < 1 << i; k++) reversed[(1 << i) | k] = reversed[k]! | (1 << (maxCodeBits - 1 - i));

export function createCodes(symbols: number): Codes {
  return { lengths: new Uint8Array(symbols), codes: new Uint16Array(symbols) };
}

/**
 * Assigns short codes to symbols that occur `counts` times, and writes them into the given arrays. No code is longer than
 * `limit` bits (at most 12); if that truncates none, the codes are the shortest possible. At least 2 and at most 2^limit
 * symbols must occur.
 */
export function assignCodes(counts: Uint32Array, limit: number, { lengths, codes }: Codes): void {
  let used = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    lengths[symbol] = 0;
    if (counts[symbol]) sorted[used++] = counts[symbol]! * unit + symbol;
  }
  sorted.subarray(0, used).sort();
  for (let i = 0; i < used; i++) weights[i] = Math.floor(sorted[i]! / unit);
  countLengths(used, limit);
  // The rarest symbols get the longest codes.
  for (let i = 0, length = limit; i < used; i++) {
    while (perLength[length] === 0) length--;
    perLength[length]!--;
    lengths[sorted[i]! % unit] = length;
  }
  number(lengths, codes);
}

/**
 * Fills `perLength` with the number of codes of each length for the `used` ascending `weights`, in place: A. Moffat and
 * J. Katajainen, "In-place calculation of minimum-redundancy codes", 1995.
 */
function countLengths(used: number, limit: number): void {
  // In each step, the two lightest nodes get a parent, which replaces an entry that is no longer needed. The entry first
  // holds the parent's weight, then the index of its own parent, and finally its depth.
  weights[0]! += weights[1]!;
  for (let parent = 1, root = 0, leaf = 2; parent < used - 1; parent++) {
    weights[parent] = 0;
    for (let child = 0; child < 2; child++) {
      if (leaf >= used || (root < parent && weights[root]! < weights[leaf]!)) {
        weights[parent]! += weights[root]!;
        weights[root++] = parent;
      } else weights[parent]! += weights[leaf++]!;
    }
  }
  weights[used - 2] = 0;
  for (let i = used - 3; i >= 0; i--) weights[i] = weights[weights[i]!]! + 1;
  perLength.fill(0);
  // A free place at a depth that is not an inner node is a leaf.
  let excess = -(1 << limit);
  for (let depth = 0, free = 1, root = used - 2; free > 0; depth++) {
    let inner = 0;
    for (; root >= 0 && weights[root] === depth; root--) inner++;
    const length = Math.min(depth, limit);
    perLength[length]! += free - inner;
    excess += (free - inner) * (1 << (limit - length));
    free = 2 * inner;
  }
  // Codes cut to the limit exceed the available room. So a shorter code grows by 1 bit and shares its room with one.
  for (; excess > 0; excess--) {
    let length = limit - 1;
    while (perLength[length] === 0) length--;
    perLength[length]!--;
    perLength[length + 1]! += 2;
    perLength[limit]!--;
  }
}

/** Numbers the codes of each length in the order of their symbols. */
function number(lengths: Uint8Array, codes: Uint16Array): void {
  perLength.fill(0);
  for (const length of lengths) perLength[length]!++;
  perLength[0] = 0;
  for (let length = 1, code = 0; length <= maxCodeBits; length++)
    next[length] = code = (code + perLength[length - 1]!) << 1;
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!;
    if (length > 0) codes[symbol] = reversed[next[length]!++ << (maxCodeBits - length)]!;
  }
}
