import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stampPicture } from '../../renderer/drawing/draw-picture.js';
import { pack, unpack } from '../../renderer/drawing/framebuffer.js';

describe('a stamped picture', () => {
  test('covers its place but for the pixels of 255, and nothing else', () => {
    const scene = fc
      .record({
        inks: fc.constantFrom(2, 3, 4, 7, 16),
        width: fc.integer({ min: 1, max: 40 }),
        height: fc.integer({ min: 1, max: 12 }),
        seed: fc.uint8Array({ minLength: 64, maxLength: 64 }),
      })
      .chain((frame) =>
        fc.tuple(fc.nat(frame.width - 1), fc.nat(frame.height - 1)).chain(([x, y]) =>
          fc.record({
            frame: fc.constant(frame),
            x: fc.constant(x),
            y: fc.constant(y),
            width: fc.integer({ min: 1, max: frame.width - x }),
            height: fc.integer({ min: 1, max: frame.height - y }),
          }),
        ),
      );
    fc.assert(
      fc.property(scene, ({ frame: { inks, seed, ...size }, x, y, width, height }) => {
        const before = Uint8Array.from({ length: size.width * size.height }, (_, i) => seed[i % 64]! % inks);
        const stamped = Uint8Array.from({ length: width * height }, (_, i) =>
          seed[(i * 7) % 64]! % 3 ? seed[(i * 5) % 64]! % inks : 255,
        );
        const frame = pack(before, size.width, size.height, inks);
        stampPicture(frame, { width, height, inks: stamped }, x, y);
        const expected = before.map((ink, i) => {
          const [column, row] = [(i % size.width) - x, Math.floor(i / size.width) - y];
          if (column < 0 || column >= width || row < 0 || row >= height) return ink;
          const over = stamped[row * width + column]!;
          return over === 255 ? ink : over;
        });
        expect(unpack(frame)).toEqual(expected);
        expect(frame.rows).toEqual(pack(expected, size.width, size.height, inks).rows);
      }),
      { numRuns: 500 },
    );
  });
});
