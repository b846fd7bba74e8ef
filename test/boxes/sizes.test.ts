import { expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { fontsFor } from '../../renderer/boxes/sizes.js';
import type { Ruler } from '../../renderer/text/ruler.js';

const ruler = { sizes: () => [10, 12, 14, 16, 18, 20] } as unknown as Ruler;
const device = loadDevices().get('solum-m2-2.9-bwr')!;

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
