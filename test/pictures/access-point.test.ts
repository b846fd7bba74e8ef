import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inksOfAccessPoint } from '../../renderer/pictures/access-point.js';
import { expectRecorded, shortHash } from '../support/tables/records.js';
import { anyPicture } from '../support/pictures/pictures.js';

const colours = ['ffffff', '000000', 'ff0000'].map((hex, ink) => ({ ink, rgb: [...Buffer.from(hex, 'hex')] }));
/** The inks of a picture of one colour a pixel, in rows of `width`. */
const inksOf = (width: number, pixels: readonly (readonly number[])[], dither: number, quarters = 0) => {
  const rgba = Uint8Array.from(pixels.flatMap(([r, g, b]) => [r!, g!, b!, 255]));
  return [...inksOfAccessPoint({ width, height: pixels.length / width, rgba }, colours, dither, quarters)];
};
const grey = (value: number) => [value, value, value] as const;

// Computed by hand: 100 is black and leaves 25 and 12 to the right, so 110 is white, which leaves -30: 150 is 132, and white.
test('an error goes on to the next two pixels of the row', () => {
  expect(inksOf(3, [grey(100), grey(110), grey(150)], 1)).toEqual([1, 0, 0]);
  expect(inksOf(3, [grey(100), grey(110), grey(150)], 0)).toEqual([1, 1, 0]);
});

test.each([
  [0, [[100, 110]]],
  [1, [[100], [110]]],
  [2, [[110, 100]]],
  [3, [[110], [100]]],
] as const)('an error goes on in the order of the bytes of a tag: %i quarter turns', (quarters, rows) => {
  // In each, 100 comes first in the buffer.
  const inks = inksOf(rows[0].length, rows.flat().map(grey), 1, quarters);
  const ofGrey = new Map<number, number>(rows.flat().map((value, i) => [value, inks[i]!]));
  expect([ofGrey.get(100), ofGrey.get(110)]).toEqual([1, 0]);
});

test('a grey takes no colour, and a pure colour is itself', () => {
  const darkRed = [90, 60, 60] as const;
  for (const dither of [0, 1, 2]) {
    expect(inksOf(2, [grey(80), grey(80)], dither)).not.toContain(2);
    expect(inksOf(2, [[255, 0, 0], grey(0)], dither)).toEqual([2, 1]);
  }
  expect(inksOf(1, [darkRed], 0)).toEqual([1]);
});

test('the grain of a grey has the more black pixels, the darker it is', () => {
  const blackOf = (value: number) => inksOf(4, Array(16).fill(grey(value)), 2).filter((ink) => ink === 1).length;
  expect([250, 192, 128, 64, 5].map(blackOf)).toEqual([0, 4, 8, 12, 16]);
});

test('any picture has the same inks as before', () => {
  const some = fc.tuple(anyPicture, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
  const records = fc.sample(some, { numRuns: 150, seed: 1 }).map(([source, dither, quarters], i) => {
    const inks = inksOfAccessPoint(source, colours, dither, quarters);
    return [`${i} ${source.width}×${source.height}`, [shortHash(inks)]] as const;
  });
  expectRecorded('access-point', records);
});
