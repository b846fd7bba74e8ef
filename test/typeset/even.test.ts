import { describe, expect, test } from '@jest/globals';
import { bitmapScale, describeFont, faces, type FontName, hanRegions, openFonts } from '../../fonts/index.js';
import { getBit, type Stencil } from '../../renderer/shapes/stencil.js';
import { evenInk } from '../../renderer/typeset/even.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { stemsOf } from '../measure/faces/score.js';
import { shapeFrom } from '../measure/faces/shape.js';
import { scripts } from '../measure/scripts.js';
import { shapeOf } from '../support/labels/shape.js';

const typesetter = createTypesetter(createRasteriser(), openFonts({ optional: false }));

/** The rows of coverage as digits of 0 to 9, evened at a size; the rows of the result, with # for ink. */
function evened(even: { stem?: number; dots?: number }, size: number, ...rows: readonly string[]): readonly string[] {
  const [width, height] = [rows[0]!.length, rows.length];
  const values = Uint8Array.from(rows.join(''), (digit) => Number(digit) * 28);
  const { values: ink } = evenInk({ width, height, values }, 128, size, even);
  return rows.map((_, y) => Array.from(ink.subarray(y * width, (y + 1) * width), (v) => (v > 0 ? '#' : '.')).join(''));
}
const times = (count: number, row: string) => Array<string>(count).fill(row);

describe('even ink', () => {
  test('has stems of one width, changed on the side that the coverage says', () => {
    const even = { stem: 0.1 };
    expect(evened(even, 14, '0000000', ...times(6, '0096000'), '0000000')[3]).toBe('..#....');
    expect(evened(even, 14, '0000000', ...times(6, '0069000'), '0000000')[3]).toBe('...#...');
    expect(evened(even, 24, '0000000', ...times(6, '0094000'), '0000000')[3]).toBe('..##...');
    expect(evened(even, 24, '0000000', ...times(6, '0493000'), '0000000')[3]).toBe('.##....');
    expect(evened(even, 14, '0000000', ...times(6, '0999000'), '0000000')[3]).toBe('.###...');
    // The tone marks of Thai are as short.
    expect(evened(even, 14, '0000000', ...times(3, '0096000'), '0000000')[2]).toBe('..#....');
    expect(evened(even, 14, '0000000', ...times(2, '0096000'), '0000000')[2]).toBe('..##...');
  });

  test('has straight stems: their pieces above and below a bar follow the longer one', () => {
    const ink = evened(
      { stem: 0.1 },
      ...([24, '00000000', ...times(5, '00493000'), '99993000', ...times(7, '00394000'), '00000000'] as const),
    );
    expect(new Set(ink.slice(1, -1).map((row) => row.slice(2)))).toEqual(new Set(['.##...', '###...']));
    expect(ink[6]).toBe('#####...');
  });

  test('loses no stroke and no hole for that', () => {
    const gap = ['00000000', ...times(6, '00909000'), '00000000'];
    expect(evened({ stem: 0.1 }, 24, ...gap)[3]).toBe('.##.##..');
    const hole = ['00000000', '00999000', ...times(5, '00909000'), '00999000', '00000000'];
    expect(evened({ stem: 0.1 }, 24, ...hole)[3]).toMatch(/#\.#/);
  });

  test('has dots of at least two pixels each way, a pixel from all other ink', () => {
    const small = ['0000000', '0000000', '0092900', '0040000', '0000000', '0000000'];
    const blank = '.......';
    expect(evened({ dots: 2 }, 16, ...small)).toEqual([blank, blank, '.##.##.', '.##.##.', blank, blank]);
    // A corner is lost, and no dot is as large as a hamza.
    const nicked = ['0000000', '0000000', '0099000', '0094000', '0000000', '0000000'];
    expect(evened({ dots: 2 }, 16, ...nicked)[3]).toBe('..##...');
    const hamza = ['0000000', '0099000', '0090000', '0009000', '0999000', '0000000', '0000000'];
    expect(evened({ dots: 2 }, 16, ...hamza).map((row) => row.replaceAll('.', '0').replaceAll('#', '9'))).toEqual(
      hamza,
    );
    const close = ['0000000', '0000000', '0090000', '0000000', '0999900', '0000000', '0000000'];
    expect(evened({ dots: 2 }, 16, ...close).slice(1, 4)).toEqual(['.##....', '.##....', '.......']);
  });
});

describe.each(['regular', 'bold'] as const)('%s words', (face) => {
  test.each(['thai', 'devanagari'] as const)('of %s have stems of one width at every size', (script) => {
    const uneven = [14, 15, 16, 17, 18, 20, 22, 24].flatMap((size) =>
      scripts[script]!.words.filter((text) => {
        const { stencil } = shapeOf(typesetter, text, { face, size });
        const shape = shapeFrom(stencil.width, stencil.height, 0, 0, (x, y) => getBit(stencil, x, y));
        return new Set(stemsOf(shape, Math.max(4, Math.round(size / 4)), 6).map(({ width }) => width)).size > 1;
      }),
    );
    // A stem stays where narrowing it would break a stroke.
    expect(uneven.length).toBeLessThan(2);
  });
});

test.each(['regular', 'bold'] as const)('dots of Arabic have two pixels each way from 13 to 18 px, in %s', (face) => {
  const sizes = [13, 14, 15, 16, 17, 18].flatMap((size) => scripts.arabic!.words.map((text) => ({ text, size })));
  const dots = sizes.flatMap(({ text, size }) => dotsOf(shapeOf(typesetter, text, { face, size }).stencil));
  const small = dots.filter(({ width, height }) => Math.min(width, height) < 2);
  expect(dots.length).toBeGreaterThan(500);
  // Between two letters that almost touch there is no room.
  expect(small.length / dots.length).toBeLessThan(0.03);
});

/** Connected ink of at most 4 px each way. */
function dotsOf({ width, height, ...rest }: Stencil): readonly { width: number; height: number }[] {
  const shape = { width, height, ...rest };
  const seen = new Set<number>();
  const dots: { width: number; height: number }[] = [];
  for (let start = 0; start < width * height; start++) {
    if (seen.has(start) || !getBit(shape, start % width, Math.floor(start / width))) continue;
    const found = [start];
    seen.add(start);
    for (const at of found)
      for (const [dx, dy] of [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const))) {
        const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
        const next = y * width + x;
        if (x < 0 || y < 0 || x >= width || y >= height || seen.has(next) || !getBit(shape, x, y)) continue;
        seen.add(next);
        found.push(next);
      }
    const [xs, ys] = [found.map((at) => at % width), found.map((at) => Math.floor(at / width))];
    const size = { width: Math.max(...xs) - Math.min(...xs) + 1, height: Math.max(...ys) - Math.min(...ys) + 1 };
    if (Math.max(size.width, size.height) <= 4) dots.push(size);
  }
  return dots;
}

test.each(hanRegions)('Han of %s has no doubled pixels at 19 to 21 px', (region) => {
  const isBitmap = (name: FontName) => /^(galmuri|fusion|unifont)/.test(name);
  for (const size of [19, 20, 21]) {
    const bitmap = faces.bold.chain(size, region).find((name) => isBitmap(name) && name !== 'galmuri-11')!;
    expect([bitmap, bitmapScale(describeFont(bitmap).native!, size)]).toEqual([bitmap, 1]);
  }
});
