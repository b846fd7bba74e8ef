import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { loadDevices } from '../../devices/index.js';
import { createRenderer, loadLayouts } from '../../renderer/index.js';
import { createDrawBlock } from '../../server/batch/draw-block.js';
import { type BatchOptions, type BatchWorld, runBatch } from '../../server/batch/run.js';
import { journalHead, journalLine, pathsOf } from '../../server/batch/output/journal.js';
import { openInput } from '../../server/batch/input/open-input.js';
import { startThreads } from '../../server/batch/threads.js';
import type { Work } from '../../server/batch/work.js';
import { blocksOf, csvOf, entriesOf, expectEnd, filesOf, membersOf, panel } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const { path: folder, at } = temporaryFolder();

function file(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

const input = (text: string) => ({ stdin: Readable.from([Buffer.from(text)]) });
const catalogue = { devices: loadDevices(), layouts: loadLayouts() };

const namesIn = async (tar: Uint8Array) => (await membersOf(tar)).map(({ header }) => header.name);

async function run(given: Partial<BatchOptions>, world: Partial<BatchWorld> = {}) {
  const stdout = new PassThrough();
  const written = buffer(stdout);
  const options: BatchOptions = {
    ...{ file: '-', format: 'csv', map: new Map(), decimal: null, guess: false, unit: undefined, fields: {} },
    ...{ rowCache: null, catalogue, devices: [panel], layout: null, date: null, name: undefined, level: 1 },
    ...{ metadata: true, jobs: 1, target: { tar: '-' }, resume: false },
    ...given,
  };
  try {
    const summary = await runBatch(options, {
      stdin: Readable.from([]),
      stdout,
      stderr: new PassThrough(),
      note: () => undefined,
      clock: () => new Date('2026-11-20T23:30:00Z'),
      interruption: () => new AbortController().signal,
      ...world,
    });
    return { summary, written };
  } finally {
    stdout.end();
  }
}

describe('a batch', () => {
  test('draws the rows of standard input into an archive on standard output', async () => {
    const start = performance.now();
    const { summary, written } = await run({}, input('product_name,price,unit\nMilk,1.00,1 L\nMilk,2.00,1 L\n'));
    expect(summary).toMatchObject({ rendered: 2, failed: 0 });
    expect(summary.seconds).toBeGreaterThan(0);
    expect(summary.seconds).toBeLessThan((performance.now() - start) / 1000 + 0.001);
    const members = await membersOf(await written);
    expect(members.map(({ header }) => header.name)).toEqual(['0000002.png', '0000003.png', 'manifest.ndjson']);
    // The beginning of the day, so that equal rows give equal bytes all day.
    expect(members[0]!.header.mtime).toEqual(new Date('2026-11-20T00:00:00Z'));
  });

  test.each([
    ['a file', file('shown.csv', csvOf(1)), true],
    ['a pipe', '-', false],
  ])('shows a terminal how much of %s is done, where that is known', async (_, path, known) => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 100 });
    const shown = buffer(stderr);
    await run({ file: path }, { stderr, ...input(csvOf(1)) });
    stderr.end();
    const text = (await shown).toString();
    expect([text.includes('0 labels'), text.includes('0% |')]).toEqual([true, known]);
  });

  test('in shards draws each row once, and their manifests make the whole one', async () => {
    const text = `${csvOf(225)}"broken\n`;
    const partOf = async (shard?: BatchOptions['shard']) => {
      const { summary, written } = await run({ devices: [panel, 'waveshare-2.9-b-v4'], shard }, input(text));
      const members = [...(await membersOf(await written))];
      return { summary, members, manifest: members.pop()!.bytes.toString() };
    };
    const all = await partOf();
    const parts = [];
    for (const number of [1, 2, 3]) parts.push(await partOf({ number, count: 3 }));
    expect(parts.map(({ members }) => members.length)).toEqual([150, 150, 150]);
    const byName = (members: typeof all.members) =>
      new Map(members.map(({ header, bytes }) => [header.name, bytes.toString('base64')]));
    expect(byName(parts.flatMap(({ members }) => members))).toEqual(byName(all.members));
    expect(parts.reduce((sum, { summary }) => sum + summary.failed, 0)).toBe(all.summary.failed);
    // As `sort -s -t: -k2,2n` does.
    const lines = parts.flatMap(({ manifest }) => manifest.split('\n').slice(0, -1));
    const lineOf = (line: string) => Number(line.split(':')[1]!.split(',')[0]);
    expect(lines.sort((a, b) => lineOf(a) - lineOf(b)).join('\n')).toBe(all.manifest.trimEnd());
  });

  test('of more shards than rows is empty in the rest', async () => {
    const { summary, written } = await run({ shard: { number: 3, count: 3 } }, input(csvOf(2)));
    expect([summary.rendered, summary.failed]).toEqual([0, 0]);
    expect(await namesIn(await written)).toEqual(['manifest.ndjson']);
  });

  test('gives its archive the time of the day that is drawn', async () => {
    const path = file('day.csv', csvOf(1));
    await run({ file: path, date: '2020-02-29', target: { tar: at('day.tar') } });
    const [member] = await membersOf(readFileSync(at('day.tar')));
    expect(member!.header.mtime).toEqual(new Date('2020-02-29T00:00:00Z'));
  });

  test('reads prices of data as it reads the price, and takes fields of data that only its names use', async () => {
    const path = file('data.csv', 'product_name;price;unit;data.previous_price;data.aisle\nMilk;1,5;1 L;2,5;7\n');
    const layout = catalogue.layouts.get('promotion')!;
    const given = { file: path, layout, decimal: 'comma', name: '{data.aisle} {data.previous_price}' } as const;
    const { summary, written } = await run(given);
    expect(summary.failures).toEqual([]);
    expect((await namesIn(await written))[0]).toBe('7 2.50.png');
  });

  test('draws on several panels, and names its images by the pattern', async () => {
    const row = JSON.stringify({ product_name: 'Milk', price: '1.00', unit: '1 L', sku: '1' });
    const path = file('two.ndjson', `${row}\n${row}`);
    const devices = [panel, 'waveshare-4.2-b'];
    const { summary } = await run({ file: path, format: 'ndjson', devices, name: '{sku}', target: { out: at('two') } });
    expect([...filesOf(at('two')).keys()]).toEqual([...devices.map((id) => `1-${id}.png`), 'manifest.ndjson']);
    expect(summary).toMatchObject({ rendered: 2, failed: 2 });
  });
});

