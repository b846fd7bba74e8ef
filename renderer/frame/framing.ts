import type { Encoding } from '../../devices/index.js';
import { blockBytes, unblockBytes } from './blocks.js';
import { FrameError } from './error.js';

type Framing = Encoding['framing'];

/** The first byte of a line. The length of the line, the length of its content, and four zeros follow. */
const lineStart = 0x75;
const headBytes = 7;
/** The length of all bytes sent, in little-endian order: hass-gicisky counts its own bytes, fpoli's gicisky-tag does not. */
const lengthBytes = 4;

export function frameBytes(body: Uint8Array, framing: Framing): Uint8Array {
  switch (framing?.kind) {
    case undefined:
      return body;
    case 'gicisky_lines':
      return lineBytes(body, framing);
    case 'gicisky_blocks':
      return blockBytes(body, framing.bytes);
  }
}

/**
 * The inverse of {@link frameBytes}.
 * @throws {FrameError} for bytes in another framing, naming the place
 */
export function unframeBytes(bytes: Uint8Array, framing: Framing): Uint8Array {
  switch (framing?.kind) {
    case undefined:
      return bytes;
    case 'gicisky_lines':
      return unlineBytes(bytes, framing);
    case 'gicisky_blocks':
      return unblockBytes(bytes, framing.bytes);
  }
}

/**
 * Gicisky's tags take lines of a fixed length, which may differ from that of a row of pixels. Source: eigger/hass-gicisky
 * 296ccf94 and fpoli/gicisky-tag 52d76ce3, recorded.
 */
function lineBytes(body: Uint8Array, { bytes: perLine, length_excludes_itself }: NonNullable<Framing>): Uint8Array {
  const lines = Math.ceil(body.length / perLine);
  const bytes = new Uint8Array(lengthBytes + lines * headBytes + body.length);
  new DataView(bytes.buffer).setUint32(0, bytes.length - (length_excludes_itself ? lengthBytes : 0), true);
  for (let line = 0, at = lengthBytes; line < lines; line++) {
    const part = body.subarray(line * perLine, (line + 1) * perLine);
    bytes.set([lineStart, headBytes + part.length, part.length], at);
    bytes.set(part, at + headBytes);
    at += headBytes + part.length;
  }
  return bytes;
}

function unlineBytes(bytes: Uint8Array, { length_excludes_itself }: NonNullable<Framing>): Uint8Array {
  const stated = bytes.length < lengthBytes ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const length = bytes.length - (length_excludes_itself ? lengthBytes : 0);
  if (stated !== length)
    throw new FrameError(
      'framing',
      `Expected ${length} in the first ${lengthBytes} bytes, the length of all${length_excludes_itself ? ' others' : ''}, but received ${stated}`,
    );
  const body = new Uint8Array(bytes.length);
  let carriedBytes = 0;
  for (let at = lengthBytes; at < bytes.length;) {
    const [start, lineLength, carried = 0] = bytes.subarray(at, at + headBytes);
    if (start !== lineStart || lineLength !== carried + headBytes || carried === 0 || at + lineLength > bytes.length)
      throw new FrameError(
        'framing',
        `Expected the head of a line (75, its length, its length less ${headBytes}) at byte ${at} but received ${hex(bytes.subarray(at, at + 3))}`,
      );
    body.set(bytes.subarray(at + headBytes, at + lineLength), carriedBytes);
    carriedBytes += carried;
    at += lineLength;
  }
  return body.subarray(0, carriedBytes);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
