import { crc32 } from 'node:zlib';

/** The first bytes of every PNG. */
export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A chunk: length, type, data, checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  writeChunk(bytes, 0, type, data);
  return bytes;
}

/** Writes a chunk at byte `at` of a PNG. */
export function writeChunk(png: Buffer, at: number, type: string, data: Uint8Array): void {
  png.writeUInt32BE(data.length, at);
  for (let i = 0; i < 4; i++) png[at + 4 + i] = type.charCodeAt(i);
  png.set(data, at + 8);
  png.writeUInt32BE(crc32(png.subarray(at + 4, at + 8 + data.length)), at + 8 + data.length);
}
