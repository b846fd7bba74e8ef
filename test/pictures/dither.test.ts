import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linear, oklab, parseColour, type Triple } from '../../renderer/drawing/colour.js';
import { hullOf, nearestMixture } from '../../renderer/pictures/hull.js';
import { ditherPicture } from '../../renderer/pictures/dither.js';
import { expectRecorded, shortHash } from '../support/tables/records.js';
import {
  anyOptions,
  anyPicture,
  blackWhite,
  blackWhiteRed,
  devices,
  field,
  methods,
  panels,
  picture,
  stretch,
  used,
} from '../support/pictures/pictures.js';

const hexOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const anyInks = fc.array(
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
  { minLength: 2, maxLength: 7 },
);

describe('every pixel', () => {
  test('is an ink of the panel, or 255', () => {
    fc.assert(
      fc.property(anyPicture, anyOptions, fc.oneof(fc.constantFrom(...panels), anyInks), (source, options, inks) => {
        const result = ditherPicture(source, options, inks);
        expect(result.inks).toHaveLength(result.width * result.height);
        for (const ink of used(result.inks)) expect(ink === 255 || ink < inks.length).toBe(true);
      }),
    );
  });

  test.each(methods)('of alpha below half is transparent (%s)', (dither) => {
    const half = picture(4, 1, (x) => [0, 0, 0, [0, 127, 128, 255][x]!]);
    expect([...ditherPicture(half, stretch(dither, 4, 1), blackWhite).inks]).toEqual([255, 255, 1, 1]);
  });

  test('has nothing of the colour under clear pixels', () => {
    const edge = picture(2, 1, (x) => (x ? [255, 255, 255, 0] : [0, 0, 0, 255]));
    expect([...ditherPicture(edge, stretch('none', 1), blackWhite).inks]).toEqual([1]);
  });
});

test.each([
  [blackWhite, '#ff0000', 1],
  [blackWhite, '#808080', 1],
  [blackWhite, '#bbbbbb', 1],
  [blackWhite, '#c0c0c0', 0],
  [blackWhite, '#00a000', 1],
  [blackWhiteRed, '#00a000', 1],
  [blackWhiteRed, '#ff0000', 2],
] as const)('undithered in %j, a stroke of %s is ink %i', (inks, colour, ink) => {
  const stroke = picture(3, 1, (x) => (x === 1 ? hexOf(colour) : [255, 255, 255]));
  expect([...ditherPicture(stroke, stretch('none', 3, 1), inks).inks]).toEqual([0, ink, 0]);
});

test('what is drawn as the lightest ink though it is seen has a share', () => {
  const strokes = (...colours: string[]) =>
    ditherPicture(
      picture(colours.length, 1, (x) => hexOf(colours[x]!)),
      stretch('none', colours.length, 1),
      blackWhite,
    ).lost;
  expect(strokes('#ffffff', '#000000', '#f8f8f8')).toBeUndefined();
  expect(strokes('#ffffff', '#000000', '#d0d0d0', '#202020', '#ffffff')).toBeCloseTo(1 / 3);
  expect(strokes('#ffffff', '#e0d000')).toBe(1);
});

test('a pixel that differs from the one before in blue only has its own ink', () => {
  const sides = picture(3, 1, (x) => (x === 1 ? [255, 255, 0, 255] : [255, 255, 255, 255]));
  const inks = ['#ffffff', '#000000', '#ffff00'];
  expect([...ditherPicture(sides, stretch('none', 3, 1), inks).inks]).toEqual([0, 2, 0]);
});

/** One device of each set of inks. */
const kinds = new Map(devices.map((device) => [JSON.stringify(device.inks), device]));

