import { createHash } from 'node:crypto';

/** Bits of the first byte: a locally administered address of one station. */
const local = 0x02;
const flags = 0x03;

/**
 * The address of a label as a tag: 16 hexadecimal digits. It is the same after every start: the first 8 bytes of the SHA-256 of the
 * label's id, marked as locally administered.
 */
export function macOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 8);
  bytes[0] = (bytes[0]! & ~flags) | local;
  return bytes.toString('hex').toUpperCase();
}

/** Pads an address of 12 digits to 16. Null: not an address. */
export function readMac(text: string): string | null {
  return /^([0-9A-F]{12}|[0-9A-F]{16})$/i.test(text) ? text.toUpperCase().padStart(16, '0') : null;
}
