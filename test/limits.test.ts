import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadDevices } from '../devices/index.js';
import { loadPanels } from './support/devices/panels.js';
import {
  checkLayout,
  compose,
  createPictures,
  createRenderer,
  type Binding,
  defaultBinding,
  PriceDoesNotFit,
  type Layout,
  limits,
  loadLayouts,
  pixelHash,
  workCosts,
  type Renderer,
  TooCostly,
} from '../renderer/index.js';
import { createAccount } from '../renderer/limits.js';
import { createTypesetter } from '../renderer/typeset/typesetter.js';
import { createRasteriser, type Rasteriser } from '../renderer/typeset/rasteriser.js';
import { fitText } from '../renderer/text/fit.js';
import { maxFineUnits } from '../renderer/text/split-text.js';
import type { TextBox } from '../renderer/text/text-box.js';
import type { Font } from '../renderer/text/ruler.js';
import { encodeBars } from '../renderer/codes/barcode.js';
import { clean } from '../server/fields/text.js';
import { budgets } from '../server/labels/drawing/pool.js';
import { iconNames } from '../renderer/shapes/icons.js';
import { dataUri, greyJpeg, pngOf } from './support/pictures/picture-files.js';
import { share } from './support/labels/share.js';

const devices = loadDevices();
const layouts = loadLayouts();

/** From which code points the letters of a script are taken, and how many. */
const scripts = {
  ...{ latin: [0x61, 26], signs: [0x2100, 0xb00], cyrillic: [0x430, 32], hebrew: [0x5d0, 27], arabic: [0x628, 18] },
  ...{ devanagari: [0x904, 0x36], bengali: [0x995, 20], tamil: [0xbae, 12], thai: [0xe01, 46] },
  ...{ georgian: [0x10d0, 33], han: [0x4e00, 0x5000], hangul: [0xac00, 0x2ba0], kana: [0x3041, 86] },
  emoji: [0x1f300, 0x300],
} as const;
type Script = keyof typeof scripts;

/** So many letters of a script, none of which are neighbours twice for long. */
function letters(script: Script, count: number, seed = 1): string {
  const [first, span] = scripts[script];
  let state = seed;
  const next = () => (state = (state * 16807) % 2147483647) % span;
  return Array.from({ length: count }, () => String.fromCodePoint(first + next())).join('');
}

/** A row of the list of a {@link checked} document. */
type Row = Readonly<Record<'name' | 'price', string>>;

function draw(
  renderer: Renderer,
  layout: Layout,
  { name = 'Organic milk', device = 'solum-m2-2.9-bwr', budget = Infinity, rows = [] as readonly Row[] } = {},
) {
  const panel = devices.get(device)!;
  const data: Binding['data'] = rows.length > 0 ? { rows: [...rows] } : {};
  const binding = { ...defaultBinding, device, sku: '4006381333931', data };
  const content = compose({ price: '3.50', product_name: name, unit: '1 L' }, binding, panel, '2026-11-20');
  return pixelHash(renderer.render(content, layout, panel, undefined, { budget }).frame);
}

function checked(children: readonly object[], pictures = createPictures()): ReturnType<typeof checkLayout> {
  const rows = Array.from({ length: Math.ceil(children.length / 20) }, (_, i) => ({
    type: 'box',
    direction: 'row',
    grow: 1,
    children: children.slice(i * 20, i * 20 + 20),
  }));
  // Without data, a document may name any field of it.
  const isListed = children.some((child) => 'each' in child);
  const declared = { a: { type: 'text' }, rows: { type: 'list', columns: { name: 'text', price: 'price' } } };
  const data = isListed ? { data: declared } : {};
  return checkLayout(
    { title: 'A', description: 'B', ...data, root: { type: 'box', children: rows } },
    'mine',
    pictures,
  );
}

function layoutOf(children: readonly object[]): Layout {
  const found = checked(children);
  if ('problems' in found) throw new Error(found.problems[0]!.message);
  return found.layout;
}

