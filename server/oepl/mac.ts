import { createHash } from 'node:crypto';

/** Bits of the first byte: an address that its owner has made up, of one station. */
const local = 0x02;
const flags = 0x03;

/**
 * The address of a label as a tag: 16 hexadecimal digits. It follows from the label's id, so that it is the same after every
 * start: the first 8 bytes of the id's SHA-256, marked as an address that no vendor has given.
 */
export function macOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 8);
  bytes[0] = (bytes[0]! & ~flags) | local;
  return bytes.toString('hex').toUpperCase();
}

/** The address in 16 digits; of 12, the first two bytes are 0. Null for what is no address. */
export function readMac(text: string): string | null {
  return /^([0-9A-F]{12}|[0-9A-F]{16})$/i.test(text) ? text.toUpperCase().padStart(16, '0') : null;
}
