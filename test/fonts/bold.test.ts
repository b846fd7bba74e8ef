import { describe, expect, test } from '@jest/globals';
import { type HanRegion, openFonts } from '../../fonts/index.js';
import { embolden } from '../../renderer/shapes/embolden.js';
import { createStencil, setBit, type Stencil } from '../../renderer/shapes/stencil.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { rowsOf, shapeOf } from '../support/labels/shape.js';
import { share } from '../support/labels/share.js';
import { stencilTopology } from './stencil-topology.js';

function drawn(...rows: readonly string[]): Stencil {
  const stencil = createStencil(rows[0]!.length, rows.length);
  for (const [y, row] of rows.entries()) for (let x = 0; x < row.length; x++) if (row[x] === '#') setBit(stencil, x, y);
  return stencil;
}

const bold = (scale: number, ...rows: readonly string[]) => rowsOf(embolden(drawn(...rows), scale));

describe('a bitmap glyph in bold', () => {
  test('has upright strokes a pixel wider', () => {
    expect(bold(1, '#..#', '#..#', '####', '#..#')).toEqual(['##.##', '##.##', '#####', '##.##']);
  });

  test('preserves its holes, its gaps and the notches in its right side', () => {
    expect(bold(1, '###', '#.#', '###')).toEqual(['####', '#.##', '####']);
    expect(bold(1, '#.#', '#.#')).toEqual(['#.##', '#.##']);
    expect(bold(1, '#.', '.#')).toEqual(['##.', '.##']);
    expect(bold(1, '##', '#.', '#.', '##')).toEqual(['###', '#..', '#..', '###']);
    expect(bold(1, '####', '#...', '#...', '####')).toEqual(['#####', '##...', '##...', '#####']);
  });

  test('of a dense character keeps gaps of two pixels open', () => {
    const first = (row: string) => bold(1, ...Array<string>(13).fill(row))[0];
    expect(first('#..#..###')).toBe('#..#..####');
    expect(first('#..#.....')).toBe('##.##.....');
    expect(bold(1, ...Array<string>(12).fill('#..#..###'))[0]).toBe('##.##.####');
  });

  test('that is enlarged grows by half of each of its squares', () => {
    expect(bold(2, '#.#')).toEqual(['###.###', '###.###']);
    expect(bold(3, '#.#')).toEqual(Array(3).fill('####..####'));
  });
});

/** The characters of the first level of a national standard, which covers nearly all names. */
function usual(encoding: string, first: number, last: number): readonly string[] {
  const decoder = new TextDecoder(encoding);
  return Array.from({ length: (last - first + 1) * 94 }, (_, i) =>
    decoder.decode(Uint8Array.of(first + Math.floor(i / 94), 0xa1 + (i % 94))),
  ).filter((character) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(character));
}

const typesetter = createTypesetter(createRasteriser(), openFonts({ optional: false }));

describe.each([
  ['Han of China', 'SC', usual('gbk', 0xb0, 0xd7), 3755],
  ['Han of Taiwan', 'TC', usual('big5', 0xa4, 0xc6), 3196],
  ['Han and Kana of Japan', 'JP', [...usual('euc-jp', 0xa4, 0xa5), ...usual('euc-jp', 0xb0, 0xcf)], 3134],
  ['Hangul', 'KR', usual('euc-kr', 0xb0, 0xc8), 2350],
] as const)('%s', (_, region: HanRegion, characters, count) => {
  // Each character at one of the two sizes.
  test.each([
    [12, share(characters, 2)],
    [16, share(characters, 2, 1)],
  ])('keep each stroke and hole in bold at %d px', (size, tried) => {
    expect(characters).toHaveLength(count);
    const shape = (character: string, face: 'regular' | 'bold') =>
      shapeOf(typesetter, character, { face, size, region }).stencil;
    const broken = tried.filter((character) => {
      const [thin, thick] = [stencilTopology(shape(character, 'regular')), stencilTopology(shape(character, 'bold'))];
      return thin.strokes !== thick.strokes || thin.holes !== thick.holes;
    });
    expect(broken).toEqual([]);
    const ink = (face: 'regular' | 'bold') =>
      tried.reduce((sum, character) => sum + rowsOf(shape(character, face)).join('').replaceAll('.', '').length, 0);
    expect(ink('bold') / ink('regular')).toBeGreaterThan(1.25);
  });
});
