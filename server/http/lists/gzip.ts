import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A constant part of responses, deflated, and its checksum after what was before it last. */
interface Constant {
  readonly deflated: Buffer;
  from: number;
  crc: number;
}

const parts = new WeakMap<Buffer, Constant>();

/** The head of a gzip file without name and time (RFC 1952). */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Bytes of a block that is not compressed (RFC 1951). */
const maxStored = 0xffff;

/**
 * Compresses the parts of a response. A buffer is constant, and deflated only for the first response that has it; texts are short, and
 * stored.
 */
export async function* gzipped(
  texts: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
): AsyncGenerator<Buffer, void> {
  let [crc, length] = [0, 0];
  yield head;
  for await (const part of texts) {
    length += Buffer.byteLength(part);
    if (typeof part !== 'string') {
      const constant = constantOf(part);
      if (constant.from !== crc) [constant.from, constant.crc] = [crc, crc32(part, crc)];
      crc = constant.crc;
      yield constant.deflated;
    } else {
      const bytes = Buffer.from(part);
      crc = crc32(bytes, crc);
      for (let at = 0; at < bytes.length; at += maxStored) yield storedBlock(bytes.subarray(at, at + maxStored));
    }
  }
  // An empty last block.
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(crc, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  yield end;
}

/** Deflates a part for the first response that has it. Ends at a whole byte, so that other blocks can follow. */
function constantOf(bytes: Buffer): Constant {
  let constant = parts.get(bytes);
  if (!constant) {
    constant = { deflated: deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }), from: -1, crc: 0 };
    parts.set(bytes, constant);
  }
  return constant;
}

function storedBlock(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(~bytes.length & 0xffff, 3);
  bytes.copy(block, 5);
  return block;
}
