import { aboves, length, literal, maxLiterals, rows, sames, sequences, starts } from './memory';
import { copy, endOfBlock, maxMatch, nothing, run } from './tokens';

/**
 * DEFLATE allows matches of 3 bytes. But most bytes of a label are all paper or all ink and take 2 or 3 bits each,
 * while a run takes some 6 bits and a copy of the row above 12.
 */
const shortestRun: i32 = 4;
const shortestCopy: i32 = 5;

/** Where the sequences end. */
export let sequencesEnd: usize = 0;

/**
 * Finds runs and copies of the row above, `stride` bytes (at most 32 KB) before. With a stride of 0, it finds only
 * runs.
 */
export function find(stride: i32): void {
  compare(stride);
  mark();
  let to = sequences;
  // The first byte that is in no sequence yet.
  let from = 0;
  for (let at = 1; at < length;) {
    const next = load<u64>(starts + (at >> 3)) >> (at & 7);
    if (next === 0) {
      at += 64 - (at & 7);
      continue;
    }
    at += ctz(next) as i32;
    let ran = ones(sames, at, shortestRun);
    let copied = ones(aboves, at, shortestCopy);
    if (ran === 0) {
      // A byte followed by a run of it costs half as much as a copy.
      const nextRun = ones(sames, at + 1, shortestRun);
      if (nextRun + 1 >= copied) {
        at++;
        ran = nextRun;
        copied = 0;
      }
    }
    for (; at - from > maxLiterals; from += maxLiterals) to = push(to, maxLiterals, nothing);
    const kind = ran >= copied ? run : copy;
    for (let rest = max(ran, copied); rest >= shortestRun;) {
      const taken = min(rest, maxMatch);
      to = push(to, at - from, kind + taken);
      at += taken;
      rest -= taken;
      from = at;
    }
  }
  for (; length - from > maxLiterals; from += maxLiterals) to = push(to, maxLiterals, nothing);
  sequencesEnd = push(to, length - from, endOfBlock);
}

function push(to: usize, literals: i32, token: i32): usize {
  store<i32>(to, literals * literal + token);
  return to + 4;
}

/** Fills {@link sames} and {@link aboves}. */
function compare(stride: i32): void {
  for (let at = 0; at < length; at += 64) {
    store<u64>(sames + (at >> 3), equal(rows + at, 1));
    store<u64>(aboves + (at >> 3), stride > at + 63 || stride === 0 ? 0 : equal(rows + at, stride));
  }
  // Nothing comes before the first byte, above the first row or after the last byte.
  store<u8>(sames, load<u8>(sames) & 0xfe);
  const first: usize = (stride >> 6) << 3;
  store<u64>(aboves + first, load<u64>(aboves + first) & ~below(stride & 63));
  const last: usize = (length >> 6) << 3;
  const kept = below(length & 63);
  store<u64>(sames + last, load<u64>(sames + last) & kept);
  store<u64>(aboves + last, load<u64>(aboves + last) & kept);
  store<u64>(sames + last + 8, 0);
  store<u64>(aboves + last + 8, 0);
}

/** The lowest `count` of 64 bits. */
function below(count: i32): u64 {
  const one: u64 = 1;
  return (one << count) - 1;
}

/** Which of 64 bytes equal the bytes `distance` before them. */
function equal(at: usize, distance: usize): u64 {
  return (
    equal16(at, distance) |
    (equal16(at + 16, distance) << 16) |
    (equal16(at + 32, distance) << 32) |
    (equal16(at + 48, distance) << 48)
  );
}

function equal16(at: usize, distance: usize): u64 {
  return i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(at - distance))) as u64;
}

/** Fills {@link starts} with the places from which on enough bytes equal those before or above them. */
function mark(): void {
  const end: usize = ((length + 63) >> 6) << 3;
  for (let at: usize = 0; at < end; at += 8) {
    const same = pairs(sames + at);
    const above = pairs(aboves + at);
    const runs = same & following(same, pairsBehind(sames + at), 2);
    const copies =
      above &
      following(above, pairsBehind(aboves + at), 2) &
      following(load<u64>(aboves + at), load<u64>(aboves + at + 8), 4);
    store<u64>(starts + at, runs | copies);
  }
  store<u64>(starts + end, 0);
}

/** The bits that are set and followed by a set one. */
function pairs(at: usize): u64 {
  const bits = load<u64>(at);
  return bits & following(bits, load<u64>(at + 8), 1);
}

/** The {@link pairs} of the next 64 bits, except the last. */
function pairsBehind(at: usize): u64 {
  const bits = load<u64>(at + 8);
  return bits & (bits >> 1);
}

/** For each of 64 bits, the one `distance` after it; `next64` are those after them. */
function following(bits: u64, next64: u64, distance: i32): u64 {
  return (bits >> distance) | (next64 << (64 - distance));
}

/** How many bits are set from `at` on; 0 if they are fewer than `least`. */
function ones(bits: usize, at: i32, least: i32): i32 {
  const start = at;
  let whole = true;
  while (whole) {
    const found = ctz(~(load<u64>(bits + (at >> 3)) >> (at & 7))) as i32;
    whole = found === 64 - (at & 7);
    at += found;
  }
  return at - start < least ? 0 : at - start;
}
