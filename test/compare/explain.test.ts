import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { comparePngs, type Comparison, encodePng, type LabelFields, openSimulator } from '../../server/library.js';
import { effectsOf } from '../../renderer/compare/effects.js';
import { explain } from '../../renderer/compare/explain.js';
import { layoutEdits } from '../../renderer/compare/layout-edits.js';
import { bothValues, listOf, oneValue } from '../../renderer/compare/phrases.js';
import { readFacts, withMetadata } from '../../renderer/metadata/chunks.js';
import { descriptionOf } from '../../renderer/metadata/description.js';
import { loadDevices } from '../../devices/index.js';
import { chunk, chunksOf } from '../../renderer/png/chunks.js';
import { column, withRoot } from '../support/labels/documents.js';
import { expectRecorded } from '../support/tables/records.js';
import { plainLayoutDir } from '../support/layouts/plain.js';

const simulator = await openSimulator({ layoutsDir: plainLayoutDir });
const milk = {
  ...{ product_name: 'Organic whole milk', price: '3.50', unit: '1 L', sku: '4006381333931', date: '2026-11-20' },
  ...{ locale: 'en-IE', currency: 'EUR', layout: 'plain' },
};
const draw = (fields: Partial<LabelFields> = {}) => simulator.render({ ...milk, ...fields });
const png = draw().png;
const words = (compared: Comparison) => (compared.match ? [] : compared.words);
const said = (fields: Partial<LabelFields>, than: Partial<LabelFields> = {}) =>
  words(comparePngs(draw(than).png, draw(fields).png));

interface Document {
  parts: Record<string, object>;
  variants: { root: { padding: unknown } }[];
  root: { padding: unknown; gap?: unknown; children: { type: string; part?: string; children?: object[] }[] };
}
const path = join(plainLayoutDir, 'plain.json');
const plain = (change: (document: Document) => unknown = () => undefined) => {
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document;
  change(document);
  return document;
};

