import { describe, expect, test } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { renderer } from '../support/rulers/renderers.js';
import { checkLayout } from '../../renderer/index.js';
import {
  comparePngs,
  compose,
  defaultBinding,
  encodePng,
  openSimulator,
  pixelHash,
  withMetadata,
  withoutMetadata,
} from '../../server/library.js';
import { imageMark, metadataMark, readFacts, readLayoutDocument } from '../../renderer/metadata/chunks.js';
import { descriptionOf } from '../../renderer/metadata/description.js';
import { parseFacts } from '../../renderer/metadata/facts.js';
import { layoutOf } from '../../renderer/metadata/layouts.js';
import { chunk, chunksOf } from '../../renderer/png/chunks.js';
import { loadDevices } from '../../devices/index.js';
import { plainLayout, plainLayoutDir } from '../support/layouts/plain.js';
import { milkLabel } from '../support/server.js';

const simulator = await openSimulator({ layoutsDir: plainLayoutDir });
const milk = { ...milkLabel, layout: 'plain' };
const { png, frame, regions, sha256 } = simulator.render(milk);
const plain = encodePng(frame, loadDevices().get('solum-m2-2.9-bwr')!);

function withChunk(image: Buffer, type: string, data: Buffer | string): Buffer {
  return Buffer.concat([image.subarray(0, -12), chunk(type, Buffer.from(data)), image.subarray(-12)]);
}

/** A PNG with a document of a layout, compressed. */
const withDocument = (bytes: Buffer) =>
  withChunk(plain, 'iTXt', Buffer.concat([Buffer.from('esl-layout\0\u0001\0\0\0'), bytes]));

function textIn(image: Buffer): string {
  const [found] = [...chunksOf(image)].filter(({ data }) => data.toString('latin1').startsWith('esl-label\0'));
  return found!.data.toString('utf8', 'esl-label'.length + 5);
}