describe('the work of a label', () => {
  test('is the same few units for each label that is like others', async () => {
    const renderer = await createRenderer();
    for (const layout of layouts.values()) {
      for (let i = 0; i < 4; i++) draw(renderer, layout);
      expect([layout.id, renderer.spent() < 200]).toEqual([layout.id, true]);
      // Its pixels are charged on every label.
      expect([layout.id, renderer.spent() > workCosts.label]).toEqual([layout.id, true]);
    }
  });

  test.each(['standard', 'member', 'bilingual'])(
    'is within the budget of a thread on the largest panel, with nothing drawn before: %s',
    async (id) => {
      const renderer = await createRenderer();
      draw(renderer, layouts.get(id)!, { device: 'generic-1600x1200-spectra6', budget: budgets.thread });
    },
  );

  test('may be all of its budget, whatever was charged for labels before', () => {
    const account = createAccount();
    const charge = (...units: readonly number[]) => {
      account.within(10, () => {
        for (const each of units) account.charge(each);
      });
    };
    for (let label = 0; label < 2; label++) charge(4, 6);
    expect(() => {
      charge(4, 6, 0.1);
    }).toThrow(new TooCostly(10));
    account.charge(1000);
    charge(4, 6);
    account.begin();
    charge(4, 6);
    expect(account.spent()).toBe(10);
  });

  test('ends where it exceeds its budget, and leaves later labels as they were', async () => {
    const [fresh, tried] = [await createRenderer(), await createRenderer()];
    const name = letters('arabic', 200);
    for (const [turn, layout] of share([...layouts.values()], 3).entries()) {
      for (const budget of share([0, 20, 300, 2000, 9000], 5, turn)) {
        try {
          draw(tried, layout, { name, budget });
          expect(budget).toBeGreaterThan(20);
        } catch (error) {
          expect(error).toEqual(new TooCostly(budget));
        }
      }
      expect(draw(tried, layout, { name })).toBe(draw(fresh, layout, { name }));
    }
  });

  test.each(Object.keys(scripts) as Script[])('of a name of 200 letters of %s is bounded', async (script) => {
    const renderer = await createRenderer();
    let worst = 0;
    // Some of the layouts, one after another in words of 5 letters and without a blank.
    const turn = Object.keys(scripts).indexOf(script);
    const all = [...layouts.values()];
    for (const [other, device] of ['solum-m3-1.6-bwr', 'waveshare-7.5-b-v2'].entries())
      for (const [i, layout] of share(all, 18, turn + 9 * other).entries())
        for (const every of share([200, 6], 2, i + other + turn)) {
          const name = letters(script, 200, every)
            .replace(new RegExp(`(.{${every - 1}}).`, 'gsu'), '$1 ')
            .trim();
          draw(renderer, layout, { device, name });
          worst = Math.max(worst, renderer.spent());
        }
    // Fonts of several megabytes that are read for the first time included.
    expect(worst).toBeLessThan(300_000);
  });
});

describe('a text', () => {
  const sizes = [40, 32, 28, 24, 20, 18, 16, 14, 12];
  const box: TextBox = {
    width: 200,
    height: 60,
    lines: 3,
    preferred: 32,
    fonts: sizes.map((size): Font => ({ face: 'bold', size })),
  };

  test.each(['arabic', 'devanagari', 'han', 'hangul', 'thai'] as const)(
    'of 400 letters of %s draws few letters more than the box shows',
    (script) => {
      const own = createRasteriser();
      let drawn = 0;
      const counting: Rasteriser = {
        ...own,
        raster: (font, size, text, dx) => {
          drawn += text.length;
          return own.raster(font, size, text, dx);
        },
      };
      const { shown } = fitText(letters(script, 400), box, createTypesetter(counting));
      expect(shown!.length).toBeLessThan(120);
      expect(drawn).toBeLessThan(6 * shown!.length + 60);
    },
  );

  test('that is long is drawn in rough fonts, but not in scripts whose letters are measured beforehand', () => {
    const typesetter = createTypesetter();
    const rough = (text: string) => fitText(text, box, typesetter).font.rough;
    expect(rough(letters('devanagari', maxFineUnits))).toBeUndefined();
    expect(rough(letters('devanagari', maxFineUnits + 1))).toBe(true);
    expect(rough(letters('latin', 400))).toBeUndefined();
  });

  test('is never longer in NFD, for a code point, than the bound on its length before NFC allows', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      if (String.fromCodePoint(code).normalize('NFD').length > limits.unitsPerCodePoint)
        throw new Error(`U+${code.toString(16)}`);
    }
  });

  test('that NFC can’t make short enough is not normalised', () => {
    const [row, longest] = ['\u0315\u0300', limits.product_name];
    const short = `a${row.repeat(longest * 4 - 1)}`;
    const long = `a${row.repeat(longest * 4)}`;
    expect(clean(short, longest)).toEqual({ ok: true, text: short.normalize('NFC'), removed: [] });
    expect(clean(long, longest)).toEqual({ ok: true, text: long, removed: [] });
    expect(clean(`${' '.repeat(9999)}e\u0301${'\u200b'.repeat(9999)}`, longest)).toMatchObject({ text: 'é' });
  });
});