describe('values for all rows', () => {
  const given = { devices: [panel], layout: catalogue.layouts.get('standard')!, date: '2026-11-20' };

  test.each([
    ['device', '--device'],
    ['layout', '--layout'],
    ['date', '--date'],
  ])('is no column as well: %s', async (field, option) => {
    const running = run(given, input(`product_name,price,unit,${field}\nMilk,1.00,1 L,x\n`));
    await expectEnd(running, 'usage', new RegExp(`^Expected ${field} in ${option} or in a column but received both`));
  });

  test('may be left to the rows', async () => {
    const rows = `product_name,price,unit,device,layout,date\nMilk,1.00,1 L,${panel},minimal,2020-02-29\n`;
    const { written } = await run({ devices: null, name: '{device} {layout} {date}' }, input(rows));
    expect((await namesIn(await written))[0]).toBe(`${panel} minimal 2020-02-29.png`);
  });
});

describe('a batch does not start', () => {
  test.each([
    ['', {}, 'invalid', 'Expected a line with the names of the columns but received an empty file'],
    [
      'product_name,price,unit\n',
      { devices: null },
      'usage',
      'Expected --device, or a column device, but received neither',
    ],
    ['price\n', {}, 'usage', /^Expected a column for product_name/],
    ['product_name,price,unit\n', { name: 'label' }, 'usage', /^Expected a field in braces for --file-name/],
  ] as const)('with %j and %j', async (text, given, kind, message) => {
    const none = at('none');
    await expectEnd(run({ ...given, target: { out: none } }, input(text)), kind, message);
    expect(existsSync(none)).toBe(false);
  });

  test('and stops to read standard input', async () => {
    const stdin = new PassThrough();
    // The head, from which the encoding is detected.
    stdin.write(`price\n${'x'.repeat(64 * 1024)}`);
    await expectEnd(run({}, { stdin }), 'usage', /^/);
    expect(stdin.destroyed).toBe(true);
  });

  test('without a file that can be read', async () => {
    for (const [path, code] of Object.entries({ [at('absent.csv')]: 'ENOENT', [folder]: 'EISDIR' })) {
      const message = new RegExp(`^Expected a readable file for FILE but received "${path}": ${code}`);
      await expectEnd(run({ file: path }), 'failed', message);
    }
  });
});

