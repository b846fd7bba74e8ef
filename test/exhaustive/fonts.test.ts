import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  describeFont,
  faces,
  type FontName,
  formatCoverage,
  fontNames,
  openFont,
  openFonts,
  readFont,
} from '../../fonts/index.js';
import { drawnNames } from '../../fonts/drawn.js';
import { wholeTopology } from '../../renderer/typeset/mend.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';
import { alphaTopology, sameTopology, type Topology } from '../../renderer/typeset/topology.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { stencilTopology } from '../fonts/stencil-topology.js';
import { han } from '../measure/scripts.js';
import { fromExhaustive } from '../support/exhaustive.js';
import { charactersOf } from '../support/labels/characters.js';
import { shapeOf } from '../support/labels/shape.js';

/** The optional fonts of a package, which users install. */
const optional = (['noto-sans-jp-500', 'noto-sans-jp-700'] satisfies FontName[]).map((name) => {
  const source = describeFont(name);
  return openFont(name, source, fromExhaustive.resolve(source.file));
});
const shipped = openFonts({ optional: false });
const all = [...[...drawnNames, ...fontNames].flatMap((name) => shipped.get(name) ?? []), ...optional];
const fonts = new Map(all.map((font) => [font.name, font]));

describe.each([...fonts.values()].filter(({ drawn }) => !drawn))('font $name', ({ path, source }) => {
  test('is the file that was measured', () => {
    expect(createHash('sha256').update(readFont(path)).digest('hex')).toBe(source.measured.sha256);
  });

  test('has the characters that its description lists', () => {
    expect(formatCoverage(charactersOf(path, source.only))).toBe(source.measured.coverage);
  });
});

describe('Han characters of an optional font', () => {
  const rasteriser = createRasteriser();
  const typesetter = createTypesetter(rasteriser, fonts);
  const [regular] = optional;
  const whole = new Map(han.map((char) => [char, wholeTopology(rasteriser, regular!, char)]));
  const outlines = new Map(
    han.map((char) => {
      const drawings = [96, 128, 160, 192, 256, 320].map((size) => rasteriser.raster(regular!, size, char).alpha);
      return [char, drawings.flatMap((alpha) => [40, 100, 160, 220].map((cut) => alphaTopology(alpha, cut)))];
    }),
  );
  const checked = faces.regular.sizes.filter((size) => size >= 22 && size <= regular!.source.checkedTo!);
  const drawn = han.filter((char) => regular!.coverage.has(char.codePointAt(0)!));

  const topologyOf = (char: string, size: number) =>
    stencilTopology(shapeOf(typesetter, char, { face: 'regular', size }).stencil);

  test.each(checked)('keep strokes and holes at %d px', (size) => {
    expect(drawn.length).toBeGreaterThan(100);
    expect(drawn.filter((char) => !sameTopology(topologyOf(char, size), whole.get(char)!))).toEqual([]);
  });

  // Some strokes of the outlines lie a hair apart: whether they touch in a large drawing depends on where its pixels lie.
  test.each(faces.regular.sizes.filter((size) => size > regular!.source.checkedTo!))(
    'lose at %d px none but gaps of less than a pixel',
    (size) => {
      expect(drawn.filter((char) => !isBetween(topologyOf(char, size), outlines.get(char)!))).toEqual([]);
    },
  );
});

/** Whether the strokes and the holes are as many as in one of the drawings, or between two of them. */
function isBetween(one: Topology, drawings: readonly Topology[]): boolean {
  return (['strokes', 'holes'] as const).every((part) => {
    const counts = drawings.map((drawing) => drawing[part]);
    return one[part] >= Math.min(...counts) && one[part] <= Math.max(...counts);
  });
}

test('glyphs are chosen from the outlines of the fonts that labels are drawn with', () => {
  const sources = JSON.parse(readFileSync('.ci/vendored.json', 'utf8')) as Record<string, { version: string }>;
  for (const name of ['@expo-google-fonts/inter', '@expo-google-fonts/roboto-condensed'])
    expect(fromExhaustive(`${name}/package.json`)).toMatchObject({ version: sources[name]!.version });
});
