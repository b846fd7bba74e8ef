import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { alphaTopology, eulerNumbers, topology } from '../../renderer/typeset/topology.js';

/** A picture of some rows of characters, `#` is ink. */
function pictureOf(...rows: readonly string[]) {
  return {
    width: rows[0]!.length,
    height: rows.length,
    values: Uint8Array.from(rows.join(''), (c) => Number(c === '#')),
  };
}

/** The number of connected parts of ink or of paper; pixels also touch at corners if `corners`. */
function partsOf(width: number, height: number, isPart: (x: number, y: number) => boolean, corners: boolean): number {
  const seen = new Set<number>();
  const fill = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= width || y >= height || seen.has(y * width + x) || !isPart(x, y)) return false;
    seen.add(y * width + x);
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) if (corners || dx === 0 || dy === 0) fill(x + dx, y + dy);
    return true;
  };
  return Array.from({ length: width * height }, (_, i) => fill(i % width, Math.floor(i / width))).filter(Boolean)
    .length;
}

describe('the strokes and holes of a shape', () => {
  test.each([
    ['nothing', ['...', '...'], 0, 0],
    ['a ring', ['###', '#.#', '###'], 1, 1],
    ['a ring of corners', ['.#.', '#.#', '.#.'], 1, 1],
    ['two rings, one in the other', ['#####', '#...#', '#.#.#', '#...#', '#####'], 2, 1],
    ['eight', ['###', '#.#', '###', '#.#', '###'], 1, 2],
    ['a fork that is open', ['#.#', '#.#', '###'], 1, 0],
  ] as const)('%s', (_, rows, strokes, holes) => {
    const { values, width, height } = pictureOf(...rows);
    expect(topology(values, width, height)).toEqual({ strokes, holes });
  });

  test('are the parts of its ink, and those of the paper but for the one around it', () => {
    const picture = fc.record({
      width: fc.integer({ min: 1, max: 9 }),
      values: fc.uint8Array({ minLength: 1, maxLength: 80 }),
    });
    fc.assert(
      fc.property(picture, fc.integer({ min: 1, max: 255 }), ({ width, values: bytes }, cut) => {
        const height = Math.floor(bytes.length / width);
        const alpha = { width, height, values: bytes.subarray(0, width * height) };
        const isInk = (x: number, y: number) =>
          x >= 0 && y >= 0 && x < width && y < height && alpha.values[y * width + x]! >= cut;
        const found = alphaTopology(alpha, cut);
        // The paper around the shape is a separate part.
        const paper = partsOf(width + 2, height + 2, (x, y) => !isInk(x - 1, y - 1), false);
        expect(found).toEqual({ strokes: partsOf(width, height, isInk, true), holes: paper - 1 });
        expect(eulerNumbers(alpha)[cut]).toBe(found.strokes - found.holes);
      }),
      { numRuns: 300 },
    );
  });
});
