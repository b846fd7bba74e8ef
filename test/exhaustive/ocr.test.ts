import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSimulator } from '../../server/library.js';
import { fromExhaustive } from '../support/exhaustive.js';

/** What is used of tesseract.js. */
interface Reader {
  setParameters(parameters: { readonly tessedit_pageseg_mode: string }): Promise<unknown>;
  recognize(png: Buffer, options?: object): Promise<{ readonly data: { readonly text: string } }>;
  terminate(): Promise<unknown>;
}

interface Tesseract {
  createWorker(language: string, engine: number, options: object): Promise<Reader>;
}

const milk = {
  product_name: 'Organic whole milk',
  price: '3.50',
  unit: '1 L',
  sku: '4006381333931',
  date: '2026-11-20',
};

let reader: Reader;

beforeAll(async () => {
  const folder = dirname(fromExhaustive.resolve('@tesseract.js-data/eng/package.json'));
  const langPath = join(folder, '4.0.0_best_int');
  const tesseract = fromExhaustive('tesseract.js') as Tesseract;
  // 1 is the engine that reads lines with a neural network.
  reader = await tesseract.createWorker('eng', 1, { langPath, gzip: true, cacheMethod: 'none' });
  // Texts in no order: a price is beside several lines.
  await reader.setParameters({ tessedit_pageseg_mode: '11' });
});

afterAll(async () => {
  await reader.terminate();
});

test.each(['solum-m2-2.9-bwr', 'generic-296x128-bw', 'generic-152x152-bw', 'generic-400x300-bw'])(
  'tesseract reads the first label on %s at four times its size',
  async (device) => {
    const { png } = (await openSimulator()).render({ ...milk, device, scale: 4 });
    const { data } = await reader.recognize(png);
    const lines = data.text.split('\n').filter((line) => line !== '');
    expect(lines.join(' ')).toMatch(/^Organic whole milk /);
    // It leaves out the blank after the narrow "1", and the dot, which is below the raised cents.
    for (const line of ['per 1L', '$350', 'SKU 4006381333931 11/20/2026']) expect(lines).toContain(line);
  },
);

test('tesseract reads most article numbers and dates in the smallest type', async () => {
  const simulator = await openSimulator();
  let seed = 7;
  const random = (count: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % count;
  };
  const count = 40;
  const read = { sku: 0, date: 0 };
  for (let i = 0; i < count; i++) {
    const [month, day] = [1 + random(12), 1 + random(28)];
    const date = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const sku = `4${Array.from({ length: 12 }, () => random(10)).join('')}`;
    const label = { ...milk, sku, date, device: 'generic-296x128-bw', scale: 4 };
    const { png, regions } = simulator.render(label);
    const { y, height } = regions.find(({ name }) => name === 'sku and date')!;
    const rectangle = { left: 0, top: (y - 2) * 4, width: 816, height: (height + 3) * 4 };
    const { text } = (await reader.recognize(png, { rectangle })).data;
    if (text.includes(sku)) read.sku++;
    if (text.includes(`${month}/${day}/2026`)) read.date++;
  }
  // With the digits and the slash as FreeType hints them, about half of the numbers and a quarter of the dates.
  expect(Math.min(read.sku, read.date)).toBeGreaterThanOrEqual(0.85 * count);
});
