import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { ditherPicture } from '../../renderer/pictures/dither.js';
import type { Triple } from '../../renderer/drawing/colour.js';
import { hullOf, nearestMixture } from '../../renderer/pictures/hull.js';
import { type ChartSection, colourChart } from '../support/pictures/colour-chart.js';
import { colourError } from '../support/pictures/colour-error.js';
import { blackWhite, field, inkSets, picture, sixInks, stretch, used } from '../support/pictures/pictures.js';
import { plainDither } from '../support/pictures/plain-dither.js';

const dithered = (section: ChartSection, measured: readonly string[], dither: 'floyd-steinberg' | 'ordered') => {
  const { width, height } = colourChart[section];
  return ditherPicture(colourChart[section], stretch(dither, width, height), measured).inks;
};
const errorOf = (section: ChartSection, measured: readonly string[]) =>
  colourError(colourChart[section], dithered(section, measured, 'floyd-steinberg'), measured);

describe('colours from afar', () => {
  // Before mixtures had to reach the luminance: 7.0, 5.1 and 18.
  test.each([
    ['photo', 0.6],
    ['greys', 0.5],
    ['tinted', 0.55],
    ['pale', 3],
    ['hues', 5.8],
  ] as const)('on Spectra 6, the lightness of %s is at most %d off', (section, limit) => {
    expect(errorOf(section, sixInks).lightness).toBeLessThan(limit);
  });

  test.each([...inkSets])(
    'on %s, a photo is nearer in lightness than plain Floyd–Steinberg makes it',
    (_, measured) => {
      const plain = colourError(colourChart.photo, plainDither(colourChart.photo, measured), measured);
      expect(errorOf('photo', measured).lightness).toBeLessThan(plain.lightness * 0.75);
    },
  );

  test.each([...inkSets])('on %s, greys keep their lightness and get no tint', (_, measured) => {
    const { lightness, chroma } = errorOf('greys', measured);
    // A screen that gives light has more contrast than paper, and so have its dots.
    const [darkest, lightest] = [Math.min, Math.max].map((of) =>
      of(...measured.map((ink) => parseInt(ink.slice(3, 5), 16))),
    );
    expect(lightness).toBeLessThan((lightest ?? 0) - (darkest ?? 0) === 255 ? 1.7 : 0.85);
    expect(chroma).toBeLessThan(0.8);
  });
});

describe.each(['floyd-steinberg', 'ordered'] as const)('neutral colours (%s)', (dither) => {
  test.each([...inkSets])('on %s are made of black, white and greys', (id, measured) => {
    const inks = [...used(dithered('greys', measured, dither)), ...used(dithered('tinted', measured, dither))];
    const names = new Set(inks.map((ink) => loadDevices().get(id)!.inks[ink]!.name));
    expect([...names].filter((name) => !/^(black|white|.*gray(_\d+)?)$/.test(name))).toEqual([]);
  });

  test.each([[[190, 160, 150]], [[150, 165, 150]], [[130, 130, 160]]])(
    'do not include %j, which has a coloured ink on Spectra 6',
    (colour) => {
      const inks = used(ditherPicture(field(64, ...colour), stretch(dither, 64), sixInks).inks);
      expect(inks.filter((ink) => ink > 1)).not.toEqual([]);
    },
  );
});

