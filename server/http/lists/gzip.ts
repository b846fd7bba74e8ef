import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The deflated forms of constant parts of responses. */
const deflated = new WeakMap<Buffer, Buffer>();

/** The head of a gzip file without name and time (RFC 1952). */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Bytes of a block that is not compressed (RFC 1951). */
const maxStored = 0xffff;

/**
 * Compresses the parts of a response. A buffer is constant, and deflated only for the first response that has it; texts are short, and
 * stored.
 */
export async function* gzipped(
  parts: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
): AsyncGenerator<Buffer, void> {
  let [crc, length] = [0, 0];
  yield head;
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    crc = crc32(bytes, crc);
    length += bytes.length;
    if (typeof part !== 'string') yield deflatedOf(part);
    else for (let at = 0; at < bytes.length; at += maxStored) yield storedBlock(bytes.subarray(at, at + maxStored));
  }
  // An empty last block.
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(crc, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  yield end;
}

/** Ends at a whole byte, so that other blocks can follow. */
function deflatedOf(bytes: Buffer): Buffer {
  const known = deflated.get(bytes) ?? deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  deflated.set(bytes, known);
  return known;
}

function storedBlock(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(~bytes.length & 0xffff, 3);
  bytes.copy(block, 5);
  return block;
}
