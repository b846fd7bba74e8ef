/** A stream of bits. They fill each byte from its lowest bit up (RFC 1951, 3.1.1). */
export interface Bits {
  readonly view: DataView;
  /** The address of the next byte. */
  at: number;
  /** The bits that do not fill a byte yet, and their number. */
  held: number;
  holds: number;
}

/** Writes up to 24 bits. */
export function put(to: Bits, value: number, count: number): void {
  const held = to.held | (value << to.holds);
  const holds = to.holds + count;
  to.view.setInt32(to.at, held, true);
  to.at += holds >> 3;
  to.held = held >>> (holds & 24);
  to.holds = holds & 7;
}
