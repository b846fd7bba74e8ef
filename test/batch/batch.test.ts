import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { compose, decodePng, defaultBinding, loadLayouts, pixelHash } from '../../renderer/index.js';
import { loadDevices } from '../../devices/index.js';
import { batch, csvOf, entriesOf, filesOf, membersOf, panel } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const { at } = temporaryFolder();

function file(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

async function entriesIn(tar: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return new Map((await membersOf(tar)).map(({ header, bytes }) => [header.name, bytes]));
}

describe('a CSV with broken rows', () => {
  const rows = 140;
  const broken = new Map([
    [50, '"no end of quotes,1.00,1 L,1'],
    [90, 'Price with another word,from 1.50,1 L,2'],
    [132, 'Too few,1.00'],
  ]);
  const lines = csvOf(rows).split('\n');
  for (const [line, text] of broken) lines[line - 1] = text;
  const text = lines.join('\n');
  const args = [file('broken.csv', text), '--device', panel, '--date', '2026-11-20'];
  let one: Awaited<ReturnType<typeof batch>>;
  beforeAll(async () => {
    one = await batch([...args, '--tar', at('one.tar'), '--jobs', '1', '--json']);
    await batch([...args, '--tar', at('two.tar'), '--jobs', '2']);
    await batch([...args, '--out', at('images'), '--jobs', '2']);
  });

  test('ends with 65 and names each broken row by its line', () => {
    expect(one.code).toBe(65);
    expect(one.stderr.split('\n').slice(0, 3)).toEqual([
      'line 50: Expected a closing quote for a field but received none before a comma or the end of the row',
      expect.stringMatching(/^line 90: .*for price but received "from 1.50"/),
      'line 132: Expected 4 columns for the row but received 2',
    ]);
    const counts = { rendered: rows - broken.size, unchanged: 0, failed: broken.size };
    const failures = [...broken.keys()].map((line) => ({ line }));
    expect(JSON.parse(one.stdout.toString())).toMatchObject({ ...counts, failures });
  });

  test('comes to the image of every other row, with the pixels that the renderer draws', () => {
    const device = loadDevices().get(panel)!;
    const layout = loadLayouts().get('standard')!;
    const entries = entriesOf(readFileSync(at('images/manifest.ndjson'), 'utf8'));
    expect(entries.map(({ line }) => line)).toEqual(Array.from({ length: rows }, (_, i) => i + 2));
    for (const { line, file: name, sha256, problems } of entries) {
      expect([line, problems !== undefined]).toEqual([line, broken.has(line)]);
      if (!name) continue;
      const [product_name, price, unit, sku] = lines[line - 1]!.split(',') as [string, string, string, string];
      const content = compose({ product_name, price, unit }, { ...defaultBinding, sku }, device, '2026-11-20');
      const expected = pixelHash(renderer.render(content, layout, device).frame);
      const drawn = pixelHash(decodePng(readFileSync(join(at('images'), name))));
      expect({ line, sha256, drawn }).toEqual({ line, sha256: expected, drawn: expected });
    }
  });

  test('comes to the same bytes with one thread and with two, and to the same files in a folder', async () => {
    const tar = readFileSync(at('one.tar'));
    expect(tar.equals(readFileSync(at('two.tar')))).toBe(true);
    const entries = await entriesIn(tar);
    const archived = new Map([...entries].map(([name, bytes]) => [name, bytes.toString('latin1')]));
    expect(archived).toEqual(filesOf(at('images')));
    expect([...entries.keys()].at(-1)).toBe('manifest.ndjson');
  });

  test('is drawn again without writing existing images', async () => {
    const before = statSync(at('images/0000002.png')).mtimeMs;
    writeFileSync(at('images/0000003.png'), 'another');
    const { stderr } = await batch([...args, '--out', at('images')]);
    expect(stderr).toContain(`Rendered 1, unchanged ${rows - broken.size - 1}, failed ${broken.size}`);
    expect(statSync(at('images/0000002.png')).mtimeMs).toBe(before);
    expect(filesOf(at('images')).get('0000003.png')).toContain('PNG');
  });
});

test('NDJSON comes through a pipe, an archive goes out of one', async () => {
  const milk = { product_name: 'Milk', price: '1.00', unit: '1 L', device: panel };
  const rows = [
    { ...milk, data: { member_price: '0.90' } },
    { ...milk, price: 1 },
    { ...milk, device: undefined },
  ];
  const stdin = rows.map((row) => JSON.stringify(row)).join('\n');
  const args = ['-', '--input-format', 'ndjson', '--layout', 'member', '--tar', '-'];
  const { code, stdout, stderr } = await batch(args, { stdin });
  const entries = await entriesIn(stdout);
  expect([code, [...entries.keys()]]).toEqual([65, ['0000001.png', 'manifest.ndjson']]);
  expect(stderr).toContain('line 2: Expected a string for price but received the number 1');
  expect(stderr).toContain('line 3: Expected a value for device but received none');
  expect((await batch(['-', '--input-format', 'csv', '--tar', '-'])).code).toBe(65);
});

test('the example of the help works', async () => {
  const { stdout } = await batch(['--help']);
  const [, csv, image, command] =
    /prices\.csv with\n(.*)\nthe first example makes one image, (.*?)\.\n.*?\n\s*esl-sim batch (.*?)\n/s.exec(
      stdout.toString(),
    )!;
  const rows = file('prices.csv', csv!.replace(/^ +/gm, ''));
  const args = command!.replaceAll('"', '').split(' ').slice(1);
  const { code } = await batch([rows, ...args.map((arg) => (arg === 'labels' ? at('labels') : arg))]);
  expect([code, [...filesOf(at('labels')).keys()]]).toEqual([0, [image!.replace('labels/', ''), 'manifest.ndjson']]);
});

describe('a price with two readings', () => {
  const note = (text: string, price: string, by: string) =>
    `note: Prices such as "${text}" are read as ${price}, because of "${by}"; --decimal says otherwise\n`;
  const csv = (...prices: readonly string[]) =>
    ['product_name;price;unit;currency', ...prices.map((price, i) => `P${i};${price};1 L;EUR`), ''].join('\n');
  const options = ['--device', panel, '--date', '2026-11-20', '--jobs', '1'];
  let count = 0;
  /** What is said, and the pixels of each row; null: it is refused. */
  const drawn = async (text: string, ...more: readonly string[]) => {
    const out = at(`sign-${count++}`);
    const { stderr } = await batch(['-', '--input-format', 'csv', ...options, ...more, '--out', out], { stdin: text });
    const entries = entriesOf(readFileSync(join(out, 'manifest.ndjson'), 'utf8'));
    return { stderr, pixels: entries.map(({ sha256 = null }) => sha256) };
  };

  test.each([
    // Whichever comes first.
    ['3.000', '3000.00', '1,50', ['1,50', '3.000']],
    ['3,000', '3000.00', '1.50', ['3,000', '1.50']],
    ['3.000', '3.00', '1.50', ['3.000', '1.50']],
    ['3,000', '3.00', '1,50', ['1,50', '3,000']],
  ])('%j is %s beside %j, which is said, from a pipe', async (text, price, by, rows) => {
    const { stderr, pixels } = await drawn(csv(...rows));
    expect(stderr).toContain(note(text, price, by));
    expect(pixels[rows.indexOf(text)]).not.toBeNull();
    const declared = await drawn(csv(...rows), '--decimal', by.includes(',') ? 'comma' : 'point');
    expect(declared.stderr).not.toContain('note: Prices');
    expect(pixels).toEqual(declared.pixels);
  });

  test.each([
    ['nothing decides', ['3.000', '12']],
    ['both signs are there', ['3.000', '1,50', '1.50']],
  ])('is refused where %s', async (_, rows) => {
    const { stderr, pixels } = await drawn(csv(...rows));
    expect(stderr).toContain('received "3.000", which is 3.00 or 3000.00; --decimal says which');
    expect([stderr.includes('note: Prices'), pixels[0]]).toEqual([false, null]);
  });

  test('is decided alike for each shard, and not said where no price needs it', async () => {
    const rows = csv('3.000', '1,50', '2,50');
    for (const shard of ['1/2', '2/2'])
      expect((await drawn(rows, '--shard', shard)).stderr).toContain(note('3.000', '3000.00', '1,50'));
    expect((await drawn(csv('1,50', '2,50'))).stderr).not.toContain('note: Prices');
  });
});
