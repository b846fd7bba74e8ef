import { expect, test } from '@jest/globals';
import { fontsFor } from '../../renderer/slots/sizes.js';
import type { Ruler } from '../../renderer/text/ruler.js';
import { device } from '../support/rulers/arranging.js';

const ruler = { sizes: () => [10, 12, 14, 16, 18, 20] } as unknown as Ruler;

test.each([
  ['bold', { face: 'regular', size: 14, region: 'SC' }],
  ['regular', undefined],
] as const)('a %s text has lighter fonts below its floor, and at it', (weight, light) => {
  const size = { largest: 18, preferred: 16, floor: 13 };
  const fonts = fontsFor({ type: 'text', text: '', size, weight }, device, ruler, 'SC');
  expect(fonts.preferred).toBe(16);
  expect(fonts.fonts.map(({ face, size: px }) => [face, px])).toEqual([18, 16, 14].map((px) => [weight, px]));
  expect(fonts.condensed.map((font) => font.size)).toEqual([16, 14, 12, 10]);
  expect(fonts.small).toEqual([12, 10].map((px) => ({ face: 'regular', size: px, region: 'SC' })));
  expect(fonts.light).toEqual(light);
});

test.each([
  // 296×128 px at 111 dpi: 3 mm are 13.1 px, 12 % are 15.4 px.
  [undefined, 14, [14]],
  ['12%', 14, [14]],
  ['3.7mm', 16, [16, 14]],
  [20, 20, [20, 18, 16, 14]],
  [13, 12, [12]],
  [8, 10, [10]],
] as const)('a size of %s alone is the preferred one; the floor is 3 mm, or less', (size, preferred, sizes) => {
  const fonts = fontsFor({ type: 'text', text: '', ...(size !== undefined && { size }) }, device, ruler);
  expect(fonts.preferred).toBe(preferred);
  expect(fonts.fonts.map(({ size: px }) => px)).toEqual(sizes);
});

test('a size alone has no floor below 12 px, where 3 mm are less', () => {
  const coarse = { ...device, dpi: { ...device.dpi, value: 72 } };
  expect(fontsFor({ type: 'text', text: '', size: 16 }, coarse, ruler).fonts.map(({ size }) => size)).toEqual([
    16, 14, 12,
  ]);
});
