import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { compose, decodePng, defaultBinding, encodePng } from '../../renderer/index.js';
import { type Layout, loadLayouts, pixelHash } from '../../renderer/index.js';
import { createDrawBlock } from '../../server/batch/draw-block.js';
import { outcome, type DrawnBlock } from '../../server/batch/output/drawn.js';
import type { Work } from '../../server/batch/work.js';
import { blocksOf, entriesOf, membersOf, panel, step } from '../support/batch.js';
import { plainLayout, plainLayoutDir } from '../support/layouts/plain.js';
import { temporaryFolder } from '../support/server.js';

const catalogue = { devices: loadDevices(), layouts: loadLayouts([plainLayoutDir]) };
const other = 'waveshare-4.2-b';
const work: Work = {
  reading: { format: 'ndjson', map: new Map(), options: new Map() },
  catalogue,
  devices: null,
  layout: null,
  date: null,
  fields: {},
  now: new Date('2026-11-20T22:10:06Z'),
  modified: 1_790_000_000,
  pattern: '{line}',
  level: 1,
  metadata: false,
  folder: null,
};
const milk = { product_name: 'Milk', price: '1.00', unit: '1 L', device: panel };

async function draw(rows: readonly object[], changes: Partial<Work> = {}): Promise<DrawnBlock> {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const [block] = await blocksOf(Buffer.from(text), 'ndjson');
  return createDrawBlock({ ...work, ...changes }, renderer)(block!);
}

async function problemOf(row: object, changes: Partial<Work> = {}) {
  const { manifest, results, archive } = await draw([row], changes);
  expect([[...results], archive.length]).toEqual([[outcome.failed], 0]);
  const [entry] = entriesOf(manifest);
  expect(entry).not.toHaveProperty('file');
  return entry!.problems![0]!;
}

function frameOf(fields: object, { device = panel, layout = 'standard', date = '2026-11-20' } = {}) {
  const { devices, layouts } = catalogue;
  const { product_name, price, unit } = milk;
  const binding = { ...defaultBinding, device, layout, ...fields };
  const content = compose({ product_name, price, unit }, binding, devices.get(device)!, date);
  return renderer.render(content, layouts.get(layout)!, devices.get(device)!).frame;
}

async function imagesIn(archive: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const members = await membersOf(Buffer.concat([archive, Buffer.alloc(1024)]));
  return new Map(members.map(({ header, bytes }) => [header.name, bytes]));
}

describe('a block comes to', () => {
  test('the images of its rows, and a line of the manifest for each', async () => {
    const rows = [milk, { ...milk, price: '2,00' }, { ...milk, product_name: `Mi\u00adlk ${'very long '.repeat(15)}` }];
    const drawn = await draw(rows, { layout: plainLayout });
    const images = await imagesIn(drawn.archive);
    expect([...images.keys()]).toEqual(['0000001.png', '0000003.png']);
    const [first, , third] = drawn.results;
    expect([first! + third!, drawn.results[1]]).toEqual([drawn.archive.length, outcome.failed]);
    const sha256 = pixelHash(frameOf({}, { layout: 'plain' }));
    const message: unknown = expect.stringContaining('received "2,00"');
    const warnings = ['INVISIBLE_REMOVED', 'TEXT_SHRUNK'].map((code): unknown => expect.objectContaining({ code }));
    expect(pixelHash(decodePng(images.get('0000001.png')!))).toBe(sha256);
    const long = { sha256: expect.any(String) as unknown, warnings, step: { lines: { product_name: 3 }, hidden: 0 } };
    expect(entriesOf(drawn.manifest)).toEqual([
      { line: 1, device: panel, file: '0000001.png', sha256, warnings: [], step },
      { line: 2, problems: [{ field: 'price', reason: 'format', message, received: '2,00', example: '3.50' }] },
      { line: 3, device: panel, file: '0000003.png', ...long },
    ]);
    expect(drawn.failure).toBeNull();
  });

  test('an image for each row and panel, row by row', async () => {
    const devices = [panel, other];
    const drawn = await draw([milk, { ...milk, price: '' }, milk], { devices, pattern: '{device} {line}' });
    const entries = entriesOf(drawn.manifest);
    expect(entries.map(({ line, device, file, problems }) => [line, device, file ?? problems![0]!.reason])).toEqual(
      [1, 2, 3].flatMap((line) =>
        devices.map((device) => [line, device, line === 2 ? 'missing' : `${device} 000000${line}.png`]),
      ),
    );
    const failed = Array.from(drawn.results, (result) => Number(result === outcome.failed));
    expect(failed).toEqual([0, 0, 1, 1, 0, 0]);
    const images = await imagesIn(drawn.archive);
    expect(pixelHash(decodePng(images.get(`${other} 0000003.png`)!))).toBe(pixelHash(frameOf({}, { device: other })));
  });

  test.each([1, 7] as const)('PNGs of level %d', async (level) => {
    const { archive } = await draw([milk], { level });
    const png = encodePng(frameOf({}), catalogue.devices.get(panel)!, { level });
    expect((await imagesIn(archive)).get('0000001.png')!.equals(png)).toBe(true);
  });
});

describe('the day on a label', () => {
  const days = async (rows: readonly object[], changes: Partial<Work> = {}) =>
    entriesOf((await draw(rows, { pattern: '{date}', ...changes })).manifest).map(
      ({ file, problems }) => file ?? problems![0]!.reason,
    );

  test('is that of the batch in the time zone of the row', async () => {
    const now = new Date('2026-11-20T10:30:00Z');
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', undefined, 'Pacific/Kiritimati'];
    const rows = zones.map((time_zone) => ({ ...milk, time_zone }));
    expect(await days(rows, { now })).toEqual(['2026-11-21.png', '2026-11-19.png', '2026-11-20.png', '2026-11-21.png']);
  });

  test('is that of the row, or of all rows, where one is given', async () => {
    const rows = [{ ...milk, date: '2020-02-29' }, milk];
    expect(await days(rows)).toEqual(['2020-02-29.png', '2026-11-20.png']);
    expect(await days(rows, { date: '2021-01-01' })).toEqual(['2020-02-29.png', '2021-01-01.png']);
  });
});