describe('the metadata of a PNG', () => {
  test('has the drawn fields and their boxes', () => {
    const facts = readFacts(png)!;
    expect(facts).toMatchObject({
      pixels: imageMark(png),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
      fonts: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
      ...{ device: 'solum-m2-2.9-bwr', width: 296, height: 128, inks: 3, view: 'ink', scale: 1 },
      layout: { id: 'plain', version: 0, digest: expect.stringMatching(/^[0-9a-f]{12}$/) as unknown },
      ...{ locale: 'en-US', currency: 'USD', time_zone: 'UTC', step: { lines: {}, hidden: 0 }, cut: {} },
    });
    expect(facts.fields).toEqual({ ...milkLabel, model_line: 'SoluM M2 2.9" 296×128 BWR' });
    expect(facts.boxes.map((box) => ({ ...box, text: undefined }))).toEqual(regions);
    expect(facts.boxes.map(({ name, text }) => [name, text])).toEqual([
      ['product_name', 'Organic whole milk'],
      ['unit', 'per 1 L'],
      ['sku', 'SKU 4006381333931'],
      ['date', '11/20/2026'],
      ['model_line', 'SoluM M2 2.9" 296×128 BWR'],
      ['price', '$3.50'],
    ]);
    expect(readLayoutDocument(png)).toMatchObject({ title: 'Plain', root: { type: 'box', padding: '1.2mm' } });
  });

  test('has pounds for a price that is drawn without its symbol, and pence for the others', async () => {
    const items = [{ name: 'Tea', price: '0.95' }];
    const menu = { ...milkLabel, price: '0.85', locale: 'en-GB', currency: 'GBP', layout: 'menu', data: { items } };
    const { boxes } = readFacts((await openSimulator()).render(menu).png)!;
    const texts = boxes.flatMap(({ name, text }) => (name.endsWith('price') ? [text] : []));
    expect(texts).toEqual(['85p', '£0.95']);
  });

  test('of one label is not taken for the next one’s', () => {
    const labels = [{ price: '1.00' }, { sku: '' }, { unit: '2 kg' }, { currency: 'EUR' }, { locale: 'de-DE' }, {}];
    for (const fields of labels) {
      const label = { ...milkLabel, ...fields };
      const drawn = simulator.render({ ...label, layout: 'plain' });
      const facts = readFacts(drawn.png)!;
      const { locale, currency, ...own } = { locale: 'en-US', currency: 'USD', ...label };
      expect([facts.locale, facts.currency, facts.fields]).toEqual([locale, currency, { ...facts.fields, ...own }]);
      expect(facts.boxes.map((box) => ({ ...box, text: undefined }))).toEqual(drawn.regions);
      expect(facts.boxes.some(({ name }) => name === 'sku')).toBe(label.sku !== '');
      const sign = currency === 'EUR' ? '€' : '$';
      expect(facts.boxes.find(({ name }) => name === 'price')!.text).toContain(sign);
    }
    expect(readFacts(simulator.render(milk).png)).toEqual(readFacts(png));
  });

  test('names the field of a price, and none that is not drawn', () => {
    const [was, text] = ['price', 'text'].map((type) => ({ type, description: 'Before' }));
    const prices = [{ type: 'price' }, { type: 'price', field: 'data.was' }];
    const texts = ['{data.a}', '{data.b}'].map((each) => ({ type: 'text', text: each }));
    const root = { type: 'box', children: [...prices, ...texts] };
    const layout = { title: 'T', description: 'D', data: { was, a: text, b: text }, root };
    const named = (data: Readonly<Record<string, string>>) =>
      readFacts(simulator.render({ ...milk, layout, data }).png)!.boxes.map((box) => `${box.name} ${box.text}`);
    expect(named({ was: '9.00', a: 'x' })).toEqual(['price $3.50', 'data.was $9.00', 'data.a x']);
    expect(named({ was: '9.00', b: 'x' })).toEqual(['price $3.50', 'data.was $9.00', 'data.b x']);
    expect(named({ b: 'x' })).toEqual(['price $3.50', 'data.b x']);
  });

  test('names the texts in places that other labels of the same layout leave empty', () => {
    const panel = loadDevices().get(defaultBinding.device)!;
    const bars = ['sku', 'data.code'].map((field) => ({ type: 'barcode', text: `{${field}}`, height: '30%' }));
    const document = { title: 'A', description: 'B', data: { code: { type: 'text' } } };
    const checked = checkLayout({ ...document, root: { type: 'box', children: [...bars, { type: 'price' }] } }, 'own');
    if (!('layout' in checked)) throw new Error(checked.problems[0]!.message);
    const named = (sku: string, code: string) => {
      const content = compose(milk, { ...defaultBinding, sku, data: { code } }, panel, '2026-11-20');
      const drawn = { step: { lines: {}, hidden: 0 }, warnings: [], layoutVersion: 0, timeZone: 'UTC' };
      const png = withMetadata(plain, renderer.describe(content, checked.layout, panel, drawn));
      return readFacts(png)!.boxes.map(({ name }) => name);
    };
    const [sku, code] = ['barcode of sku', 'barcode of data.code'];
    expect(named('1234', '1234')).toEqual([sku, code, 'price']);
    expect(named('1234', '')).toEqual([sku, 'price']);
    expect(named('', '1234')).toEqual([code, 'price']);
  });

  test('is of the version of the layout, which the document’s digest does not depend on', () => {
    const panel = loadDevices().get(defaultBinding.device)!;
    const layout = plainLayout;
    const content = compose(milk, defaultBinding, panel, '2026-11-20');
    const described = [1, 2].map((layoutVersion) => {
      const drawn = { step: { lines: {}, hidden: 0 }, warnings: [], layoutVersion, timeZone: 'UTC' };
      return readFacts(withMetadata(plain, renderer.describe(content, layout, panel, drawn)))!.layout.version;
    });
    expect(described).toEqual([1, 2]);
    const large = { ...layout, id: 'large', description: 'x'.repeat(65_536) };
    expect(layoutOf({ ...layout, id: 'other' }).digest).toBe(layoutOf(layout).digest);
    expect([layoutOf(layout).chunk.length > 0, layoutOf(large).chunk.length]).toEqual([true, 0]);
  });

  test('names texts that are cut, and is of the view and the scale', () => {
    const device = 'generic-152x152-bwr';
    const label = { ...milk, product_name: 'Very long name of a product '.repeat(7).trim() };
    const { regions: small } = simulator.render({ ...label, device });
    const facts = readFacts(simulator.render({ ...label, device, scale: 3, view: 'panel' }).png)!;
    expect(facts.cut.product_name).toMatch(/^Very long name.*…$/);
    expect([facts.view, facts.scale, facts.pixels]).not.toEqual(['ink', 1, imageMark(png)]);
    const [first] = facts.boxes;
    expect([first!.x, first!.width]).toEqual([small[0]!.x * 3, small[0]!.width * 3]);
  });

  test('changes no pixel, nor their hash, nor what other readers see', () => {
    expect(simulator.render({ ...milk, metadata: false }).png.equals(plain)).toBe(true);
    expect(PNG.sync.read(png).data.equals(PNG.sync.read(plain).data)).toBe(true);
    expect(Buffer.from(withoutMetadata(png)).equals(plain)).toBe(true);
    expect(withoutMetadata(plain)).toBe(plain);
    expect(sha256).toBe(pixelHash(frame));
    expect(comparePngs(png, plain)).toEqual({ match: true });
    expect([...chunksOf(png)].every(({ sound }) => sound())).toBe(true);
    expect(imageMark(withChunk(png, 'IDAT', ''))).toBe(imageMark(png));
    expect([...chunksOf(png)].map(({ type }) => type)).toEqual(
      ['IHDR', 'pHYs', 'IDAT', 'iTXt', 'iTXt', 'IEND'].toSpliced(1, 0, 'PLTE'),
    );
  });
});

