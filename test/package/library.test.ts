import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { plainDocument, plainLayoutDir } from '../support/layouts/plain.js';
import { temporaryFolder } from '../support/server.js';
import { PNG } from 'pngjs';
import { comparePngs, decodePng, encodePng, LabelError } from '../../server/library.js';
import { loadDevices, openSimulator, pixelHash } from '../../server/library.js';

const simulator = await openSimulator();
const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
const folder = temporaryFolder();

/** The problems of fields, as "field reason". */
function problemsOf(fields: object): string[] {
  try {
    simulator.render(fields as typeof milk);
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    for (const { message } of error.problems) expect(error.message).toContain(message);
    return error.problems.map(({ field, reason }) => `${field} ${reason}`);
  }
  return [];
}

describe('the library', () => {
  test('draws the golden pictures', () => {
    const golden = (name: string) => readFileSync(join('test', 'golden', 'waveshare-4.2-b', 'accented', name));
    const { content } = JSON.parse(golden('case.json').toString()) as {
      content: typeof milk & { model_line: string };
    };
    const { model_line, ...fields } = content;
    expect(model_line).toContain('Waveshare');
    const drawn = simulator.render({ ...fields, device: 'waveshare-4.2-b' });
    expect(comparePngs(golden('label.png'), drawn.png)).toEqual({ match: true });
    expect(pixelHash(decodePng(drawn.png))).toBe(drawn.sha256);
    const plain = encodePng(drawn.frame, loadDevices().get('waveshare-4.2-b')!);
    expect(comparePngs(drawn.png, plain)).toEqual({ match: true });
  });

  test('returns the box of each field, and warnings', () => {
    const label = { ...milk, layout: plainDocument };
    const { regions, warnings, step } = simulator.render({ ...label, product_name: 'Very long name '.repeat(12) });
    expect(regions.map(({ name }) => name)).toEqual(['product_name', 'unit', 'date', 'model_line', 'price']);
    expect(warnings.map(({ code }) => code)).toEqual(['TEXT_SHRUNK']);
    expect([step, simulator.render(label).step]).toEqual([
      { lines: { product_name: 3 }, hidden: 0 },
      { lines: {}, hidden: 0 },
    ]);
  });

  test('takes the colours and the size of the picture', () => {
    const { png, frame } = simulator.render({ ...milk, view: 'panel', scale: 2 });
    expect([PNG.sync.read(png).width, frame.width]).toEqual([592, 296]);
    expect(comparePngs(png, simulator.render({ ...milk, scale: 2 }).png)).toMatchObject({ reason: 'pixels' });
  });

  const layoutOf = (child: object) => ({ title: 'T', description: 'D', root: { type: 'box', children: [child] } });
  test.each<[object, string]>([
    [milk, ''],
    [
      { price: 3.5, produkt: '', unit: 'a\u0000', device: 'solum', date: '2026-02-30', product_name: undefined },
      'date format, device unknown_device, price type, product_name missing, produkt unknown_field, unit control_character',
    ],
    [{ layout: 'nope', time_zone: 'Mars/Base' }, 'layout unknown_layout, time_zone unknown_time_zone'],
    [{ layout: ['standard'], scale: 9 }, 'layout type, scale range'],
    [{ layout: layoutOf({ type: 'text' }), currency: 'XXX' }, 'currency unknown_currency, layout invalid_layout'],
    [{ layout: layoutOf({ type: 'price', width: 4, height: 4 }) }, 'layout price_does_not_fit'],
  ])('lists all problems of %j', (fields, problems) => {
    expect([...new Set(problemsOf({ ...milk, ...fields }))].sort().join(', ')).toBe(problems);
  });

  test('says what it got where that is no label and no PNG', () => {
    for (const [said, given] of Object.entries({ null: null, undefined, string: 'milk' }))
      expect(() => simulator.render(given as unknown as typeof milk)).toThrow(
        `Expected the fields of a label but received ${said}`,
      );
    const { png } = simulator.render(milk);
    for (const [pair, said] of [
      [['milk.png', png], 'for expected but received String'],
      [[png, new Uint8Array(png).buffer], 'for actual but received ArrayBuffer'],
      [[png, undefined], 'for actual but received Undefined'],
    ] as const)
      expect(() => comparePngs(...(pair as unknown as [Uint8Array, Uint8Array]))).toThrow(said);
    expect(comparePngs(png, new Uint8Array(png))).toEqual({ match: true });
  });

  test('draws with a layout document, and with panels and layouts of folders', async () => {
    const devicesDir = join(folder.path, 'panels');
    mkdirSync(devicesDir);
    writeFileSync(join(devicesDir, 'mine.json'), readFileSync('devices/solum-m2-2.9-bwr.json'));
    const own = await openSimulator({ devicesDir, layoutsDir: plainLayoutDir });
    const { regions } = simulator.render({ ...milk, layout: layoutOf({ type: 'price', grow: 1 }) });
    expect(regions).toMatchObject([{ name: 'price' }]);
    const drawn = own.render({ ...milk, device: 'mine', layout: 'plain' });
    expect(drawn.sha256).toBe(simulator.render({ ...milk, layout: plainDocument }).sha256);
  });

  test('without a date draws today', () => {
    const { date, ...undated } = milk;
    const days = [new Date(), new Date(Date.now() + 1000)].map((day) => day.toISOString().slice(0, 10));
    expect(days).not.toContain(date);
    const hashes = days.map((day) => simulator.render({ ...undated, date: day }).sha256);
    expect(hashes).toContain(simulator.render(undated).sha256);
  });
});
