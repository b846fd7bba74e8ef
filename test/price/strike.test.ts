import { describe, expect, test } from '@jest/globals';
import { createStrike, diagonal, reachOf, thicknessOf } from '../../renderer/price/strike.js';
import type { Style } from '../../renderer/price/style.js';
import { rowsOf } from '../support/labels/shape.js';

describe('a line through a price', () => {
  test('runs from the lower left to the upper right corner', () => {
    expect(rowsOf(diagonal(12, 4, 1))).toEqual(['.........###', '......###...', '...###......', '###.........']);
    expect(rowsOf(diagonal(4, 4, 1))).toEqual(['...#', '..#.', '.#..', '#...']);
  });

  test.each([
    [200, 45, 2],
    [61, 10, 1],
    [300, 12, 3],
    [9, 40, 1],
    [40, 9, 2],
  ])(
    'is of one piece in %d × %d px, as thick as it should be, and looks the same upside down',
    (width, height, thick) => {
      const drawn = rowsOf(diagonal(width, height, thick));
      expect(drawn[0]!.at(-1)).toBe('#');
      expect(drawn.at(-1)![0]).toBe('#');
      for (const [y, row] of drawn.entries()) {
        expect(row).toMatch(/^\.*#+\.*$/);
        const above = drawn[y - 1];
        // Runs of neighbouring rows meet.
        if (above) expect(above.indexOf('#')).toBeLessThanOrEqual(row.lastIndexOf('#') + 1);
      }
      const ink = drawn.join('').replaceAll('.', '').length;
      const length = Math.hypot(width, height);
      expect(Math.abs(ink - Math.min(width * height, thick * length))).toBeLessThan(height);
      const turned = drawn.map((row) => Array.from(row).reverse().join('')).reverse();
      const unlike = Array.from(turned.join('')).filter((pixel, i) => pixel !== drawn.join('')[i]);
      expect(unlike.length).toBeLessThanOrEqual(2 * height);
    },
  );

  test('is at most a fourteenth of the size thick, and a pixel at least', () => {
    for (let size = 14; size < 1000; size++) expect(thicknessOf(size)).toBeLessThanOrEqual(size / 14);
    expect([14, 47, 48, 71, 72, 240].map(thicknessOf)).toEqual([1, 1, 2, 2, 3, 10]);
  });

  test('sticks out by a tenth of the size, and 2 px at least', () => {
    expect([9, 14, 25, 36, 120].map(reachOf)).toEqual([2, 2, 3, 4, 12]);
  });

  test('lies over the digits, and is made once for all prices of a width', () => {
    const strike = createStrike(2);
    const style = { size: 30, digits: { ascent: 20, descent: 1 } } as Style;
    const mark = strike(5, 40, 60, style);
    expect(mark).toEqual({ kind: 'stencil', x: 5, y: 20, ink: 2, stencil: diagonal(60, 21, 1) });
    expect(strike(9, 80, 60, style).stencil).toBe(mark.stencil);
    expect(strike(5, 40, 61, style).stencil.width).toBe(61);
    expect(strike(5, 40, 60, { ...style, size: 60 }).stencil).toEqual(diagonal(60, 21, 2));
  });

  test('has another ink where it covers digits in its own', () => {
    const style = { size: 30, digits: { ascent: 20, descent: 1 } } as Style;
    const stencil = diagonal(60, 21, 1);
    expect(createStrike(1, 0)(5, 40, 60, style)).toEqual({ kind: 'stencil', x: 5, y: 20, ink: 1, over: 0, stencil });
  });

  test('is dropped after many others: the cache stays small', () => {
    const strike = createStrike(1);
    const style = { size: 30, digits: { ascent: 20, descent: 0 } } as Style;
    const first = strike(0, 20, 60, style).stencil;
    for (let width = 61; width < 76; width++) strike(0, 20, width, style);
    expect(strike(0, 20, 60, style).stencil).toBe(first);
    strike(0, 20, 76, style);
    expect(strike(0, 20, 60, style).stencil).not.toBe(first);
    expect(strike(0, 20, 60, style).stencil).toEqual(first);
  });
});
