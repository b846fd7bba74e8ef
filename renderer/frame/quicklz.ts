import { FrameError } from './error.js';

/*
 * QuickLZ level 1 with 64 buckets, as Gicisky's tags read it. A token is a byte, or a copy of earlier bytes. A control word
 * (32 bits, little-endian) precedes each 31 tokens: its bits, the lowest first, are 1 for the copies, and its highest bit is
 * 1. A copy has 2 bytes (little-endian): a length less 2 in the low 4 bits and a bucket above them; for 18 bytes and more
 * these bits are 0 and the length follows. The bucket of three bytes holds where they, or others of the same bucket, last
 * occurred. Described by eigger/hass-gicisky 296ccf94 compression.py.
 */

const buckets = 64;
const wordBytes = 4;
const perWord = 31;
/** The shortest copy, in bytes. */
const minCopy = 3;
const maxShortCopy = 17;
const maxCopy = 255;
/** No copy starts in the last bytes of a block or contains its very last ones. */
const noStart = 16;
const noCopy = 4;

function three(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
}

function bucketOf(value: number): number {
  return ((value >> 12) ^ value) & (buckets - 1);
}

/** Writes tokens with their control words. */
class TokenWriter {
  readonly #bytes: Uint8Array;
  #word = 0;
  #flags = 0;
  #tokens = 0;
  length = wordBytes;

  /** @param size of the block; a literal token takes a byte */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size + wordBytes * (Math.ceil(size / perWord) + 1));
  }

  get isFull(): boolean {
    return this.#tokens === perWord;
  }

  write(copies: boolean, ...bytes: readonly number[]): void {
    if (this.isFull) {
      this.#close();
      this.#word = this.length;
      this.length += wordBytes;
      this.#flags = this.#tokens = 0;
    }
    if (copies) this.#flags |= 1 << this.#tokens;
    this.#tokens++;
    for (const byte of bytes) this.#bytes[this.length++] = byte;
  }

  finish(): Uint8Array {
    this.#close();
    return this.#bytes.subarray(0, this.length);
  }

  #close(): void {
    new DataView(this.#bytes.buffer).setUint32(this.#word, (this.#flags | (1 << perWord)) >>> 0, true);
  }
}

/** Compresses a block exactly as the maker's own program does; undefined if that does not make it shorter. */
export function compressBlock(block: Uint8Array): Uint8Array | undefined {
  const writer = new TokenWriter(block.length);
  const places = new Int32Array(buckets).fill(-1);
  const values = new Int32Array(buckets).fill(-1);
  let at = 0;
  let bytesInARow = 0;
  while (at < block.length - noStart) {
    // Half of the block is read and little was gained.
    if (writer.isFull && at > block.length >> 1 && writer.length > at - (at >> 5)) return undefined;
    const value = three(block, at);
    const bucket = bucketOf(value);
    const place = places[bucket]!;
    const isSameValue = values[bucket] === value;
    places[bucket] = at;
    values[bucket] = value;
    if (isSameValue && (at - place >= minCopy || isRun(block, at, place, bytesInARow))) {
      const length = copyLength(block, at, place);
      const low = (bucket << 4) & 0xff;
      const high = bucket >> 4;
      if (length <= maxShortCopy) writer.write(true, low | (length - 2), high);
      else writer.write(true, low, high, length);
      at += length;
      bytesInARow = 0;
    } else {
      writer.write(false, block[at++]!);
      bytesInARow++;
    }
  }
  if (at === 0) return undefined;
  while (at < block.length) writer.write(false, block[at++]!);
  const compressed = writer.finish();
  return compressed.length < block.length ? compressed : undefined;
}

/** Whether the byte at `at` also fills the three bytes before and after it. */
function isRun(block: Uint8Array, at: number, place: number, bytesInARow: number): boolean {
  if (place !== at - 1 || bytesInARow < minCopy || at <= minCopy) return false;
  return block.subarray(at - minCopy, at + minCopy + 1).every((byte) => byte === block[at]);
}

function copyLength(block: Uint8Array, at: number, place: number): number {
  const most = Math.min(maxCopy, block.length - noCopy - at);
  let length = minCopy;
  while (length < most && block[at + length] === block[place + length]) length++;
  return length;
}

/**
 * The inverse of {@link compressBlock} for a block of `size` bytes.
 * @throws {FrameError} for bytes that are no such block
 */
export function expandBlock(bytes: Uint8Array, size: number): Uint8Array {
  const block = new Uint8Array(size);
  const places = new Int32Array(buckets).fill(-1);
  let hashed = 0;
  const hashUpTo = (end: number): void => {
    for (; hashed < end && hashed + minCopy <= size; hashed++) places[bucketOf(three(block, hashed))] = hashed;
  };
  let at = 0;
  let to = 0;
  const next = (): number => {
    if (at === bytes.length) throw broken(`more than ${bytes.length} bytes for a block of ${size}`, 'no more');
    return bytes[at++]!;
  };
  while (to < size) {
    const word = next() | (next() << 8) | (next() << 16) | (next() << 24);
    for (let token = 0; token < perWord && to < size; token++) {
      if (!((word >> token) & 1)) {
        block[to++] = next();
        continue;
      }
      const pair = next() | (next() << 8);
      const length = pair & 15 ? (pair & 15) + 2 : next();
      // The bytes of the last two places are not all known yet: no copy refers to them.
      hashUpTo(to - 2);
      const place = places[(pair >> 4) & (buckets - 1)]!;
      if (place < 0 || length < minCopy || to + length > size)
        throw broken('a copy of bytes that came before', `one of ${length} bytes at byte ${to} of ${size}`);
      const start = to;
      for (let i = 0; i < length; i++) block[to++] = block[place + i]!;
      hashUpTo(start + 1);
      hashed = to;
    }
  }
  if (at < bytes.length) throw broken(`${at} bytes for a block of ${size}`, `${bytes.length}`);
  return block;
}

function broken(expected: string, received: string): FrameError {
  return new FrameError('framing', `Expected ${expected} but received ${received}`);
}
