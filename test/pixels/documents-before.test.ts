import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { checkLayout, createRenderer, type Layout, loadLayouts, pixelHash } from '../../renderer/index.js';
import { productContent } from '../support/labels/products.js';

/** The shipped documents as they were before there were phrases, parts and sizes of one length. */
const folder = join('test', 'layout', 'before-phrases');
const renderer = await createRenderer({ optionalFonts: false });
const devices = [...loadDevices().values()];
const shipped = loadLayouts();

/** A name of several lines, and a price and a unit that leave little room. */
const long = {
  product_name: 'Organic wholemeal sourdough bread with sunflower seeds, sliced and packed',
  price: '1234.00',
  unit: '12 × 1.5 L',
};
/** Nothing but what is required. */
const bare = { unit: '', sku: '', date: '' };

function before(id: string): Layout {
  const checked = checkLayout(JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')), id);
  if ('problems' in checked) throw new Error(checked.problems.map(({ message }) => message).join('; '));
  return checked.layout;
}

/** The pixels, the warnings and the step of a label, or the name of the error that says that it has no room. */
function drawn(...[content, layout, device]: Parameters<typeof renderer.render>) {
  try {
    const { frame, warnings, step } = renderer.render(content, layout, device);
    return { hash: pixelHash(frame), warnings, step };
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a shipped document of before', () => {
  const ids = readdirSync(folder).map((file) => file.replace('.json', ''));

  test.each(ids)('%s is valid, and draws what it does now', (id) => {
    const [old, now] = [before(id), shipped.get(id)!];
    for (const device of devices)
      for (const locale of ['en-US', 'de-DE', 'ar-EG', 'ja-JP']) {
        const usual = productContent(locale, now, device);
        const required = Object.entries(now.data ?? {}).filter(([, field]) => field.required);
        const data = Object.fromEntries(required.map(([name]) => [name, usual.data[name]!]));
        for (const content of [usual, { ...usual, ...long }, { ...usual, ...bare, data }])
          expect([device.id, locale, drawn(content, now, device)]).toEqual([
            device.id,
            locale,
            drawn(content, old, device),
          ]);
      }
  });

  test('is there for each of nine', () => {
    expect(ids).toHaveLength(9);
  });
});
