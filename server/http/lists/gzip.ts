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

/**
 * Compresses the parts of a response. A buffer is constant, and deflated only for the first response that has it; texts are short. One
 * file, as browsers read only the first of several.
 */
export async function* gzipped(
  texts: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
): AsyncGenerator<Buffer, void> {
  let [crc, length] = [0, 0];
  yield head;
  for await (const part of texts) {
    length += Buffer.byteLength(part);
    const constant = typeof part === 'string' ? stored(Buffer.from(part), crc) : constantOf(part, crc);
    crc = constant.crc;
    yield constant.deflated;
  }
  // An empty last block.
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(crc, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  yield end;
}

function constantOf(bytes: Buffer, from: number): Constant {
  const constant = parts.get(bytes) ?? deflate(bytes, from);
  parts.set(bytes, constant);
  if (constant.from !== from) [constant.from, constant.crc] = [from, crc32(bytes, from)];
  return constant;
}

/** Ends at a whole byte, so that other blocks can follow. */
function deflate(bytes: Buffer, from: number): Constant {
  const deflated = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  return { deflated, from, crc: crc32(bytes, from) };
}

/** A block that is not compressed (RFC 1951), which holds 64 KB: to begin to compress a text takes longer than all else. */
function stored(bytes: Buffer, from: number): Constant {
  if (bytes.length > 0xffff) return deflate(bytes, from);
  const start = Buffer.alloc(5);
  start.writeUInt16LE(bytes.length, 1);
  start.writeUInt16LE(~bytes.length & 0xffff, 3);
  return { deflated: Buffer.concat([start, bytes]), from, crc: crc32(bytes, from) };
}
