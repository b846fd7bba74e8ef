import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { chunk, chunksOf, headOf, signature, withoutExtras, writeChunk } from '../../renderer/png/chunks.js';

const png = Buffer.concat([
  signature,
  chunk('IHDR', Buffer.alloc(13, 7)),
  chunk('IDAT', Buffer.from('data')),
  chunk('IEND', Buffer.alloc(0)),
]);
const read = (bytes: Uint8Array) =>
  Array.from(chunksOf(bytes), ({ at, type, data }) => [at, type, data.toString('latin1')]);

describe('a chunk of a PNG', () => {
  test('is its length, its type, its data and their checksum', () => {
    const bytes = chunk('IDAT', Buffer.from('data'));
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32('IDATdata'));
    expect(bytes).toEqual(Buffer.concat([Buffer.from([0, 0, 0, 4]), Buffer.from('IDATdata'), checksum]));
  });

  test('is written at its place, and returns that of the next one', () => {
    const bytes = Buffer.alloc(30, 0xee);
    expect(writeChunk(bytes, 5, 'tEXt', Buffer.from('hello'))).toBe(22);
    expect(bytes.subarray(5, 22)).toEqual(chunk('tEXt', Buffer.from('hello')));
    expect([bytes[4], bytes[22]]).toEqual([0xee, 0xee]);
  });
});

describe('the chunks of a PNG', () => {
  test('are listed in order, each with its place', () => {
    expect(read(png)).toEqual([
      [8, 'IHDR', '\x07'.repeat(13)],
      [33, 'IDAT', 'data'],
      [49, 'IEND', ''],
    ]);
  });

  test('are read from a part of a buffer, too', () => {
    const part = new Uint8Array(png.length + 9).subarray(5, 5 + png.length);
    part.set(png);
    expect(read(part)).toEqual(read(png));
  });

  test('without extras are those that pixels are read from', () => {
    const [head, extras] = [png.subarray(0, 33), chunk('pHYs', Buffer.alloc(9))];
    const clear = Buffer.concat([head, chunk('tRNS', Buffer.alloc(1)), png.subarray(33)]);
    const part = Buffer.concat([png, head, extras, clear.subarray(33)]).subarray(png.length);
    expect(withoutExtras(part)).toEqual(clear);
  });

  test('end before the first that is not whole', () => {
    expect(read(png.subarray(0, -1)).map(([, type]) => type)).toEqual(['IHDR', 'IDAT']);
    expect(read(png.subarray(0, -12)).map(([, type]) => type)).toEqual(['IHDR', 'IDAT']);
    expect(read(png.subarray(0, 33 + 15)).map(([, type]) => type)).toEqual(['IHDR']);
    expect(read(Buffer.concat([png, Buffer.from('more bytes')]))).toEqual(read(png));
    expect(read(signature)).toEqual([]);
  });

  test('are none where the bytes are no PNG', () => {
    for (let at = 0; at < 8; at++) {
      const other = Buffer.from(png);
      other[at]! ^= 1;
      expect(read(other)).toEqual([]);
    }
    expect(read(Buffer.alloc(0))).toEqual([]);
  });

  test('are sound unless a bit of theirs was turned', () => {
    expect(Array.from(chunksOf(png), ({ sound }) => sound())).toEqual([true, true, true]);
    // Of the data, of the type, of the checksum.
    for (const place of [33 + 8, 33 + 4, 33 + 12]) {
      const broken = Buffer.from(png);
      broken[place]! ^= 1;
      expect(Array.from(chunksOf(broken), ({ sound }) => sound())).toEqual([true, false, true]);
    }
  });

  test('before the pixels are its head', () => {
    expect(headOf(png)).toEqual(png.subarray(0, 33));
    expect(headOf(png.subarray(0, 33))).toEqual(png.subarray(0, 33));
  });
});