describe.each([...kinds.values()].map((device) => [device.id, device.inks] as const))('on %s', (_, inks) => {
  const measured = inks.map((ink) => ink.measured);
  const named = (names: readonly string[]) =>
    inks.flatMap((ink, index) => (names.includes(ink.name) ? [index] : [])).sort((a, b) => a - b);

  test.each(methods)('greys are made of black and white alone (%s)', (dither) => {
    const ramp = picture(256, 32, (x) => [x, x, x]);
    expect(used(ditherPicture(ramp, stretch(dither, 256, 32), measured).inks)).toEqual(named(['white', 'black']));
  });

  test.each(methods)('white, black and pure red are the plain ink (%s)', (dither) => {
    const plain = (...colour: number[]) =>
      used(ditherPicture(field(40, ...colour), stretch(dither, 40), measured).inks);
    expect(plain(255, 255, 255)).toEqual(named(['white']));
    expect(plain(0, 0, 0)).toEqual(named(['black']));
    if (named(['red']).length) expect(plain(255, 0, 0)).toEqual(named(['red']));
  });

  test('undithered, a picture in the measured colours is in these inks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(inks.length - 1), { minLength: 30, maxLength: 30 }), (wanted) => {
        const source = picture(6, 5, (x, y) => hexOf(measured[wanted[y * 6 + x]!]!));
        expect([...ditherPicture(source, stretch('none', 6, 5), measured).inks]).toEqual(wanted);
      }),
    );
  });

  test('undithered, a picture in the device colours is in these inks', () => {
    inks.forEach(({ device }, ink) => {
      expect(used(ditherPicture(field(3, ...hexOf(device)), stretch('none', 3), measured).inks)).toEqual([ink]);
    });
  });

  test.each(['ordered', 'floyd-steinberg'] as const)('a grey field keeps its brightness within 2 % (%s)', (dither) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), (grey) => {
        const result = ditherPicture(field(64, grey, grey, grey), stretch(dither, 64), measured);
        const white = named(['white'])[0];
        const share = result.inks.filter((ink) => ink === white).length / result.inks.length;
        expect(Math.abs(share - linear[grey]! / 65535)).toBeLessThanOrEqual(0.02);
      }),
      { numRuns: 20 },
    );
  });
});

test('a green picture, which no mixture of black, white and red resembles, is an even grey without a stray ink', () => {
  const result = ditherPicture(field(96, 0, 160, 40), stretch('floyd-steinberg', 96), blackWhiteRed);
  expect(used(result.inks)).toEqual([0, 1]);
  const whites = (rows: Uint8Array) => rows.filter((ink) => ink === 0).length / rows.length;
  const quarter = result.inks.length / 4;
  for (let i = 0; i < 4; i++)
    expect(whites(result.inks.subarray(i * quarter, (i + 1) * quarter))).toBeCloseTo(whites(result.inks), 1);
});

test('a dark red keeps its lightness: more of the dull red ink, less black', () => {
  const result = ditherPicture(field(64, 120, 0, 0), stretch('floyd-steinberg', 64), blackWhiteRed);
  expect(used(result.inks)).toEqual([1, 2]);
  expect(result.inks.filter((ink) => ink === 2).length / result.inks.length).toBeGreaterThan(0.4);
});

test.each([
  ['last', [0, 1, 0.5], [0, 0, 1]],
  ['first', [0.5, 0, 1], [1, 0, 0]],
])(
  'of equally near mixtures, the one with the least grain is taken: grey ink, which comes %s',
  (_, lights, expected) => {
    const shares = new Float64Array(3);
    const hull = hullOf(lights.map((light): Triple => [light, light, light]));
    nearestMixture(hull, lights, [0, 0, 0, 0].slice(0, lights.length), [0.5, 0.5, 0.5], 0.5, shares);
    expect([...shares]).toEqual(expected);
  },
);

test('colours are those of IEC 61966-2-1 and OKLab', () => {
  for (let value = 0; value < 256; value++) {
    const c = value / 255;
    const light = c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    expect(linear[value]).toBe(Math.round(light * 65535));
  }
  // From the table in Ottosson's article, after D65 white: L 1, a 0, b 0; and red.
  oklab([1, 1, 1]).forEach((value, i) => {
    expect(value).toBeCloseTo(i === 0 ? 1 : 0, 6);
  });
  oklab(parseColour('#ff0000')).forEach((value, i) => {
    expect(value).toBeCloseTo([0.627955, 0.224863, 0.125846][i]!, 5);
  });
});

test('any picture has the same inks as before', () => {
  const some = fc.tuple(anyPicture, anyOptions, fc.oneof(fc.constantFrom(...panels), anyInks));
  const records = fc.sample(some, { numRuns: 150, seed: 1 }).map(([source, options, inks], i) => {
    const result = ditherPicture(source, options, inks);
    return [`${i} ${result.width}×${result.height}`, [shortHash(result.inks)]] as const;
  });
  expectRecorded('dithered', records);
});
