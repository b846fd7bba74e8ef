import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { roundedBox } from '../../renderer/shapes/rounded-box.js';
import { getBit } from '../../renderer/shapes/stencil.js';

/** The slow, obvious way: is the centre of the pixel within the box that is `inset` px smaller on each side? */
function inside(x: number, y: number, width: number, height: number, radius: number, inset: number): boolean {
  const [left, top, right, bottom] = [inset, inset, width - inset, height - inset];
  if (x < left || y < top || x > right || y > bottom) return false;
  const round = Math.max(0, Math.min(radius, width / 2, height / 2) - inset);
  const dx = Math.max(left + round - x, x - (right - round), 0);
  const dy = Math.max(top + round - y, y - (bottom - round), 0);
  return dx * dx + dy * dy <= round * round + 1e-9 || dx === 0;
}

describe('a box with round corners', () => {
  test('has the pixels whose centres are within it, and the outline those that are not within the smaller one', () => {
    const side = fc.integer({ min: 1, max: 40 });
    const thickness = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 25 }), thickness, (width, height, radius, line) => {
        const box = roundedBox(width, height, radius, line);
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++) {
            const at = (inset: number) => inside(x + 0.5, y + 0.5, width, height, radius, inset);
            expect([x, y, getBit(box, x, y)]).toEqual([x, y, at(0) && !at(line)]);
          }
      }),
      { numRuns: 60 },
    );
  });
});
