/** What is written for each token, as bits × 32 + their number: i32, by token. Filled by the caller. */
export const table: usize = 1024;
/** How often each token occurs: u32, by token. */
export const counts: usize = 8192;
/** Where the rows go. Before them there is room for one row, as the row above the first is looked at and then forgotten. */
export const rows: usize = 65536;

/** Bytes of rows. */
export let length: i32 = 0;
/** Bits, one a byte of the rows, the first one lowest: the byte is that before it, that above it; a match begins at it. */
export let sames: usize = 0;
export let aboves: usize = 0;
export let starts: usize = 0;
/** i32: bytes that are written as they are × {@link literal} + the token behind them. */
export let sequences: usize = 0;
export const literal: i32 = 1024;
export const mostLiterals: i32 = (1 << 21) - 1;

/** Makes room for `bytes` of rows, and for what comes of them. Returns where `write` writes. */
export function reserve(bytes: i32): usize {
  length = bytes;
  const bits: usize = ((bytes + 63) >> 6) * 8 + 16;
  sames = rows + ((bytes + 127) & ~63);
  aboves = sames + bits;
  starts = aboves + bits;
  sequences = starts + bits;
  // At worst each match is of four bytes.
  const output = sequences + bytes + 64;
  // At worst each byte is written as it is, in 12 bits.
  const pages = (((output + bytes + (bytes >> 1) + 1024) >> 16) + 1) as i32;
  if (pages > memory.size()) memory.grow(pages - memory.size());
  return output;
}