describe('the layout', () => {
  const sha256 = async (row: object, changes: Partial<Work> = {}) =>
    entriesOf((await draw([row], changes)).manifest)[0]!.sha256;

  test('is the one that the row names, or the default', async () => {
    expect(await sha256({ ...milk, layout: 'minimal' })).toBe(pixelHash(frameOf({}, { layout: 'minimal' })));
    expect(await sha256(milk)).toBe(pixelHash(frameOf({})));
  });

  test('is the one of all rows, where an option sets it', async () => {
    const layout = catalogue.layouts.get('minimal')!;
    expect(await sha256(milk, { layout })).toBe(pixelHash(frameOf({}, { layout: 'minimal' })));
    const [entry] = entriesOf((await draw([milk], { layout, pattern: '{layout}' })).manifest);
    expect(entry!.file).toBe('minimal.png');
  });

  test('is refused where it leaves a price no room', async () => {
    const layout = { ...catalogue.layouts.get('minimal')!, id: 'narrow' };
    const root = { type: 'box', children: [{ type: 'price', width: 3 }] } as unknown as typeof layout.root;
    expect(await problemOf({ ...milk, price: '9999999.99' }, { layout: { ...layout, root } })).toEqual({
      field: 'layout',
      reason: 'price_does_not_fit',
      message: expect.any(String),
    });
  });
});

test.each<[fields: object, field: string, reason: string, changes?: Partial<Work>]>([
  ...[undefined, null, ''].map((device): [object, string, string] => [{ device }, 'device', 'missing']),
  [{ device: 'paper' }, 'device', 'unknown_device'],
  ...['minimum', 7, null, { root: {} }].map((layout): [object, string, string] => [{ layout }, 'layout', '']),
  [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'unknown_time_zone'],
  [{ time_zone: 7 }, 'time_zone', 'type'],
  // Though keys add to it.
  [{ data: 'text', 'data.a': '1' }, 'data', 'type'],
  [{}, 'sku', 'missing', { pattern: '{sku}' }],
])('a row with %j is refused for its %s', async (fields, field, reason, changes = {}) => {
  const problem = await problemOf({ ...milk, ...fields }, changes);
  expect(problem).toMatchObject({ field, reason: reason || (expect.any(String) as unknown) });
  if (field !== 'device' || reason !== 'missing') return;
  expect(problem).toMatchObject({
    message: 'Expected a value for device but received none',
    example: defaultBinding.device,
  });
});

test('only a price with two readings suggests --decimal', async () => {
  const [, block] = await blocksOf(Buffer.from('a,b,c,d\nMilk,"1,500",1 L,"1,500"\n'), 'csv');
  const columns = ['product_name', 'price', 'unit', 'date'];
  const reading = { format: 'csv', columns, delimiter: ',', prices: ['price'], decimal: null } as const;
  const { manifest } = createDrawBlock({ ...work, reading, devices: [panel] }, renderer)(block!);
  const said = entriesOf(manifest)[0]!.problems!.map(({ field, message }) => [field, message.includes('--decimal')]);
  expect(said.sort()).toEqual([
    ['date', false],
    ['price', true],
  ]);
});

describe('in a folder', () => {
  const { path } = temporaryFolder();
  const folder = { path, temporary: join(path, 'unnamed'), used: true };
  beforeEach(() => {
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    mkdirSync(folder.temporary);
  });

  test('images have temporary names, unless they are there already', async () => {
    const [png] = (await imagesIn((await draw([milk])).archive)).values();
    writeFileSync(join(path, '0000001.png'), png!);
    writeFileSync(join(path, '0000002.png'), Buffer.alloc(png!.length));
    writeFileSync(join(path, '0000003.png'), png!.subarray(1));
    mkdirSync(join(path, '0000004.png'));
    const drawn = await draw([milk, milk, milk, milk, milk], { folder });
    expect([...drawn.results]).toEqual([outcome.unchanged, 0, 0, 0, 0]);
    expect(drawn.archive.length).toBe(0);
    expect(readdirSync(folder.temporary).sort()).toEqual([2, 3, 4, 5].map((line) => `${line}-${panel}`));
    expect(readFileSync(join(folder.temporary, `5-${panel}`)).equals(png!)).toBe(true);
    expect(entriesOf(drawn.manifest).map(({ file }) => file)).toEqual(
      [1, 2, 3, 4, 5].map((line) => `000000${line}.png`),
    );
  });

  test('that was new, nothing is looked for', async () => {
    const [png] = (await imagesIn((await draw([milk])).archive)).values();
    writeFileSync(join(path, '0000001.png'), png!);
    expect([...(await draw([milk], { folder: { ...folder, used: false } })).results]).toEqual([0]);
  });

  test('a block ends the batch with any other error', async () => {
    const layout = { ...catalogue.layouts.get('minimal')!, root: undefined as unknown as Layout['root'] };
    await expect(draw([milk], { folder, layout })).rejects.toThrow(TypeError);
  });

  test('a block whose images can’t be written has the reason', async () => {
    rmSync(folder.temporary, { recursive: true });
    expect(await draw([milk, milk], { folder })).toEqual({
      failure: expect.stringMatching(/^ENOENT: no such file or directory/),
      manifest: '',
      results: new Int32Array(0),
      archive: new Uint8Array(0),
    });
  });
});