function square(side: number, last = 0): string {
  const rows = Buffer.alloc((side / 8 + 1) * side);
  rows[rows.length - 1] = last;
  return dataUri('png', pngOf({ width: side, height: side, depth: 1, colour: 0 }, rows));
}

describe('the pictures of a layout', () => {
  const picture = (source: string) => ({ type: 'picture', source, height: '100%', grow: 1 });

  test('have at most a stated number of pixels together, and none is decoded where they have more', () => {
    let decoded = 0;
    const own = createPictures();
    const pictures: ReturnType<typeof createPictures> = {
      open(source) {
        const opened = own.open(source);
        return { ...opened, decode: () => (decoded++, opened.decode()) };
      },
    };
    const [large, half] = [square(2048), square(512, 1)];
    expect(checked([picture(large)], pictures)).toMatchObject({ problems: [{ pointer: '#', reason: 'too_large' }] });
    expect(decoded).toBe(0);
    const four = [1, 2, 3, 4].map((last) => picture(square(512, last)));
    expect(checked([...four, ...four, picture(half)], pictures)).toHaveProperty('layout');
    expect(decoded).toBe(4);
    expect(checked([...four, picture(square(8))], pictures)).toHaveProperty('problems');
  });

  test('are decoded once for the check and for all labels', async () => {
    const pictures = createPictures();
    const source = square(64, 9);
    const found = checked([picture(source), picture(source)], pictures);
    expect(pictures.open(source).decoded).toBe(true);
    const [knowing, ignorant] = [await createRenderer({ pictures }), await createRenderer()];
    if (!('layout' in found)) throw new Error('refused');
    expect(draw(knowing, found.layout)).toBe(draw(ignorant, found.layout));
    expect(knowing.spent()).toBeLessThan(ignorant.spent());
  });

  test('may be JPEGs whose scans go over few samples', () => {
    // The header says so many more pixels that one scan is just within the bound, and 32 are not.
    const header = greyJpeg.indexOf(Buffer.of(0xff, 0xc0)) + 5;
    const large = Buffer.from(greyJpeg);
    large.writeUInt16BE(2048, header);
    large.writeUInt16BE(2048, header + 2);
    const scan = large.indexOf(Buffer.of(0xff, 0xda));
    const scans = Array.from({ length: 32 }, () => large.subarray(scan, -2));
    const many = Buffer.concat([large.subarray(0, scan), ...scans, large.subarray(-2)]);
    expect(() => createPictures().open(dataUri('jpeg', many))).toThrow(/scans of at most 16777216 samples/);
  });
});

test('a Code 128 is left out where its text is longer than any panel is wide', () => {
  expect(encodeBars('A'.repeat(limits.codes.code128), 'code128')).toHaveProperty('modules');
  expect(encodeBars('A'.repeat(501), 'code128')).toEqual({
    reason: 'Expected at most 256 characters for Code 128 but received 501',
  });
});