describe('an interruption', () => {
  const path = file('many.csv', csvOf(300));

  test('ends the batch, which goes on later with what it has', async () => {
    const out = at('interrupted');
    const controller = new AbortController();
    const before = () => new Date('2020-02-29T12:00:00Z');
    // Interrupted after the first image.
    const watch = setInterval(() => {
      if (existsSync(join(out, '0000002.png'))) controller.abort();
    }, 1);
    const ended = run({ file: path, target: { out } }, { clock: before, interruption: () => controller.signal });
    await expectEnd(ended, 'failed', 'Interrupted: go on with --resume');
    clearInterval(watch);
    const { summary } = await run({ file: path, target: { out }, resume: true });
    expect(summary.resumed).toBeGreaterThan(0);
    expect(summary.resumed + summary.rendered + summary.unchanged).toBe(300);
    const labels = filesOf(out);
    await run({ file: path, target: { out: at('whole') } }, { clock: before });
    expect(labels).toEqual(filesOf(at('whole')));
  });

  test('ends a batch whose standard input waits', async () => {
    const controller = new AbortController();
    const stdin = new PassThrough();
    const ended = run({}, { stdin, interruption: () => controller.signal });
    controller.abort();
    await expect(ended).rejects.toThrow('Interrupted: nothing is left');
  });
});

describe('the input', () => {
  const { signal } = new AbortController();

  test('of a file has a size, and the bytes of the file; standard input, and what is no regular file, have none', async () => {
    const { chunks, size } = await openInput(file('input', 'rows'), Readable.from([]), signal);
    expect([(await buffer(chunks)).toString(), size]).toEqual(['rows', 4]);
    for (const path of ['-', '/dev/null']) expect((await openInput(path, Readable.from([]), signal)).size).toBeNull();
  });

  test.each(['file', '-'])('is read no further after an interruption: %s', async (path) => {
    const controller = new AbortController();
    const given = path === '-' ? path : file('rows', 'rows');
    const { chunks } = await openInput(given, new PassThrough(), controller.signal);
    controller.abort();
    const read = async () => {
      for await (const chunk of chunks) expect(chunk).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('threads', () => {
  const work: Work = {
    reading: { format: 'ndjson', map: new Map(), options: new Map() },
    catalogue: { devices: new Map(catalogue.devices), layouts: new Map(catalogue.layouts) },
    ...{ devices: [panel], layout: null, date: '2026-11-20', fields: {}, now: new Date(0), modified: 0 },
    ...{ pattern: '{line}', level: 1, metadata: true, folder: null },
  };
  const rows = () => blocksOf(Buffer.from('{"product_name":"Milk","price":"1.00","unit":"1 L"}\n'), 'ndjson');

  test('draw the same as one process', async () => {
    const threads = startThreads(work, 2);
    const [here, there, more] = [await rows(), await rows(), await rows()];
    const expected = createDrawBlock(work, await createRenderer())(here[0]!);
    const drawn = await Promise.all([threads.draw(there[0]!), threads.draw(more[0]!)]);
    for (const { manifest, archive, results, failure } of drawn) {
      expect([entriesOf(manifest), failure]).toEqual([entriesOf(expected.manifest), null]);
      expect([Buffer.from(archive), [...results]]).toEqual([Buffer.from(expected.archive), [...expected.results]]);
    }
    // Transferred, not copied.
    expect([there[0]!.bytes.length, more[0]!.bytes.length]).toEqual([0, 0]);
    await threads.close();
    await threads.close();
  });

  test('that can’t start say why', async () => {
    const threads = startThreads({ ...work, pattern: 'no field' }, 1);
    for (const [block] of [await rows(), await rows()])
      await expect(threads.draw(block!)).rejects.toThrow('Expected a field in braces for --file-name');
    await threads.close();
  });
});

test('a batch that was interrupted begins again without --resume', async () => {
  const { work, journal, manifest } = pathsOf(at('again'));
  mkdirSync(work, { recursive: true });
  writeFileSync(journal, journalHead(new Date(0), 'other options') + journalLine({ blocks: 1, sha256: '' }, 0));
  writeFileSync(manifest, '');
  const given = { file: file('again.csv', csvOf(1)), target: { out: at('again') } };
  await expect(run({ ...given, resume: true })).rejects.toMatchObject({ kind: 'usage' });
  expect((await run(given)).summary).toMatchObject({ rendered: 1, resumed: 0 });
});
