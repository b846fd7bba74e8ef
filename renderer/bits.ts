/** A stream of bits, which fill bytes from the lowest up (RFC 1951, 3.1.1). */
export interface Bits {
  readonly view: DataView;
  /** Where the next byte goes. */
  at: number;
  /** The bits that wait for a full byte, and how many they are. */
  held: number;
  holds: number;
}

/** Writes up to 24 bits. Four bytes are written each time, as many as are full kept: a branch would be guessed wrong too often. */
export function put(to: Bits, value: number, count: number): void {
  const held = to.held | (value << to.holds);
  const holds = to.holds + count;
  to.view.setInt32(to.at, held, true);
  to.at += holds >> 3;
  to.held = held >>> (holds & 24);
  to.holds = holds & 7;
}

/** Writes each token as `table` says: bits × 32 + their number. As {@link put}, which this loop has within it: that saves a third of its time. */
export function putTokens(to: Bits, tokens: Uint16Array, count: number, table: Int32Array): void {
  const { view } = to;
  let { at, held, holds } = to;
  for (let i = 0; i < count; i++) {
    const entry = table[tokens[i]!]!;
    held |= (entry >>> 5) << holds;
    holds += entry & 31;
    view.setInt32(at, held, true);
    at += holds >> 3;
    held >>>= holds & 24;
    holds &= 7;
  }
  to.at = at;
  to.held = held;
  to.holds = holds;
}
