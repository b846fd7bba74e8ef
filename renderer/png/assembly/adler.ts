import { length, rows } from './memory';

/** The largest prime below 2^16. */
const base: u32 = 65521;
/**
 * How many bytes can be added before a sum of RFC 1950 must be reduced, or it would outgrow 32 bits: a multiple of 16.
 */
const maxBytes: i32 = 5536;

/** The Adler-32 checksum (RFC 1950, 9) of the rows. */
export function adler(): u32 {
  let a: u32 = 1;
  let b: u32 = 0;
  let at = rows;
  const full = rows + (length & ~15);
  while (at < full) {
    const start = at;
    const end = min(full, at + maxBytes);
    // `sum` adds the bytes; `sums` adds what `sum` was before each 16 bytes; `weighed` adds each byte times how many of
    // its 16 bytes are left, itself included.
    let sum = i32x4.splat(0);
    let sums = i32x4.splat(0);
    let weighed = i32x4.splat(0);
    for (; at < end; at += 16) {
      const bytes = v128.load(at);
      sums = i32x4.add(sums, sum);
      sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
      weighed = i32x4.add(
        weighed,
        i32x4.add(
          i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), i16x8(16, 15, 14, 13, 12, 11, 10, 9)),
          i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), i16x8(8, 7, 6, 5, 4, 3, 2, 1)),
        ),
      );
    }
    b = (b + a * ((end - start) as u32) + 16 * total(sums) + total(weighed)) % base;
    a = (a + total(sum)) % base;
  }
  for (; at < rows + length; at++) {
    a += load<u8>(at);
    b += a;
  }
  return ((b % base) << 16) | (a % base);
}

function total(lanes: v128): u32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}