describe('labels of the greatest cost', () => {
  const script = fc.constantFrom(...(Object.keys(scripts) as Script[]));
  const text = fc
    .record({ script, count: fc.integer({ min: 1, max: 400 }), seed: fc.nat(), blank: fc.integer({ min: 2, max: 60 }) })
    .map(({ script: from, count, seed, blank }) =>
      Array.from(letters(from, count, seed + 1), (letter, i) => (i % blank === blank - 1 ? ' ' : letter)).join(''),
    )
    .map((found) => found.slice(0, 400).toWellFormed().trim() || 'x');
  const placed = fc.record(
    {
      rotate: fc.constantFrom(90, 180, 270),
      width: fc.constantFrom('100%', '30%', 40),
      height: fc.constantFrom('100%', '30%'),
      grow: fc.constant(1),
      when: fc.constantFrom('sku', 'data.a'),
    },
    { requiredKeys: [] },
  );
  const small = { preferred: '50%', floor: 6 };
  const star = { type: 'shape', shape: 'star', points: 32, fill: 'red' };
  const leaf = fc.oneof(
    text.map((found) => ({ type: 'text', text: found, size: { ...small, largest: '100%' }, lines: 12 })),
    text.map((found) => ({
      type: 'text',
      text: `{product_name}${found.slice(0, 380)}`,
      size: { ...small, preferred: '9%' },
    })),
    fc
      .string({ minLength: 1, maxLength: 200 })
      .map((found) => ({ type: 'qr', text: `x${found.replace(/[{}]/g, '')}` })),
    fc.integer({ min: 1, max: 199 }).map((count) => ({ type: 'barcode', text: 'A1b2'.repeat(50).slice(0, count) })),
    fc.constantFrom(8, 200, 512).map((side) => ({ type: 'picture', fit: 'stretch', source: square(side) })),
    fc.constant({ type: 'box', fill: 'accent', radius: 9, outline: 'black', children: [{ type: 'line' }] }),
    fc.constantFrom('ellipse', 'star', 'arrow', 'triangle').map((shape) => ({
      ...{ type: 'shape', shape, fill: 'accent', outline: 'black', thickness: 3 },
      children: [{ type: 'price', grow: 1 }],
    })),
    fc
      .array(fc.constantFrom(...iconNames), { minLength: 1, maxLength: 12 })
      .map((names) => ({ type: 'icon', icon: names.join(' ') })),
    text.map((found) => ({ type: 'stack', children: [star, { type: 'price' }, { type: 'text', text: found }] })),
  );
  /** As many rows as a list may have, once: a panel has room for 32 in all. */
  const list = {
    type: 'repeat',
    each: 'data.rows',
    most: 16,
    children: [
      { type: 'text', text: '{row}. {row.name}', lines: 2 },
      { type: 'price', field: 'row.price' },
    ],
  };
  const children = fc
    .record({
      nodes: fc.array(fc.tuple(leaf, placed), { minLength: 1, maxLength: 6 }),
      times: fc.integer({ min: 1, max: 30 }),
    })
    .map(({ nodes, times }) =>
      // A leaf may be four nodes, of 500.
      Array.from({ length: times }, () => nodes.map(([node, place]) => ({ ...node, ...place })))
        .flat()
        .slice(0, 110),
    );

  test('exceed no budget by more than one step, and a unit stays about a microsecond', async () => {
    let worst = { perUnit: 0, units: 0, ms: 0 };
    const renderer = await createRenderer();
    for (const key of Object.keys(scripts) as Script[])
      draw(renderer, layouts.get('minimal')!, { name: letters(key, 20) });
    fc.assert(
      fc.property(
        children,
        text,
        fc.constantFrom(...loadPanels().keys()),
        fc.boolean(),
        (nodes, name, device, listed) => {
          const layout = layoutOf(listed ? [list, ...nodes] : nodes);
          const rows = Array.from({ length: 16 }, (_, i) => ({
            name: `${i} ${name}`.slice(0, 100).toWellFormed(),
            price: '9999999.99',
          }));
          for (const budget of [budgets.loop, budgets.thread]) {
            const start = process.cpuUsage();
            try {
              draw(renderer, layout, { name: Array.from(name).slice(0, 200).join(''), device, budget, rows });
            } catch (error) {
              if (!(error instanceof TooCostly || error instanceof PriceDoesNotFit)) throw error;
            }
            const { user, system } = process.cpuUsage(start);
            const perUnit = (user + system) / Math.max(renderer.spent(), 20_000);
            if (perUnit > worst.perUnit) worst = { perUnit, units: renderer.spent(), ms: (user + system) / 1000 };
            // No step is larger.
            expect(renderer.spent()).toBeLessThan(budget + 60_000);
          }
        },
      ),
      { numRuns: 8, seed: 7 },
    );
    process.stdout.write(`The most that a unit took: ${JSON.stringify(worst)}\n`);
    expect(worst.perUnit).toBeLessThan(20);
  });
});
