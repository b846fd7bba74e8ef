import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createStencil, cutAlpha, outline, setBit } from '../../renderer/shapes/stencil.js';
import { turnMarks } from '../../renderer/slots/turn-marks.js';
import type { Slot } from '../../renderer/slots/slot.js';
import { boundsOf } from '../../renderer/drawing/bounds.js';
import type { Mark } from '../../renderer/drawing/marks.js';
import { inset, overlap } from '../../renderer/shapes/rectangle.js';
import { type QuarterTurns, turnGlyph } from '../../renderer/shapes/turn.js';
import { rowsOf } from '../support/labels/shape.js';

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

test.each([
  [0, 1, -5, ['###', '#..']],
  [1, 3, 1, ['##', '.#', '.#']],
  [2, -4, 3, ['..#', '###']],
  [3, -5, -4, ['#.', '#.', '##']],
] as const)('a glyph that is turned %i times is at %i, %i from its pen', (turn, left, top, rows) => {
  const stencil = createStencil(3, 2);
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
  ] as const)
    setBit(stencil, x, y);
  const turned = turnGlyph({ stencil, left: 1, top: -5, advance: 4 }, turn);
  expect([turned.left, turned.top, turned.advance, rowsOf(turned.stencil)]).toEqual([left, top, 4, rows]);
});

const word = { left: 1, right: 9, ascent: 8, descent: 2 };

test.each<[QuarterTurns, readonly number[], readonly number[], readonly number[]]>([
  [1, [115, 54], [113, 55, 10, 8], [114, 54, 1, 2, 1, 2]],
  [2, [126, 65], [117, 63, 8, 10], [124, 64, 2, 1, 2, 1]],
  [3, [105, 76], [97, 67, 10, 8], [105, 74, 1, 2, 2, 1]],
])('marks turned %i times: a pen at %j, its ink in %j, a picture %j', (turn, pen, ink, picture) => {
  const slot = { x: 100, y: 50, area: { x: 0, y: 0, width: 30, height: 20 }, turn } as Slot;
  const inks = Uint8Array.of(1, 2);
  const marks = [
    { kind: 'text', x: 4, y: 5, ink: 1, word },
    { kind: 'picture', x: 4, y: 5, picture: { width: 2, height: 1, inks } },
  ] as unknown as Mark[];
  const [text, drawn] = turnMarks(marks, slot);
  expect([text!.x, text!.y]).toEqual(pen);
  const { x, y, width, height } = boundsOf(text!);
  expect([x, y, width, height]).toEqual(ink);
  if (drawn?.kind !== 'picture') throw new Error('The picture became something else');
  const { picture: turned } = drawn;
  expect([drawn.x, drawn.y, turned.width, turned.height, ...turned.inks]).toEqual(picture);
});

test('rectangles that touch do not overlap, and one that is too small for an inset is empty in its middle', () => {
  const square = { x: 0, y: 0, width: 2, height: 2 };
  expect([{ x: 2 }, { y: 2 }, { x: 1, y: 1 }].map((at) => overlap(square, { ...square, ...at }))).toEqual([
    false,
    false,
    true,
  ]);
  expect(inset({ x: 1, y: 1, width: 5, height: 4 }, 3)).toEqual({ x: 3, y: 3, width: 1, height: 0 });
});
