import { sequencesEnd } from './matches';
import { counts, literal, rows, sequences, table } from './memory';
import { copy, nothing, run, tokenCount } from './tokens';

function lengthOf(token: i32): i32 {
  return token < run ? 0 : token < copy ? token - run : token === nothing ? 0 : token - copy;
}

/** Fills {@link counts}. */
export function count(): void {
  memory.fill(counts, 0, tokenCount * 4);
  let from = rows;
  for (let at = sequences; at < sequencesEnd; at += 4) {
    const sequence = load<i32>(at);
    for (const end = from + sequence / literal; from < end; from++) increase(load<u8>(from));
    const token = sequence % literal;
    increase(token);
    from += lengthOf(token);
  }
}

function increase(token: i32): void {
  const at = counts + (token << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** The bits that do not fill a byte yet, and how many there are. */
let held: u64 = 0;
let holds: u64 = 0;

function put(token: i32): void {
  const entry: u64 = load<u32>(table + (token << 2));
  held |= (entry >> 5) << holds;
  holds += entry & 31;
}

/** Writes the full bytes. */
function flush(to: usize): usize {
  store<u64>(to, held);
  const full = (holds >> 3) as usize;
  held >>= holds & 56;
  holds &= 7;
  return to + full;
}

/**
 * Writes the first `count` bits of `bits` and then the sequences, from `to` on. Each token is written as {@link table}
 * says; after a copy come the `farCount` bits of `far`, the extra bits of its distance. Returns where the stream ends;
 * its last byte is padded with zeros.
 */
export function write(to: usize, bits: i32, count: i32, far: i32, farCount: i32): usize {
  held = bits;
  holds = count;
  let from = rows;
  for (let at = sequences; at < sequencesEnd; at += 4) {
    const sequence = load<i32>(at);
    const end = from + sequence / literal;
    // A byte takes at most 12 bits: four fit into 64 bits with the 7 that may be waiting.
    for (; from + 4 <= end; from += 4) {
      put(load<u8>(from));
      put(load<u8>(from + 1));
      put(load<u8>(from + 2));
      put(load<u8>(from + 3));
      to = flush(to);
    }
    for (; from < end; from++) put(load<u8>(from));
    to = flush(to);
    const token = sequence % literal;
    put(token);
    if (token > copy) {
      held |= (far as u64) << holds;
      holds += farCount;
    }
    to = flush(to);
    from += lengthOf(token);
  }
  if (holds > 0) store<u8>(to++, held as u8);
  return to;
}