describe('the metadata of other programs', () => {
  const text = textIn(png);
  const facts = JSON.parse(text) as Record<string, unknown>;

  test('is ignored unless this product could have written it', () => {
    expect(parseFacts(text)).toBeDefined();
    const wrong: readonly object[] = [
      ...Object.keys(facts).map((key) => ({ ...facts, [key]: undefined })),
      ...Object.keys(facts).map((key) => ({ ...facts, [key]: -1 })),
      { ...facts, format: 2 },
      { ...facts, scale: 0 },
      { ...facts, boxes: [['price', 1, 2, 3]], texts: ['x'] },
      { ...facts, boxes: [['price', 1, 2, 3, 0.5]], texts: ['x'] },
      { ...facts, boxes: [['price', 1, 2, 3, 4]], texts: [] },
      { ...facts, fields: { price: 3.5 } },
      { ...facts, step: { lines: { a: 'b' }, hidden: 0 } },
      { ...facts, step: { lines: {}, hidden: 0, sizes: { a: 'b' } } },
      { ...facts, layout: { id: 'plain', version: 0 } },
      [],
    ];
    for (const written of wrong) expect(parseFacts(JSON.stringify(written))).toBeUndefined();
    const boxesOf = (count: number) => {
      const many = { boxes: Array(count).fill(['price', 1, 2, 3, 4]), texts: Array(count).fill('x') };
      return parseFacts(JSON.stringify({ ...facts, ...many }))?.boxes.length;
    };
    expect([500, 501].map(boxesOf)).toEqual([500, undefined]);
    for (const written of ['', '{', 'null', '[['.repeat(30_000)]) expect(parseFacts(written)).toBeUndefined();
  });

  test('is read up to 64 KB', () => {
    const padded = (bytes: number) => withChunk(plain, 'iTXt', `esl-label\0\0\0\0\0${text.padEnd(bytes)}`);
    expect(readFacts(padded(65_536))).toEqual(readFacts(png));
    expect([readFacts(padded(65_537)), metadataMark(padded(65_537))]).toEqual([undefined, null]);
    // The hash of the pixels follows.
    const written = (bytes: number) => withMetadata(plain, descriptionOf(text.slice(0, -20).padEnd(bytes - 20)));
    expect([65_536, 65_537].map((bytes) => readFacts(written(bytes))?.device)).toEqual([facts.device, undefined]);
  });

  test('as a document is read up to 64 KB and 256 levels', () => {
    const read = (json: string) => readLayoutDocument(withDocument(deflateSync(json)));
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect([256, 257].map((levels) => read(deep(levels)) !== undefined)).toEqual([true, false]);
    expect([65_536, 65_537].map((bytes) => read('{}'.padEnd(bytes)) !== undefined)).toEqual([true, false]);
  });

  test('costs nothing, however large it is', () => {
    const zeros = deflateSync(Buffer.alloc(4 << 20));
    const deep = deflateSync('['.repeat(60_000));
    const large = withChunk(plain, 'iTXt', `esl-label\0\0\0\0\0{"x":"${'y'.repeat(4 << 20)}"}`);
    for (const image of [...[zeros, deep, Buffer.alloc(4 << 20)].map(withDocument), large]) {
      expect([readFacts(image), readLayoutDocument(image)]).toEqual([undefined, undefined]);
      // The minimum of several: other threads of the process count, too.
      const costs = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        readFacts(image);
        readLayoutDocument(image);
        return process.cpuUsage(before).user;
      });
      expect(Math.min(...costs)).toBeLessThan(50_000);
    }
  });
});
