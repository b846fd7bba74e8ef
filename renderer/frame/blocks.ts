import { FrameError } from './error.js';
import { compressBlock, expandBlock } from './quicklz.js';

/** The first byte of a block: compressed or plain. The lengths of the block and of its expanded content follow. */
const compressed = 0x75;
const plain = 0x74;
const headBytes = 3;
/** The length of half of the uncompressed bytes, in little-endian order. */
const lengthBytes = 4;

/**
 * Encodes two planes of one length in blocks of `perBlock` bytes, each compressed where that makes it shorter, for Gicisky's
 * larger tags. Source: eigger/hass-gicisky 296ccf94, recorded.
 */
export function blockBytes(body: Uint8Array, perBlock: number): Uint8Array {
  const half = body.length / 2;
  const length = new Uint8Array(lengthBytes);
  new DataView(length.buffer).setUint32(0, half, true);
  const parts: Uint8Array[] = [length];
  for (const start of [0, half]) {
    for (let at = start; at < start + half; at += perBlock) {
      const block = body.subarray(at, Math.min(at + perBlock, start + half));
      const shorter = compressBlock(block);
      const held = shorter ?? block;
      parts.push(Uint8Array.of(shorter ? compressed : plain, headBytes + held.length, block.length), held);
    }
  }
  return Buffer.concat(parts);
}

/**
 * The inverse of {@link blockBytes}.
 * @throws {FrameError} for bytes that are no such blocks, naming the place
 */
export function unblockBytes(bytes: Uint8Array, perBlock: number): Uint8Array {
  const half = bytes.length < lengthBytes ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const parts: Uint8Array[] = [];
  let held = 0;
  for (let at = lengthBytes; at < bytes.length;) {
    const [kind, length = 0, size] = bytes.subarray(at, at + headBytes);
    const expected = Math.min(perBlock, half - (held < half ? held : held - half));
    const fits =
      length > headBytes && at + length <= bytes.length && (kind === compressed || length === headBytes + size!);
    if ((kind !== compressed && kind !== plain) || size !== expected || !fits)
      throw new FrameError(
        'framing',
        `Expected the head of a block of ${expected} bytes (74 or 75, its length, ${expected}) at byte ${at} of ${bytes.length}, and all of it, but received ${Buffer.from(bytes.subarray(at, at + headBytes)).toString('hex')}`,
      );
    const block = bytes.subarray(at + headBytes, at + length);
    parts.push(kind === plain ? block : expandBlock(block, size));
    held += size;
    at += length;
  }
  if (held !== 2 * half || held === 0)
    throw new FrameError(
      'framing',
      `Expected two halves of ${half} bytes in ${bytes.length} but received ${held} bytes`,
    );
  return Buffer.concat(parts);
}
