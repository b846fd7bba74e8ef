import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { draw, stamp } from '../renderer/draw.js';
import { createFrame, pack, unpack } from '../renderer/framebuffer.js';
import { getBit, type Stencil } from '../renderer/stencil.js';

/** A panel of 2, 4 or 7 inks (1, 2 or 4 bits a pixel), and a stencil somewhere on it. */
const scene = fc
  .record({
    inks: fc.constantFrom(2, 3, 4, 7),
    width: fc.integer({ min: 1, max: 70 }),
    height: fc.integer({ min: 1, max: 6 }),
    x: fc.integer({ min: 0, max: 40 }),
    y: fc.integer({ min: 0, max: 5 }),
    seed: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  })
  .map(({ inks, width, height, x, y, seed }) => {
    const stride = (width + 7) >> 3;
    const bits = Uint8Array.from({ length: stride * height }, (_, i) => seed[i % seed.length]! ^ i);
    for (let row = 0; row < height; row++) bits[(row + 1) * stride - 1]! &= 0xff00 >> (((width - 1) & 7) + 1);
    const frame = { width: x + width + (seed[0]! % 9), height: y + height + (seed[1]! % 3) };
    return { inks, stencil: { width, height, stride, bits } satisfies Stencil, x, y, frame, seed };
  });

const noWords = {
  word(): never {
    throw new Error('Expected no words to be drawn');
  },
};

describe('stamping', () => {
  test('sets the pixels of the stencil and no other, as setting them one by one does', () => {
    fc.assert(
      fc.property(scene, ({ inks, stencil, x, y, frame, seed }) => {
        const before = Uint8Array.from({ length: frame.width * frame.height }, (_, i) => seed[i % seed.length]! % inks);
        const ink = seed[2]! % inks;
        const expected = before.slice();
        for (let row = 0; row < stencil.height; row++)
          for (let column = 0; column < stencil.width; column++)
            if (getBit(stencil, column, row)) expected[(y + row) * frame.width + x + column] = ink;
        const stamped = pack(before, frame.width, frame.height, inks);
        stamp(stamped, stencil, x, y, ink);
        expect(unpack(stamped)).toEqual(expected);
        expect(stamped).toEqual(pack(expected, frame.width, frame.height, inks));
      }),
      { numRuns: 500 },
    );
  });

  test('a fill covers its rectangle and no other pixel', () => {
    fc.assert(
      fc.property(scene, ({ inks, stencil: { width, height }, x, y, frame }) => {
        const marks = [{ kind: 'fill', x, y, width, height, ink: inks - 1 }] as const;
        const drawn = draw({ ...frame, marks, warnings: [] }, inks, noWords);
        const expected = Uint8Array.from({ length: frame.width * frame.height }, (_, i) => {
          const [px, py] = [i % frame.width, Math.floor(i / frame.width)];
          return px >= x && px < x + width && py >= y && py < y + height ? inks - 1 : 0;
        });
        expect(unpack(drawn)).toEqual(expected);
      }),
    );
  });

  test('a new frame is blank paper, its filter bytes are 0', () => {
    expect(createFrame(250, 122, 3).rows.every((byte) => byte === 0)).toBe(true);
  });
});
