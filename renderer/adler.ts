const base = 65521;
/** Bytes at a time: the sums before each word of four stay below 2^16 (255 × 22 × 23 / 2). */
const most = 22 * 4;
const lanes = 0x00ff00ff;

/** The Adler-32 checksum of a zlib stream (RFC 1950, 9), piece by piece. */
export interface Sum {
  a: number;
  b: number;
}

/** The checksum of what has been added. */
export function sumOf({ a, b }: Sum): number {
  return b * 65536 + a;
}

/** Adds the bytes from `from` to `to` (exclusive). */
export function addBytes(sum: Sum, view: DataView, from: number, to: number): void {
  let { a, b } = sum;
  let at = from;
  while (at + 4 <= to) {
    const start = at;
    // Two bytes' sums in a number each, and the sums of these before each word.
    let [even, odd, evenBefore, oddBefore] = [0, 0, 0, 0];
    for (const end = Math.min(at + most, to) - 4; at <= end; at += 4) {
      const word = view.getInt32(at, true);
      evenBefore += even;
      oddBefore += odd;
      even += word & lanes;
      odd += (word >>> 8) & lanes;
    }
    const [first, second, third, fourth] = [even & 0xffff, odd & 0xffff, even >>> 16, odd >>> 16];
    const before = (evenBefore & 0xffff) + (oddBefore & 0xffff) + (evenBefore >>> 16) + (oddBefore >>> 16);
    b = (b + (at - start) * a + 4 * (before + first) + 3 * second + 2 * third + fourth) % base;
    a = (a + first + second + third + fourth) % base;
  }
  for (; at < to; at++) {
    a += view.getUint8(at);
    b += a;
  }
  sum.a = a % base;
  sum.b = b % base;
}

/** Adds `count` bytes that are zero. */
export function addZeros(sum: Sum, count: number): void {
  sum.b = (sum.b + (count % base) * sum.a) % base;
}
