/** What is written for each token, as bits × 32 + their number: i32, by token. Filled by the caller. */
export const table: usize = 1024;
/** How often each token occurs: u32, by token. */
export const counts: usize = 8192;
/**
 * Where the rows go. There is room for one row before them: `compare` reads above the first row, and ignores what it
 * reads.
 */
export const rows: usize = 65536;

/** The length of the rows in bytes. */
export let length: i32 = 0;
/**
 * One bit for each byte of the rows, the first one lowest. In `sames`: the byte equals the one before it; in `aboves`:
 * it equals the one above it; in `starts`: a match begins at it.
 */
export let sames: usize = 0;
export let aboves: usize = 0;
export let starts: usize = 0;
/** i32 each: the number of literal bytes × {@link literal} + the token after them. */
export let sequences: usize = 0;
export const literal: i32 = 1024;
export const maxLiterals: i32 = (1 << 21) - 1;

/** Makes room for `bytes` of rows and for what is derived from them. Returns where `write` is to write. */
export function reserve(bytes: i32): usize {
  length = bytes;
  const bits: usize = ((bytes + 63) >> 6) * 8 + 16;
  sames = rows + ((bytes + 127) & ~63);
  aboves = sames + bits;
  starts = aboves + bits;
  sequences = starts + bits;
  // At worst all matches are of 4 bytes, and each takes 4.
  const output = sequences + bytes + 64;
  // At worst every byte is a literal of 12 bits.
  const pages = (((output + bytes + (bytes >> 1) + 1024) >> 16) + 1) as i32;
  if (pages > memory.size()) memory.grow(pages - memory.size());
  return output;
}