describe('of equally near mixtures', () => {
  const points = ['000', '111', '100', '011'].map((point) => Array.from(point, Number) as unknown as Triple);
  const sharesOf = (lights: readonly number[], wanted: number, grey = 0.5, vivid: readonly number[] = [0, 0, 0, 0]) => {
    const shares = new Float64Array(points.length);
    nearestMixture(hullOf(points), lights, vivid, [grey, grey, grey], wanted, shares);
    return [...shares];
  };

  test('the one that reaches the luminance is taken, although it has more grain', () => {
    expect(sharesOf([0, 1, 0.1, 0.1], 0.5)).toEqual([0.5, 0.5, 0, 0]);
    expect(sharesOf([0, 1, 0.1, 0.1], 0.1)).toEqual([0, 0, 0.5, 0.5]);
  });

  test('they are compared as they are after black is exchanged for other inks', () => {
    expect(sharesOf([0, 1, 0.1, 0.1], 0.1, 0.25)).toEqual([0.5, 0, 0.25, 0.25]);
  });

  test('the one with the least grain is taken if several reach the luminance', () => {
    expect(sharesOf([0, 1, 0.5, 0.6], 0.5)).toEqual([0, 0, 0.5, 0.5]);
  });

  test('the light of coloured inks is grain', () => {
    expect(sharesOf([0, 1, 0.1, 0.9], 0.5, 0.5, [0, 0, 0.1, 0.9])).toEqual([0.5, 0.5, 0, 0]);
  });
});

const shadows = [
  [90, 30, 25],
  [60, 45, 35],
  [70, 60, 50],
  [110, 100, 92],
  [40, 35, 60],
  [35, 50, 35],
] as const;

/** A disc whose colour fades to white over 40 pixels, for each colour. */
const shadowsOnWhite = picture(shadows.length * 100, 100, (x, y) => {
  const [dx, dy] = [(x % 100) - 50, y - 50];
  const share = Math.min(1, Math.max(0, (Math.sqrt(dx * dx + dy * dy) - 10) / 40));
  return shadows[Math.floor(x / 100)]!.map((value) => Math.round(value + (255 - value) * share));
});

describe.each(['floyd-steinberg', 'ordered'] as const)('a shadow on white (%s)', (dither) => {
  // Before the light of coloured inks counted as grain, yellow and blue instead of white and black were up to 12 % of it.
  test.each(
    [...inkSets].filter(([id]) =>
      loadDevices()
        .get(id)!
        .inks.some(({ name }) => name === 'blue'),
    ),
  )('on %s has no yellow ring', (id, measured) => {
    const yellow = loadDevices()
      .get(id)!
      .inks.findIndex(({ name }) => name === 'yellow');
    const { width, height } = shadowsOnWhite;
    const { inks } = ditherPicture(shadowsOnWhite, stretch(dither, width, height), measured);
    const counts = shadows.map(
      (_, i) => inks.filter((ink, at) => ink === yellow && Math.floor((at % width) / 100) === i).length,
    );
    expect(counts.map((count) => count / 10_000)).toEqual(shadows.map(() => 0));
  });
});

test.each(
  [...inkSets].filter(([id]) =>
    loadDevices()
      .get(id)!
      .inks.every(({ name }) => /white|black|gray/.test(name)),
  ),
)('on %s, a colour has as much black as the grey of its luminance', (id, measured) => {
  const black = loadDevices()
    .get(id)!
    .inks.findIndex(({ name }) => name === 'black');
  const blackOf = (...colour: readonly number[]) =>
    ditherPicture(field(64, ...colour), stretch('floyd-steinberg', 64), measured).inks.filter((ink) => ink === black)
      .length;
  // Of luminance 0.2126 × 0.5149 + 0.7152 × 0.2159 + 0.0722 × 0.0742 = 0.2693, as the grey 142.
  expect(Math.abs(blackOf(188, 128, 77) - blackOf(142, 142, 142))).toBeLessThan(64 * 64 * 0.01);
});

describe('a rare ink', () => {
  const whites = (grey: number, rows: number) => {
    const inks = ditherPicture(field(64, grey, grey, grey), stretch('floyd-steinberg', 64), blackWhite).inks;
    return inks.subarray(0, rows * 64).filter((ink) => ink === 0).length / (rows * 64);
  };

  test('begins in the first rows of a dark grey', () => {
    expect(whites(40, 16)).toBeGreaterThan(whites(40, 64) / 2);
  });

  test('lightens a grey that is nearly black, and does not spot one that is nearly white', () => {
    expect(whites(28, 64)).toBeGreaterThan(0.008);
    expect(whites(254, 64)).toBe(1);
  });
});
