import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ditherPicture, type DitherOptions } from '../../renderer/pictures/dither.js';
import { anyOptions, anyPicture, blackWhite, picture, stretch, used } from '../support/pictures/pictures.js';

describe('the size', () => {
  const size = (width: number, height: number, box: readonly [number, number], fit: DitherOptions['fit']) => {
    const [options, source] = [{ width: box[0], height: box[1], fit }, picture(width, height, () => [0, 0, 0])];
    const result = ditherPicture(source, { ...options, dither: 'none' }, blackWhite);
    return [result.width, result.height];
  };

  test.each([
    ['cover', fc.constant('cover' as const)],
    ['stretch', fc.constant('stretch' as const)],
  ])('with %s is that of the box', (_, fits) => {
    fc.assert(
      fc.property(anyPicture, anyOptions, fits, (source, options, fit) => {
        const result = ditherPicture(source, { ...options, fit, dither: 'none' }, blackWhite);
        expect([result.width, result.height]).toEqual([options.width, options.height]);
      }),
    );
  });

  test('with contain lies in the box, touches it when the picture is larger, and keeps its proportions', () => {
    let larger = 0;
    fc.assert(
      fc.property(anyPicture, anyOptions, (source, options) => {
        const result = ditherPicture(source, { ...options, fit: 'contain', dither: 'none' }, blackWhite);
        expect(result.width).toBeLessThanOrEqual(options.width);
        expect(result.height).toBeLessThanOrEqual(options.height);
        const scale = Math.min(options.width / source.width, options.height / source.height);
        if (scale < 1) larger++;
        if (scale < 1) expect(result.width === options.width || result.height === options.height).toBe(true);
        const factor = scale < 1 ? scale : Math.floor(scale);
        expect(Math.abs(result.width - source.width * factor)).toBeLessThan(1);
        expect(Math.abs(result.height - source.height * factor)).toBeLessThan(1);
      }),
    );
    expect(larger).toBeGreaterThan(5);
  });

  test.each([
    ['100×50', '50×50', '50×25'],
    ['10×10', '35×99', '30×30'],
    ['10×10', '19×19', '10×10'],
    ['1000×1', '100×100', '100×1'],
  ])('of %s contained in %s is %s', (source, box, expected) => {
    const sides = (text: string) => text.split('×').map(Number) as [number, number];
    expect(size(...sides(source), sides(box), 'contain')).toEqual(sides(expected));
  });

  test('an enlarged picture repeats its pixels exactly', () => {
    const check = picture(5, 3, (x, y) => ((x + y) % 2 ? [0, 0, 0] : [255, 255, 255]));
    const result = ditherPicture(check, { width: 16, height: 9, fit: 'contain', dither: 'none' }, blackWhite);
    expect([result.width, result.height]).toEqual([15, 9]);
    result.inks.forEach((ink, i) => {
      expect(ink).toBe((Math.floor((i % 15) / 3) + Math.floor(i / 45)) % 2);
    });
  });

  test('cover cuts as much on either side', () => {
    const stripes = picture(6, 2, (x) => (x < 2 || x > 3 ? [0, 0, 0] : [255, 255, 255]));
    const result = ditherPicture(stripes, { width: 4, height: 4, fit: 'cover', dither: 'none' }, blackWhite);
    expect(used(result.inks)).toEqual([0]);
    const rows = picture(2, 6, (_, y) => (y < 2 || y > 3 ? [0, 0, 0] : [255, 255, 255]));
    const turned = ditherPicture(rows, { width: 4, height: 4, fit: 'cover', dither: 'none' }, blackWhite);
    expect(used(turned.inks)).toEqual([0]);
  });

  test('a reduced picture is the mean in linear light', () => {
    const check = picture(200, 200, (x, y) => ((x + y) % 2 ? [0, 0, 0] : [255, 255, 255]));
    const result = ditherPicture(check, stretch('floyd-steinberg', 100), blackWhite);
    expect(result.inks.reduce((sum, ink) => sum + ink, 0) / 10_000).toBeCloseTo(0.5, 2);
  });
});
