import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadPanels as loadDevices } from '../../support/panels.js';
import { checkLayout, createRenderer, type Layout, pixelHash } from '../../../renderer/index.js';
import { productContent } from '../../support/labels/products.js';

/** The shipped documents as they were before there were phrases, parts and sizes of one length. */
const folder = join('test', 'layout', 'before-phrases');
const renderer = await createRenderer({ optionalFonts: false });
const devices = [...loadDevices().values()];

/**
 * What each of them draws: the start of a SHA-256. All are those of the version before, but for barcode and qr, whose codes are
 * encoded anew: guard bars are long, and QR codes have other masks.
 */
const drawings = {
  barcode: '23271a275b9e4e1b',
  bilingual: '861bfc1df97938e6',
  member: 'f070824ab4e092f8',
  minimal: 'b4443612604bcb1b',
  promotion: 'd506b1f303053547',
  qr: 'a7c2457022754ce1',
  'sold-out': '0855eba6528f1464',
  standard: 'c1ead81b58549812',
  'unit-price': '358e2cbbc24134d6',
};

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

/** The pixels of a label, or the name of the error that says that it has no room. */
function drawn(...[content, layout, device]: Parameters<typeof renderer.render>): string {
  try {
    return pixelHash(renderer.render(content, layout, device).frame);
  } catch (error) {
    return (error as Error).name;
  }
}

describe('a shipped document of before', () => {
  test.each(Object.entries(drawings))('%s is valid, and draws what it did', (id, hash) => {
    const layout = before(id);
    const all = createHash('sha256');
    for (const device of devices)
      for (const locale of ['en-US', 'de-DE', 'ar-EG', 'ja-JP']) {
        const usual = productContent(locale, layout, device);
        const required = Object.entries(layout.data ?? {}).filter(([, field]) => field.required);
        const data = Object.fromEntries(required.map(([name]) => [name, usual.data[name]!]));
        for (const content of [usual, { ...usual, ...long }, { ...usual, ...bare, data }])
          all.update(drawn(content, layout, device));
      }
    expect(all.digest('hex').slice(0, 16)).toBe(hash);
  });

  test('is there for each of nine', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(drawings)
        .map((id) => `${id}.json`)
        .sort(),
    );
  });
});
