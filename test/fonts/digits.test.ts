import { describe, expect, test } from '@jest/globals';
import { typesetter } from '../support/rulers/renderers.js';
import { faces } from '../../fonts/index.js';
import { difference, latinDigits, nubsOf } from '../measure/digits.js';
import { shapeOf } from '../support/labels/shape.js';
import { share } from '../support/labels/share.js';

const priceFaces = ['price', 'price-wide'] as const;

describe.each(priceFaces)('the digits of face %s', (face) => {
  const shapes = (size: number) => latinDigits.map((digit) => shapeOf(typesetter, digit, { face, size }));
  const { sizes } = faces[face];

  // Large digits differ little from one size to the next, and take longest.
  const [small, large] = [sizes.filter((size) => size < 80), sizes.filter((size) => size >= 80)];
  test.each([...share(small, 6), ...share(large, 24)])(
    'can’t be mistaken at %d px: any two differ by a fifth of the lighter one’s ink',
    (size) => {
      const drawn = shapes(size);
      const near = drawn.flatMap((a, i) =>
        drawn.slice(i + 1).flatMap((b, j) => {
          const share = difference(a, b);
          return share < 0.2 ? [`${i}/${i + 1 + j}: ${share}`] : [];
        }),
      );
      expect(near).toEqual([]);
    },
  );

  test.each(
    share(
      sizes.filter((size) => size <= 200),
      3,
    ),
  )('have no nubs at %d px', (size) => {
    const drawn = shapes(size);
    expect(latinDigits.filter((digit, i) => nubsOf(digit, drawn[i]!.stencil) > 0)).toEqual([]);
  });

  test.each(share(sizes, 4))('are tabular at %d px', (size) => {
    const widths = latinDigits.map((digit) => typesetter.measure(digit, { face, size }).advance);
    expect(new Set(widths).size).toBe(1);
  });
});

test('the two faces of prices have the same sizes, and digits as high to a pixel', () => {
  expect(faces['price-wide'].sizes).toBe(faces.price.sizes);
  for (const size of faces.price.sizes) {
    const heights = priceFaces.map((face) => typesetter.measure('7', { face, size }).ascent);
    expect(Math.abs(heights[0]! - heights[1]!)).toBeLessThanOrEqual(1);
  }
});

test('the sizes of prices go on in steps of a pixel or 3 to 6 %, up to more than half of 1600 px', () => {
  const { sizes } = faces.price;
  expect(sizes.slice(1).filter((size, i) => size !== sizes[i]! + 1 && size / sizes[i]! > 1.06)).toEqual([]);
  expect(sizes.at(-1)).toBeGreaterThan(800);
});
