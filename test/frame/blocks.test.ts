import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FrameError } from '../../renderer/frame/index.js';
import { blockBytes, unblockBytes } from '../../renderer/frame/blocks.js';
import { compressBlock, expandBlock } from '../../renderer/frame/quicklz.js';

/** Bytes of few values in runs, as in pictures. */
const runs = fc
  .array(fc.record({ byte: fc.constantFrom(0, 255, 0x0f, 7, 200), times: fc.integer({ min: 1, max: 40 }) }), {
    maxLength: 40,
  })
  .map((parts) => Buffer.concat(parts.map(({ byte, times }) => Buffer.alloc(times, byte))));

describe('a block', () => {
  test('is shorter, and expanded to the same bytes', () => {
    fc.assert(
      fc.property(fc.oneof(runs, fc.uint8Array({ maxLength: 252 })), (bytes) => {
        const block = bytes.subarray(0, 252);
        const compressed = compressBlock(block);
        fc.pre(compressed !== undefined);
        expect(compressed.length).toBeLessThan(block.length);
        expect(Buffer.compare(expandBlock(compressed, block.length), block)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('of one colour has four bytes, a copy of 56, and the four last', () => {
    // By hand: 4 flags 0, then a copy (bit 4), then 4 bytes; bucket of 000000 is 0; the copy has 56 bytes.
    expect(Buffer.from(compressBlock(new Uint8Array(64))!).toString('hex')).toBe(
      '10000080' + '00000000' + '000038' + '00000000',
    );
  });

  test('of noise is not compressed, nor is a short one', () => {
    expect(compressBlock(Uint8Array.from({ length: 64 }, (_, i) => (i * 167 + (i * i) / 3) & 255))).toBeUndefined();
    expect(compressBlock(new Uint8Array(16))).toBeUndefined();
  });

  test.each([
    ['half of it is read, not more', 62, [31, 31], 46],
    ['more than half of it is read', 61, [31, 30], undefined],
    ['a thirty-second is saved by then', 57, [30, 7], 46],
    ['less than a thirty-second is saved by then', 56, [30, 6], undefined],
  ])(
    'is not compressed after 31 tokens where more than half of it is read and too little saved: %s',
    (_, size, [own, again], length) => {
      // Distinct bytes, a copy of the first ones, and a copy that would make the whole block shorter.
      const bytes = Array.from({ length: own! }, (_, i) => (i * 37 + 11) & 255);
      const block = Uint8Array.from([...bytes, ...bytes.slice(0, again), ...bytes.slice(10)].slice(0, size));
      // eigger/hass-gicisky 296ccf94 gives up on the same blocks.
      expect([block.length, compressBlock(block)?.length]).toEqual([size, length]);
    },
  );

  test.each([
    ['no more bytes', '100000', 'more than 3 bytes for a block of 64'],
    ['a copy from nowhere', '01000080100338', 'one of 56 bytes at byte 0 of 64'],
    ['a copy past the end', '100000800000000000003d', 'one of 61 bytes at byte 4 of 64'],
    ['bytes after the end', '100000800000000000003800000000ff', '15 bytes for a block of 64 but received 16'],
  ])('with %s is refused', (_, bytes, message) => {
    expect(() => expandBlock(Buffer.from(bytes, 'hex'), 64)).toThrow(message);
    expect(() => expandBlock(Buffer.from(bytes, 'hex'), 64)).toThrow(FrameError);
  });
});

describe('blocks', () => {
  test('hold two halves', () => {
    fc.assert(
      fc.property(runs, (half) => {
        const body = Buffer.concat([half, Buffer.from(half).reverse()]);
        fc.pre(body.length > 0);
        expect(Buffer.compare(unblockBytes(blockBytes(body, 64), 64), body)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('of any bytes are refused or expanded, and never to more than 64 bytes for each 4', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(), (tail, half) => {
        const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from([0x75, 18, 64]), tail]);
        bytes.writeUInt32LE(half);
        try {
          expect(unblockBytes(bytes, 64).length).toBeLessThanOrEqual((bytes.length / 4) * 64);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
    );
  });

  test.each([
    ['none', '', 'Expected two halves of 0 bytes in 0 but received 0 bytes'],
    ['another head', '40000000' + '730740' + '10000080', 'at byte 4 of 11, and all of it, but received 730740'],
    ['a block that is cut short', '02000000' + '740502aabb' + '740502aa', 'and all of it, but received 740502'],
    ['another size', '40000000' + '753f3f' + '10000080', 'block of 64 bytes'],
    ['half of them', '40000000751240100000800000000000003800000000', 'two halves of 64 bytes in 22 but received 64'],
  ])('with %s are refused', (_, bytes, message) => {
    expect(() => unblockBytes(Buffer.from(bytes, 'hex'), 64)).toThrow(message);
  });
});