/** Shipped layouts, with their data. */
const layoutsOf: Readonly<Record<string, Partial<LabelFields>>> = {
  standard: { layout: 'standard' },
  promotion: { layout: 'promotion', data: { previous_price: '4.99', promotion: 'Week of the Alps' } },
  deposit: { layout: 'deposit', data: { deposit: '0.25' } },
};
const fonts = /"fonts":"(\w+)"/.exec(png.toString('latin1'))![1]!;
/** The label `png` with the pixels of another frame, as if it had been drawn with other font data. */
function drawnOtherwise(frame: Parameters<typeof encodePng>[0], edit = (text: string) => text): Buffer {
  const text = /\{"format".*?"pixels"/s.exec(png.toString('latin1'))![0].slice(0, -'"pixels"'.length);
  const device = loadDevices().get('solum-m2-2.9-bwr')!;
  return withMetadata(encodePng(frame, device), descriptionOf(edit(text.replace(fonts, '9c1b0000'))));
}

describe('a cause is one sentence', () => {
  const long =
    'Organic whole milk of cows that graze in the Alps all summer long, 3.8 % fat, neither homogenised nor skimmed, in a bottle of glass with a deposit that you get back in every shop of ours';
  const padded = (padding: number) => plain((document) => (document.root.padding = padding));
  // It shows what is computed from the price, too.
  const layout = withRoot(column({ type: 'price' }, { type: 'text', text: '{unit_price}/{unit_price_unit}' }));
  const device = 'generic-152x152-bwr';
  test.each<[string, Partial<LabelFields>, Partial<LabelFields>, string]>([
    ['another price', { price: '3.60' }, {}, 'price 3.50 → 3.60'],
    ['another price on several places', { layout, price: '3.60' }, { layout }, 'price 3.50 → 3.60'],
    ['another unit on several places', { layout, unit: '2 L' }, { layout }, 'unit 1 L → 2 L'],
    [
      'a name that is longer than its box',
      { product_name: long, device },
      { device },
      'product_name "Organic whole milk" → "…whole milk of cows that gr…shop of ours", cut after "…neither"',
    ],
    [
      'another padding in the layout',
      { layout: padded(5) },
      { layout: padded(4) },
      'layout `inline` changed: padding of the root 4 → 5',
    ],
    [
      'another panel',
      { device: 'waveshare-4.2-b' },
      {},
      'device solum-m2-2.9-bwr (296×128) → waveshare-4.2-b (400×300)',
    ],
  ])('%s', (title, fields, than, sentence) => {
    const sentences = said(fields, than);
    expect(sentences[0]).toBe(sentence);
    // The text of a longer name, and another padding, move other things.
    if (!/longer|padding/.test(title)) expect(sentences).toHaveLength(1);
  });

  test('another price is a change of its field, too', () => {
    const changes = [{ kind: 'field', field: 'price', from: '3.50', to: '3.60' }];
    expect(comparePngs(png, draw({ price: '3.60' }).png)).toMatchObject({ changes });
  });

  test('another version of the font data', () => {
    // The same price from another rasteriser.
    const other = drawnOtherwise(draw({ price: '3.60' }).frame);
    expect(words(comparePngs(png, other))).toEqual([
      `price is unchanged but drawn otherwise (276 pixels differ): drawn with font data 9c1b0000 instead of ${fonts}`,
    ]);
    // One that arranges the label otherwise needs no other fonts.
    const stepped = drawnOtherwise(draw({ price: '3.60' }).frame, (text) => text.replace('"hidden":0', '"hidden":1'));
    expect(words(comparePngs(png, stepped))).toEqual([
      'price is unchanged but drawn otherwise (276 pixels differ)',
      `also, drawn with font data 9c1b0000 instead of ${fonts}`,
    ]);
  });

  test('another version of the font data, where only pixels outside the fields differ', () => {
    const { frame } = draw();
    frame.rows[frame.height * frame.stride - 1]! ^= 0x01;
    expect(words(comparePngs(png, drawnOtherwise(frame)))).toEqual([
      `outside the fields, what was in the lower right (1×1 px at 295,127) changed from white to black: drawn with font data 9c1b0000 instead of ${fonts}`,
    ]);
  });

  test('a field whose pixels all lie in a smaller one', () => {
    const under = { type: 'text', text: '{data.under}', width: '100%', height: '100%' };
    const over = { ...column({ type: 'text', text: '{data.over}' }), padding: 1 };
    const data = { under: { type: 'text' }, over: { type: 'text' } };
    const layout = withRoot(column({ type: 'price' }, { type: 'stack', children: [under, over] }), { data });
    const of = (text: string, price: string) =>
      ({ layout, price, data: { under: text, over: 'MMMMMMMM' } }) as Partial<LabelFields>;
    expect(said(of('nii', '4.50'), of('nil', '3.50'))).toEqual([
      'price 3.50 → 4.50',
      'data.under "nil" → "nii"',
      'data.over is unchanged but drawn otherwise (2 pixels differ)',
    ]);
  });
});

test('what differs between labels is said as before', () => {
  const others: Readonly<Record<string, Partial<LabelFields>>> = {
    price: { price: '3.60' },
    'a price of more digits': { price: '1234.50' },
    name: { product_name: 'Organic whole milk from the Alps, of cows that graze all summer long' },
    'no code': { sku: '' },
    unit: { unit: '6 × 0.33 L', price: '1.00' },
    code: { sku: '4006381333948' },
    date: { date: '2026-12-24' },
    locale: { locale: 'ar-EG', currency: 'EGP' },
    panel: { device: 'waveshare-7.5-b-v2' },
    'panel without red': { device: 'gooddisplay-gdey0213b74' },
  };
  const layouts = ['plain', ...Object.keys(layoutsOf)];
  const records = layouts.flatMap((layout) =>
    Object.entries(others).map(([title, other]) => {
      const [a, b] = [{}, other].map((fields) => draw({ ...layoutsOf[layout], ...fields }).png);
      const compared = comparePngs(a!, b!);
      const facts = compared.match ? 'same' : JSON.stringify({ ...compared, words: undefined });
      return [`${layout}: ${title}`, [...words(compared), ...words(comparePngs(b!, a!)), facts]] as const;
    }),
  );
  expectRecorded('differences', records);
});

test('what differs between pictures of no label is said as before', () => {
  const [width, height] = [210, 101];
  const rectangle = fc.record({
    x: fc.nat(209),
    y: fc.nat(100),
    w: fc.integer({ min: 1, max: 60 }),
    h: fc.integer({ min: 1, max: 30 }),
  });
  const pictureOf = (rectangles: readonly { x: number; y: number; w: number; h: number }[]) => {
    const picture = new PNG({ width, height });
    picture.data.fill(255);
    for (const { x, y, w, h } of rectangles)
      for (let row = y; row < Math.min(height, y + h); row++)
        picture.data.fill(0, (row * width + x) * 4, (row * width + Math.min(width, x + w)) * 4);
    for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255;
    return PNG.sync.write(picture);
  };
  const blank = pictureOf([]);
  const pictures = fc.sample(fc.array(rectangle, { minLength: 1, maxLength: 14 }), { numRuns: 80, seed: 1 });
  const records = pictures.map((each, i) => {
    const compared = comparePngs(blank, pictureOf(each));
    return [`${i}`, [...words(compared), JSON.stringify({ ...compared, words: undefined })]] as const;
  });
  expectRecorded('changes', records);
});

describe('an explanation', () => {
  test('is the new format where the locale or the currency changed', () => {
    expect(said({ locale: 'de-DE' })).toEqual([
      'price is written 3,50 € instead of €3.50, unit, sku and date too: locale en-IE → de-DE',
    ]);
    expect(said({ currency: 'USD' })).toEqual(['price is written $3.50 instead of €3.50: currency EUR → USD']);
  });

  test('is what appeared and disappeared, and what happened to the rest', () => {
    expect(said({ sku: '' })).toEqual(['sku 4006381333931 is removed', 'unit is unchanged but 8 px lower']);
    expect(said({}, { sku: '' })).toEqual(['sku 4006381333931 is added', 'unit is unchanged but 8 px higher']);
    const device = 'waveshare-4.2-b';
    expect(said({ device, product_name: 'Organic whole milk from the Alps with' }, { device })).toEqual([
      'product_name "Organic whole milk" → "…whole milk from the Alps with"',
      'product_name is now on 2 lines instead of 1',
      'price is unchanged but smaller (307×147 px instead of 367×178)',
    ]);
    expect(said({ layout: 'minimal' })[0]).toBe('layout plain → minimal');
  });

  test('of another view or size is only that, unless more changed', () => {
    for (const view of ['ink', 'panel'] as const)
      for (const scale of [1, 3])
        for (const price of ['3.50', '3.60']) {
          if (view === 'ink' && scale === 1) continue;
          expect(said({ view, scale, price })).toEqual([
            ...(view === 'panel' ? ['view ink → panel'] : []),
            ...(scale === 3 ? ['scale 1 → 3'] : []),
            ...(price === '3.60' ? ['price 3.50 → 3.60'] : []),
          ]);
        }
  });

  test('of an enlarged image is what the pixels of the panel show', () => {
    expect(said({ scale: 3, sku: '' })).toEqual(['scale 1 → 3', ...said({ sku: '' })]);
    expect(said({ scale: 3, sku: '' }, { scale: 2 })).toEqual(['scale 2 → 3', ...said({ sku: '' })]);
  });

  const facts = readFacts(png)!;
  /** A row of boxes of 20 × 9 px with a black square in each, each at its own place and size. */
  const squares = (...all: readonly (readonly [left: number, width: number, height: number])[]) => {
    const [width, height] = [all.length * 20, 9];
    const pixels = new Uint8Array(width * height);
    for (const [i, [left, across, down]] of all.entries())
      for (let y = 0; y < down; y++) pixels.fill(1, y * width + i * 20 + left, y * width + i * 20 + left + across);
    const regions = all.map((_, i) => ({ name: `box ${i}`, x: i * 20, y: 0, width: 20, height: 9, text: 'x' }));
    return { width, height, pixels, regions, palette: [], facts };
  };

  test('is larger or smaller if both sides are, and hidden if more is hidden', () => {
    const [box] = squares([0, 3, 3]).regions;
    const thing = { name: 'price', before: box, after: box, fields: [], count: 5, sameText: true, explained: false };
    const fate = (width: number, height: number) =>
      effectsOf([thing], squares([0, 3, 3]), squares([0, width, height]), [facts, facts], () => false, String)[0]!
        .words;
    expect(fate(4, 4)).toBe('unchanged but larger (4×4 px instead of 3×3)');
    expect(fate(2, 2)).toBe('unchanged but smaller (2×2 px instead of 3×3)');
    for (const said of [fate(4, 3), fate(3, 4), fate(2, 3), fate(3, 2)])
      expect(said).toBe('unchanged but drawn otherwise (5 pixels differ)');
    const one = squares([0, 3, 3]);
    const gone = (hidden: number) => {
      const later = { ...facts, step: { ...facts.step, hidden } };
      return effectsOf([{ ...thing, after: undefined }], one, one, [facts, later], () => false, String)[0]!.words;
    };
    expect([0, 1].map(gone)).toEqual(['gone', 'hidden for lack of room']);
  });

  test('is at most five things, and three edits of a layout', () => {
    const moved = (count: number) => {
      const row = (step: number) =>
        squares(...Array.from({ length: count }, (_, i) => [(i + 1) * step, 3, 3] as const));
      return explain(row(0), row(1), String).words;
    };
    expect(moved(5)).toEqual([1, 2, 3, 4, 5].map((px) => `box ${px - 1} is unchanged but ${px} px further right`));
    expect(moved(6).slice(3)).toEqual(['box 3 is unchanged but 4 px further right', '2 more things changed']);
    const edited = (count: number, device = facts.device) => {
      const keys = Array.from({ length: count }, (_, i) => `k${i}`);
      const root = (value: number) => ({ type: 'box', ...Object.fromEntries(keys.map((key) => [key, value])) });
      const other = { ...facts, device, layout: { ...facts.layout, digest: 'other' } };
      return explain(
        { ...squares([0, 3, 3]), layout: { root: root(1) } },
        { ...squares([0, 4, 3]), facts: other, layout: { root: root(2) } },
        String,
      ).words.join();
    };
    expect(edited(3)).toMatch(/changed: k0 of the root 1 → 2; k1 of the root 1 → 2; k2 of the root 1 → 2$/);
    expect(edited(4)).toMatch(/k2 of the root 1 → 2; and 1 more change$/);
    // On another panel, the change may be for that one.
    expect(edited(0)).not.toContain('layout `plain` changed');
    expect(edited(0, 'other')).toContain('layout `plain` changed');
  });

  test('has lists and quotation marks as in prose', () => {
    expect(listOf(['a', 'b', 'c', 'd'])).toBe('a, b, c and d');
    expect(listOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 others');
    expect(bothValues('a'.repeat(40), 'a'.repeat(41))).toEqual(['"…aaaaaaaaaa"', '"…aaaaaaaaaaa"']);
    const [start, end] = ['abcdefghijklmnopqrst', 'uvwxyzABCDEFGHIJKLMN'];
    const both = ['1', '22'].map((each) => `"…klmnopqrst${each}uvwxyzABCD…"`);
    expect(bothValues(`${start}1${end}`, `${start}22${end}`)).toEqual(both);
    expect([oneValue('2.9'), oneValue('2.9"')]).toEqual(['2.9', '"2.9""']);
  });

  test('names no invisible change', () => {
    // The layout shows neither; only the price differs.
    const minimal = { layout: 'minimal', price: '3.60', sku: '12345670', date: '2026-11-21' };
    expect(said(minimal, { layout: 'minimal' })).toEqual(['price 3.50 → 3.60']);
    const cut = 'Organic whole milk '.repeat(10).trim();
    const device = 'generic-152x152-bwr';
    const other = { device, product_name: `${cut} B` };
    expect(said({ device, product_name: `${cut} A`, price: '3.60' }, other)).toEqual(['price 3.50 → 3.60']);
  });

  test('counts only pixels where they were edited', () => {
    const image = PNG.sync.read(png);
    for (const at of [0, 1, 2]) image.data.set([255, 0, 0, 255], (20 * 296 + 200 + at) * 4);
    const painted = PNG.sync.write(image);
    const chunks = [...chunksOf(draw({ price: '3.60' }).png)].filter(({ type }) => type === 'iTXt');
    const copied = chunks.map(({ data }) => chunk('iTXt', data));
    const other = Buffer.concat([painted.subarray(0, -12), ...copied, painted.subarray(-12)]);
    expect(comparePngs(png, other)).toMatchObject({ words: ['3 pixels differ in product_name'], changes: [] });
    expect(words(comparePngs(png, painted))).toEqual(['3 pixels differ in product_name']);
    expect(words(comparePngs(draw({ metadata: false }).png, painted))).toEqual([
      'what was in the upper right (3×1 px at 200,20) changed from white to red',
    ]);
  });

  test('without metadata is where something is, and what happened to it', () => {
    const bare = (fields: Partial<LabelFields>) => said({ ...fields, metadata: false }, { metadata: false });
    expect(bare({ price: '3.60' })).toEqual(['276 pixels differ at the right (30×51 px at 229,36)']);
    expect(bare({ sku: '' })).toEqual([
      'what was in the lower left (86×9 px at 5,81) is gone',
      'what was at the left (41×22 px at 5,47) moved 8 px down',
    ]);
    expect(bare({ locale: 'ar-EG', product_name: 'Brot', unit: '500 g' }).length).toBeLessThan(5);
  });
});

describe('what changed in a layout', () => {
  const panel = { width: 296, height: 128 };
  const edits = (change: (document: Document) => unknown) => layoutEdits({ ...plain() }, { ...plain(change) }, panel);

  test('is named as people name it', () => {
    const all: readonly (readonly [(document: Document) => unknown, ...string[]])[] = [
      [() => undefined],
      [({ root }) => (root.padding = 8), 'padding of the root 1.2mm → 8'],
      [({ root }) => delete root.gap, 'gap of the root is no longer 0.6mm'],
      [({ root }) => root.children.shift(), 'the part name is removed'],
      [({ root }) => root.children[1]!.children!.push({ type: 'text', text: '{sku}' }), 'the text "{sku}" is added'],
      [({ root }) => Object.assign(root.children[1]!.children![1]!, { floor: '40%' }), 'floor of price 36% → 40%'],
      [({ parts }) => Object.assign(parts.number!, { ink: 'accent' }), 'ink of the part number is set to accent'],
      // On panels of another shape.
      [({ variants }) => (variants[0]!.root.padding = '2mm')],
    ];
    for (const [change, ...words] of all) expect(edits(change)).toEqual(words);
  });

  test('is found among nodes that are alike, in parts of parts, and beside the root', () => {
    const text = (name: string) => ({ type: 'text', text: name });
    const root = (...names: readonly string[]) => ({ root: { type: 'box', children: names.map(text) } });
    const moved = layoutEdits(root('a', 'b', 'c'), root('b', 'c', 'd'), panel);
    expect(moved).toEqual(['the text "a" is removed', 'the text "d" is added']);
    const of = (part: string) => ({ type: 'box', children: [{ type: 'part', part }] });
    const nested = (size: number) => ({
      root: of('outer'),
      parts: { outer: of('inner'), inner: { ...text('a'), size } },
    });
    expect(layoutEdits(nested(1), nested(2), panel)).toEqual(['size of the part inner 1 → 2']);
    const inShipped = (size: number) => ({ root: of('offer_bar'), parts: { old_price: { ...text('a'), size } } });
    expect(layoutEdits(inShipped(1), inShipped(2), panel)).toEqual(['size of the part old_price 1 → 2']);
    expect(layoutEdits({ ...root(), resolver: 'a' }, { ...root(), resolver: 'b' }, panel)).toEqual([
      'resolver of the layout a → b',
    ]);
  });
});
