import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fillPolygon, largestRectangle } from '../../renderer/shapes/polygon.js';
import { roomIn, roomShare, type Silhouette, silhouette } from '../../renderer/shapes/silhouette.js';
import { createStencil, setBit, type Stencil } from '../../renderer/shapes/stencil.js';
import { rowsOf } from '../support/labels/shape.js';

const cornersOf = (text: string) => text.split(' ').map((at) => at.split(',').map(Number) as [number, number]);
const flipped = (row: string) => Array.from(row).reverse().join('');
const upright = (width: number, height: number) => ({ width, height, mirrored: false });

const side = fc.integer({ min: 1, max: 70 });
const percent = fc.integer({ min: 0, max: 100 });
const shape: fc.Arbitrary<Silhouette> = fc.oneof(
  fc.constantFrom<Silhouette>({ shape: 'ellipse' }, { shape: 'arrow' }, { shape: 'triangle' }, { shape: 'star' }),
  fc.record({ shape: fc.constant('star' as const), points: fc.integer({ min: 5, max: 32 }) }),
  fc.record({
    shape: fc.constant('polygon' as const),
    points: fc.array(fc.tuple(percent, percent), { minLength: 3, maxLength: 12 }),
  }),
);

describe('a shape', () => {
  test('has the pixels whose centres are in it', () => {
    expect(rowsOf(silhouette({ shape: 'ellipse' }, upright(7, 5)))).toEqual(
      '.#####. ####### ####### ####### .#####.'.split(' '),
    );
    expect(rowsOf(silhouette({ shape: 'triangle' }, upright(6, 3)))).toEqual(['..##..', '.####.', '######']);
    expect(rowsOf(silhouette({ shape: 'arrow' }, upright(8, 4)))).toEqual(
      '#######. ######## ######## #######.'.split(' '),
    );
  });

  test('that points has a tip of half its width at most', () => {
    expect(rowsOf(silhouette({ shape: 'arrow' }, upright(4, 10))).slice(0, 5)).toEqual(
      '##.. ###. ###. ###. ####'.split(' '),
    );
  });

  test('has an outline that lies within it', () => {
    expect(rowsOf(silhouette({ shape: 'triangle' }, upright(9, 5), 1))).toEqual(
      '....#.... ...#.#... ..##.##.. .##...##. #########'.split(' '),
    );
    fc.assert(
      fc.property(shape, side, side, fc.integer({ min: 1, max: 9 }), (form, width, height, thickness) => {
        const whole = silhouette(form, upright(width, height));
        const line = silhouette(form, upright(width, height), thickness);
        expect(line.bits.every((bits, i) => (bits & ~whole.bits[i]!) === 0)).toBe(true);
      }),
    );
  });

  test('that is symmetrical is so to the pixel', () => {
    const even = shape.filter(({ shape: kind }) => kind !== 'polygon' && kind !== 'arrow');
    fc.assert(
      fc.property(even, side, side, fc.constantFrom(undefined, 1, 3), (form, width, height, thickness) => {
        const drawn = rowsOf(silhouette(form, upright(width, height), thickness));
        expect(drawn).toEqual(drawn.map(flipped));
      }),
    );
  });

  test('with symmetrical corners has symmetrical pixels where its edges run through their centres', () => {
    const points = cornersOf('10,0 90,0 100,10 90,100 10,100 0,10');
    const drawn = rowsOf(silhouette({ shape: 'polygon', points }, upright(40, 8)));
    expect(drawn).toEqual(drawn.map(flipped));
  });

  test('is mirrored only where it points', () => {
    const arrow = (mirrored: boolean) => rowsOf(silhouette({ shape: 'arrow' }, { width: 20, height: 9, mirrored }));
    const [right, left] = [arrow(false), arrow(true)];
    expect(left).toEqual(right.map(flipped));
    expect(left).not.toEqual(right);
  });

  test('touches all sides of its box', () => {
    for (let points = 5; points <= 32; points++) {
      const drawn = rowsOf(silhouette({ shape: 'star', points }, upright(200, 200)));
      const columns = Array.from({ length: 200 }, (_, x) => drawn.some((row) => row[x] === '#'));
      expect([points, drawn[1]!.includes('#'), drawn[198]!.includes('#')]).toEqual([points, true, true]);
      expect([points, columns[1], columns[198]]).toEqual([points, true, true]);
    }
  });
});

describe('the room in a shape', () => {
  test('is all ink, whatever its size', () => {
    fc.assert(
      fc.property(shape, side, side, fc.boolean(), (form, width, height, mirrored) => {
        const room = roomIn(form, { width, height, mirrored });
        const drawn = rowsOf(silhouette(form, { width, height, mirrored }));
        const inside = drawn.slice(room.y, room.y + room.height).map((row) => row.slice(room.x, room.x + room.width));
        expect(inside.join('')).toBe('#'.repeat(room.width * room.height));
      }),
      { numRuns: 300 },
    );
  });

  test('is the largest possible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(percent, percent), { minLength: 3, maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (points, width, height) => {
          const corners = points.map(([x, y]) => [(x * width) / 100, (y * height) / 100] as const);
          const stencil = fillPolygon(width, height, corners);
          const found = largestRectangle(stencil);
          expect(found.width * found.height).toBe(largestByTrial(stencil));
        },
      ),
    );
  });

  test('is the largest possible of any pixels, also where a row fills its numbers', () => {
    const row = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (pixels) => {
        const stencil = createStencil(32, pixels.length);
        for (const [y, set] of pixels.entries()) for (let x = 0; x < 32; x++) if (set[x >> 2]) setBit(stencil, x, y);
        const { width, height } = largestRectangle(stencil);
        expect(width * height).toBe(largestByTrial(stencil));
      }),
      { numRuns: 300 },
    );
  });

  test('is the first of several that are as large', () => {
    const stencil = fillPolygon(5, 2, cornersOf('0,0 2,0 2,2 3,2 3,0 5,0 5,2 0,2'));
    expect(rowsOf(stencil)).toEqual(['##.##', '##.##']);
    expect(largestRectangle(stencil)).toEqual({ x: 0, y: 0, width: 2, height: 2 });
  });

  test('is half of a triangle, and most of a star with many tips', () => {
    expect(roomShare({ shape: 'triangle' })).toBeCloseTo(0.5, 1);
    expect(roomShare({ shape: 'ellipse' })).toBeCloseTo(Math.SQRT1_2, 1);
    expect(roomShare({ shape: 'star', points: 32 })).toBeGreaterThan(roomShare({ shape: 'star', points: 6 }));
  });
});

/** The area of the largest rectangle of ink, found by looking at every rectangle. */
function largestByTrial(stencil: Stencil): number {
  const drawn = rowsOf(stencil);
  let largest = 0;
  for (let top = 0; top < stencil.height; top++)
    for (let left = 0; left < stencil.width; left++)
      for (let bottom = top + 1; bottom <= stencil.height; bottom++)
        for (let right = left + 1; right <= stencil.width; right++) {
          const area = (bottom - top) * (right - left);
          if (area > largest && drawn.slice(top, bottom).every((row) => !row.slice(left, right).includes('.')))
            largest = area;
        }
  return largest;
}
