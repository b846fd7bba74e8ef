import { expect, test } from '@jest/globals';
import { openFonts } from '../../fonts/index.js';
import { workCosts } from '../../renderer/limits.js';
import { metered } from '../../renderer/typeset/metered.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';

test('a text is charged for its font once, for itself, and for its area', () => {
  const font = openFonts({ optional: false }).get('inter-500')!;
  const charged: number[] = [];
  const rasteriser = metered(createRasteriser(), { charge: (units) => charged.push(units) });
  const areas = [12, 200].map((size) => rasteriser.raster(font, size, 'Milk').alpha.values.length);
  const [ofFont, ...ofTexts] = charged;
  expect(ofFont).toBe((font.source.measured.bytes / 1000) * workCosts.font);
  expect(ofTexts).toEqual(areas.map((area) => workCosts.raster + (area / 1000) * workCosts.rastered));
  expect(areas[1]! / areas[0]!).toBeGreaterThan(50);
});
