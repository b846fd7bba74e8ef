import { describe, expect, test } from '@jest/globals';
import { type FaceName, faces, openFonts } from '../../fonts/index.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { rowsOf, shapeOf } from '../support/labels/shape.js';

const typesetter = createTypesetter(createRasteriser(), openFonts({ optional: false }));
const rowsIn = (text: string, face: FaceName, size: number) =>
  rowsOf(shapeOf(typesetter, text, { face, size }).stencil).filter((row) => row.includes('#'));
const inkOf = (rows: readonly string[]) => rows.join('').replaceAll('.', '').length;

/** The width in px of the first stroke of a letter or digit, in the most usual of the rows between two parts of its height. */
function stemOf(rows: readonly string[], from: number, to: number): number {
  const widths = rows
    .slice(Math.floor(rows.length * from), Math.ceil(rows.length * to))
    .map((row) => /#+/.exec(row)![0].length);
  return widths.sort((a, b) => a - b)[widths.length >> 1]!;
}

const stems = {
  H: (face: FaceName, size: number) => stemOf(rowsIn('H', face, size), 0.15, 0.4),
  '1': (face: FaceName, size: number) => stemOf(rowsIn('1', face, size), 0.5, 0.8),
};
const names = Object.keys(faces) as FaceName[];
const textSizes = faces.regular.sizes;

describe.each(names)('the type of %s', (face) => {
  const sizes = faces[face].sizes.filter((size) => size <= 200);

  test.each(faces[face].repertoire === 'text' ? (['H', '1'] as const) : (['1'] as const))(
    'is nowhere thinner than at a smaller size: the stem of "%s"',
    (character) => {
      const widths = sizes.map((size) => stems[character](face, size));
      expect(widths).toEqual([...widths].sort((a, b) => a - b));
    },
  );

  test('has commas with 1.6 times the ink of a full stop', () => {
    const small = sizes.filter((size) => inkOf(rowsIn(',', face, size)) < 1.6 * inkOf(rowsIn('.', face, size)));
    expect(small).toEqual([]);
  });
});

test.each(Object.keys(stems) as (keyof typeof stems)[])(
  'bold is bolder than regular at each size: the stem of "%s"',
  (character) => {
    const [regular, bold] = (['regular', 'bold'] as const).map((face) =>
      textSizes.map((size) => stems[character](face, size)),
    );
    expect(bold!.filter((width, i) => width <= regular![i]!)).toEqual([]);
  },
);

test('regular text that is condensed gets no bolder', () => {
  // Of larger type, a stem may be a pixel wider.
  const bolder = textSizes.filter(
    (size) => size <= 64 && stems.H('condensed-regular', size) > stems.H('regular', size),
  );
  expect(bolder).toEqual([]);
});
