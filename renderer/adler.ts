const base = 65521;
/** So many words at a time, b stays below 2^31: it grows by at most 4 × (65520 + 255 × 4 × 1024) a word. */
const most = 400;

/** The Adler-32 checksum of a zlib stream (RFC 1950, 9), four bytes at a time. */
export function adler32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length & ~3;
  let [a, b] = [1, 0];
  for (let at = 0; at < whole;) {
    for (const end = Math.min(at + most * 4, whole); at < end; at += 4) {
      const word = view.getInt32(at, true);
      b += a << 2;
      // Most of a label.
      if (word === 0) continue;
      const [first, second, third, fourth] = [word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24];
      b += first * 4 + second * 3 + third * 2 + fourth;
      a += first + second + third + fourth;
    }
    a %= base;
    b %= base;
  }
  for (let at = whole; at < bytes.length; at++) {
    a += bytes[at]!;
    b += a;
  }
  return (b % base) * 65536 + (a % base);
}
