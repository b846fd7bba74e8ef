import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutAlpha, getBit, outline, type Stencil } from '../../renderer/shapes/stencil.js';

function rowsOf(stencil: Stencil): readonly string[] {
  return Array.from({ length: stencil.height }, (_, y) =>
    Array.from({ length: stencil.width }, (__, x) => (getBit(stencil, x, y) ? '#' : '.')).join(''),
  );
}

test('a shape has the pixels with at least the coverage of its cut, within the narrowest bounds', () => {
  const sizes = { width: fc.integer({ min: 1, max: 70 }), values: fc.uint8Array({ minLength: 70, maxLength: 300 }) };
  fc.assert(
    fc.property(fc.record(sizes), fc.integer({ min: 1, max: 255 }), ({ width, values }, cut) => {
      const height = Math.floor(values.length / width);
      const { stencil, x, y } = cutAlpha({ width, height, values }, cut);
      const all = Array.from({ length: height }, (_, row) =>
        Array.from(values.subarray(row * width, (row + 1) * width), (value) => (value >= cut ? '#' : '.')).join(''),
      );
      const inked = all.flatMap((row, i) => (row.includes('#') ? [i] : []));
      const left = Math.min(...inked.map((row) => all[row]!.indexOf('#')));
      const right = Math.max(...inked.map((row) => all[row]!.lastIndexOf('#')));
      const kept = all.slice(inked[0] ?? 0, (inked.at(-1) ?? -1) + 1).map((row) => row.slice(left, right + 1));
      expect([x, y]).toEqual(inked.length === 0 ? [0, 0] : [left, inked[0]]);
      expect(rowsOf(stencil)).toEqual(kept);
    }),
  );
});

test.each([
  [5, 4, 1, ['#####', '#...#', '#...#', '#####']],
  [40, 3, 1, ['#'.repeat(40), `#${'.'.repeat(38)}#`, '#'.repeat(40)]],
  [6, 6, 2, ['######', '######', '##..##', '##..##', '######', '######']],
  [3, 3, 4, ['###', '###', '###']],
])('a box of %i × %i with an outline of %i px is empty within', (width, height, thickness, rows) => {
  expect(rowsOf(outline(width, height, thickness))).toEqual(rows);
});
