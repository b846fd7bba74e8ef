import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of every PNG. */
export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The bytes of a chunk without its data: 4 each for length, type and checksum. */
export const chunkBytes = 12;

/** A chunk: length, type, data, checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + chunkBytes);
  writeChunk(bytes, 0, type, data);
  return bytes;
}

/** Writes a chunk at byte `at` of a PNG, and returns where the next one begins. */
export function writeChunk(png: Buffer, at: number, type: string, data: Uint8Array): number {
  const from = beginChunk(png, at, type);
  png.set(data, from);
  return endChunk(png, at, from + data.length);
}

/** Writes the type of a chunk that begins at byte `start` of a PNG, and returns where its data begins. */
export function beginChunk(png: Buffer, start: number, type: string): number {
  for (let i = 0; i < 4; i++) png[start + 4 + i] = type.charCodeAt(i);
  return start + 8;
}

/** Writes the length and the checksum of a chunk whose data ends before byte `end`, and returns where the next one begins. */
export function endChunk(png: Buffer, start: number, end: number): number {
  png.writeUInt32BE(end - start - 8, start);
  return png.writeUInt32BE(crc32(png.subarray(start + 4, end)), end);
}

/** A chunk of a PNG, which begins at byte `at`. */
export interface Chunk {
  readonly at: number;
  readonly type: string;
  readonly data: Buffer;
  /** Whether the checksum matches type and data, computed on each call. */
  readonly sound: () => boolean;
}

/** The chunks of a PNG in order, up to the first truncated one. None without a PNG's signature. */
export function* chunksOf(png: Uint8Array): Generator<Chunk> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!bytes.subarray(0, signature.length).equals(signature)) return;
  for (let at = signature.length; at + chunkBytes <= bytes.length;) {
    const start = at;
    const end = at + chunkBytes + bytes.readUInt32BE(at);
    if (end > bytes.length) return;
    yield {
      at,
      type: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, end - 4),
      sound: () => crc32(bytes.subarray(start + 4, end - 4)) === bytes.readUInt32BE(end - 4),
    };
    at = end;
  }
}

/** Everything in a PNG before its pixels: size, palette, density. */
export function headOf(png: Uint8Array): Uint8Array {
  for (const { at, type } of chunksOf(png)) if (type === 'IDAT') return png.subarray(0, at);
  return png;
}

/** The chunks that determine the pixels. */
const ofPixels = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** The PNG without its density, texts and other chunks that do not determine its pixels. */
export function withoutExtras(png: Uint8Array): Buffer {
  const chunks = [...chunksOf(png)].filter(({ type }) => ofPixels.has(type));
  return Buffer.concat([
    signature,
    ...chunks.map(({ at, data }) => Buffer.from(png.buffer, png.byteOffset + at, data.length + chunkBytes)),
  ]);
}

/** @param rows filter bytes and pixels; of the depth and colour type of ISO/IEC 15948, 11.2.2 @param extra chunks before them */
export function pngOf(
  width: number,
  height: number,
  depth: number,
  colour: number,
  rows: Uint8Array,
  extra: readonly Uint8Array[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour], 8);
  const chunks = [chunk('IHDR', header), ...extra, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}
