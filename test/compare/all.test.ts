import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { differenceMask, differencePicture, readLabel } from '../../renderer/compare/index.js';
import { sideBySide, withoutExtras } from '../../renderer/compare/index.js';
import { compareAll } from '../../server/compare/compare-all.js';
import compareBlock from '../../server/compare/worker.js';
import { comparePair, type Result } from '../../server/compare/compare-pair.js';
import { junitPieces } from '../../server/compare/junit.js';
import { findPairs, type LabelPair } from '../../server/compare/pairs.js';
import { reportPieces } from '../../server/compare/report.js';
import { Spool } from '../../server/compare/spool.js';
import { countsInWords, quoted, wordsOf } from '../../server/compare/words.js';
import { FileMap } from '../../server/files/file-map.js';
import { placePieces } from '../../server/files/write-file.js';
import { openSimulator } from '../../server/library.js';
import { runHere } from '../support/cli.js';
import { expectRecorded, linesOfOutput } from '../support/tables/records.js';
import { milkLabel, temporaryFolder } from '../support/server.js';

const simulator = await openSimulator();
const { at } = temporaryFolder();
const { png: milk } = simulator.render(milkLabel);
const { png: dearer } = simulator.render({ ...milkLabel, price: '3.60' });

function put(side: string, name: string, bytes: Uint8Array): void {
  mkdirSync(join(at(side, name), '..'), { recursive: true });
  writeFileSync(at(side, name), bytes);
}

for (let i = 0; i < 200; i++) {
  const name = `${i % 7}/label ${String(i).padStart(3, '0')}.png`;
  put('before', name, milk);
  put('after', name, i % 10 === 3 ? dearer : i === 150 ? Buffer.from('no PNG') : milk);
}
const found = findPairs(at('before'), at('after'));
const pairs: readonly LabelPair[] = found.kind === 'folders' ? found.pairs : [];

/** Results in order of completion, the updates of the progress bar, and the number of pictures. */
async function all(jobs: number, these = pairs, signal = new AbortController().signal, updates: number[] = []) {
  const results: Result[] = [];
  let pictures = 0;
  const progress = { update: (done: number) => updates.push(done), stop: () => updates.push(-1) };
  for await (const compared of compareAll(these, { jobs, pictured: true, progress, signal })) {
    results.push(compared.result);
    if (compared.pictures) pictures++;
  }
  return { results, updates, pictures };
}

describe('many pairs', () => {
  test('are compared by threads as by one, in their order, and the progress is reported', async () => {
    const [one, two] = [await all(1), await all(2)];
    expect(two).toEqual(one);
    expect(two.results.map(({ name }) => name)).toEqual(pairs.map(({ name }) => name));
    expect(two.results.filter(({ outcome }) => outcome === 'differs')).toHaveLength(20);
    const broken = two.results.filter(({ outcome }) => outcome === 'broken');
    expect(broken.map(({ name }) => name)).toEqual(['3/label 150.png']);
    expect(two.pictures).toBe(20);
    expect(two.updates.slice(-3)).toEqual([192, 200, -1]);
  });

  test('end early with the file that can’t be read, or when the command is interrupted', async () => {
    const gone = [...pairs, { name: 'x.png', expected: at('no', 'x.png'), actual: at('no', 'x.png') }];
    await expect(all(2, gone)).rejects.toThrow('no/x.png');
    await expect(all(2, pairs, AbortSignal.abort())).rejects.toThrow('Interrupted: nothing was written');
    const updates: number[] = [];
    await expect(all(1, gone.slice(-1), undefined, updates)).rejects.toThrow('no/x.png');
    expect(updates).toEqual([-1]);
  });

  test('are found by their names, also where one is missing, but not in packages', () => {
    for (const name of ['b.png', 'c.PNG', 'node_modules/x.png']) put('here', name, milk);
    for (const name of ['a.png', 'b.png', 'c.PNG']) put('there', name, milk);
    const names = findPairs(at('here'), at('there'));
    expect(names).toMatchObject({ pairs: [{ name: 'a.png', alone: 'extra' }, { name: 'b.png' }, { name: 'c.PNG' }] });
    // However deep their folder is.
    const deep = `${'d/'.repeat(1000)}x.png`;
    put('deep', deep, milk);
    expect(findPairs(at('deep'), at('deep'))).toMatchObject({ pairs: [{ name: deep }] });
    rmSync(at('deep'), { recursive: true });
  });

  test('are not read where they are too large', () => {
    put('large', 'x.png', milk);
    truncateSync(at('large', 'x.png'), 2 ** 26 + 1);
    const pair = { name: 'x.png', expected: at('large', 'x.png'), actual: at('large', 'x.png') };
    const message = `${pair.expected}: Expected at most 67108864 bytes for picture but received 67108865`;
    expect(comparePair(pair, false).result).toMatchObject({ outcome: 'broken', message });
  });
});

test('two folders are paired by the paths of their PNGs, and one of them may lack some', () => {
  for (const [side, names] of Object.entries({ left: ['a', 'b'], right: ['b', 'c'] }))
    for (const name of names) put(side, `${name}.png`, milk);
  const { kind, pairs } = findPairs(at('left'), at('right')) as { kind: string; pairs: readonly LabelPair[] };
  expect(kind).toBe('folders');
  expect(pairs.map(({ name, alone }) => [name, alone])).toEqual([
    ['a.png', 'missing'],
    ['b.png', undefined],
    ['c.png', 'extra'],
  ]);
  const sides = pairs.map((pair) => comparePair(pair, true).pictures).map((one) => [one?.expected, one?.actual]);
  expect(sides.map((side) => side.map((one) => (one ?? null) !== null))).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(pairs[0]).toMatchObject({ expected: join(at('left'), 'a.png'), actual: join(at('right'), 'a.png') });
});

test.each([
  ['', { same: 2 }],
  ['1 differs, 1 missing, 1 extra, 1 broken', { broken: 1, extra: 1, missing: 1, differs: 1 }],
  ['2 differ, 3 missing, 4 extra, 5 broken', { same: 1, broken: 5, extra: 4, missing: 3, differs: 2 }],
])('results are counted in words: "%s"', (words, counts) => {
  const results = Object.entries(counts).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => ({ outcome })),
  );
  expect(countsInWords(results as unknown as readonly Result[])).toBe(words);
});

test('a folder is reported as before, in each form', async () => {
  const [one, two] = [at('was'), at('is')];
  const changes = { same: {}, price: { price: '3.60' }, panel: { device: 'waveshare-4.2-b' }, unit: { unit: '2 L' } };
  for (const [name, change] of Object.entries(changes)) {
    put('was', `${name} & 1.png`, milk);
    put('is', `${name} & 1.png`, simulator.render({ ...milkLabel, ...change }).png);
  }
  put('was', 'gone.png', milk);
  put('is', 'new.png', milk);
  put('is', 'price & 1.txt', milk);
  put('was', 'broken.png', milk);
  put('is', 'broken.png', Buffer.from('no PNG'));
  const [page, junit] = [at('said.html'), at('said.xml')];
  const ran = await runHere(['compare', one, two, '--report', page, '--junit', junit]);
  const json = await runHere(['compare', one, two, '--json']);
  const texts = {
    output: ran.stdout,
    errors: ran.stderr,
    json: json.stdout,
    page: readFileSync(page),
    junit: readFileSync(junit),
  };
  const records = Object.entries({ code: String(ran.code), ...texts });
  expectRecorded(
    'compare-reports',
    records.map(([title, text]) => [title, linesOfOutput(text, at(''))]),
  );
});

test('a difference and what is broken have words, other results none', () => {
  const words = ['The price', 'The unit'];
  const list = ['differs', 'broken', 'missing', 'extra', 'same'].map((outcome) =>
    wordsOf({ outcome, message: 'No PNG', difference: { words } } as unknown as Result),
  );
  expect(list).toEqual([words, ['No PNG'], [], [], []]);
});

describe('the pictures of a report', () => {
  test('have the pixels of the labels, and nothing else', () => {
    const large = simulator.render({ ...milkLabel, device: 'waveshare-4.2-b' }).png;
    const plain = withoutExtras(large);
    expect(readLabel(plain).pixels).toEqual(readLabel(large).pixels);
    expect(plain.toString('latin1')).not.toMatch(/pHYs|tEXt|iTXt|zTXt/);
  });

  test.each(['solum-m2-2.9-bwr', 'gooddisplay-gdey0213b74'])('of %s have a mask that covers what differs', (device) => {
    const [a, b] = ['3.50', '3.60'].map((price) => readLabel(simulator.render({ ...milkLabel, price, device }).png));
    const { data } = PNG.sync.read(differenceMask(a!, b!));
    const covered = Array.from(a!.pixels, (_, i) => data[i * 4 + 3] === 255);
    expect(covered).toEqual(Array.from(a!.pixels, (pixel, i) => pixel !== b!.pixels[i]));
  });
});

test('pictures of a difference fit labels of any size, and are hatched where they are masked', () => {
  const label = (width: number, height: number) => readLabel(PNG.sync.write(new PNG({ width, height })));
  const wide = PNG.sync.read(sideBySide(label(900, 1), label(900, 1)));
  expect([wide.width, wide.height]).toEqual([900 * 3 + 16, 1]);
  // The widest one says how large all are.
  expect(PNG.sync.read(sideBySide(label(300, 1), label(700, 1))).width).toBe(300 + 700 + 8);
  // Below the lower one is the colour of the gap.
  const { data, width } = PNG.sync.read(sideBySide(label(900, 2), label(900, 1)));
  const last = (x: number, y: number) => data[(y * width + x) * 4];
  expect([last(910, 0), last(910, 1)]).toEqual([0, 128]);
  const masked = PNG.sync.read(differencePicture(label(16, 16), label(16, 16), [{ x: 4, y: 4, width: 8, height: 8 }]));
  for (let i = 0; i < 256; i++) {
    const [x, y] = [i % 16, i >> 4];
    const inside = x >= 4 && y >= 4 && x < 12 && y < 12;
    if (masked.data[i * 4] === 64) expect([x, y, inside]).toEqual([x, y, true]);
  }
});

describe('a report', () => {
  const before = new Set(readdirSync(tmpdir()));
  const picture = (base64: string) => ({ width: 1, height: 1, base64, sha256: base64.slice(0, 8) });

  test('begins with missing files, has each picture once and in blocks, and leaves nothing behind', () => {
    const spool = new Spool();
    const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('esl-report-') && !before.has(name));
    const entries = Array.from({ length: 102 }, (_, i) => {
      const result: Result = { name: `${i}.png`, expected: 'a', actual: 'b', outcome: 'missing' };
      const expected = picture(`${i % 3}${'A'.repeat(39_999)}`);
      return spool.add({ result, pictures: { expected, actual: null, mask: null } });
    });
    const box = { x: 0, y: 0, width: 3, height: 3 };
    const difference = { match: false, reason: 'pixels', count: 9, box, words: [], changes: [] } as const;
    const other: Result = { name: '<b>.png', expected: 'a', actual: 'b', outcome: 'differs', difference };
    const report = { expected: 'a', actual: 'b', total: 200, spool, accept: null };
    const few = [...reportPieces({ ...report, entries: entries.slice(8, 12).reverse() })].join('');
    expect(few.match(/<h2>\d+/g)).toEqual(['<h2>10', '<h2>11', '<h2>8', '<h2>9']);
    const all = [spool.add({ result: other, pictures: null }), ...entries];
    const html = [...reportPieces({ ...report, entries: all })].join('');
    expect(html).toContain('<h2>&#60;b&#62;.png</h2>');
    expect(html.indexOf('<h2>0.png')).toBeLessThan(html.indexOf('<h2>&#60;b'));
    expect(html.match(/<img alt/g)).toHaveLength(100);
    expect(html.match(/<script type="text\/plain" id="block-\d+">[^<]{40000}</g)).toHaveLength(3);
    spool.close();
    expect(folders.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([]);
    expect([quoted('a/b-1.png'), quoted("it's 'a'")]).toEqual(['a/b-1.png', `'it'\\''s '\\''a'\\'''`]);
  });
});

describe('files', () => {
  test('are written completely or not at all, and a link stays one', () => {
    put('files', 'a', Buffer.from('old'));
    symlinkSync(at('files', 'a'), at('files', 'link'));
    placePieces(at('files', 'link'), ['ne', 'w']);
    expect(readFileSync(at('files', 'a'), 'utf8')).toBe('new');
    expect(lstatSync(at('files', 'link')).isSymbolicLink()).toBe(true);
    const failing = function* () {
      yield 'half';
      throw new Error('No more');
    };
    expect(() => {
      placePieces(at('files', 'a'), failing());
    }).toThrow('No more');
    expect([readdirSync(at('files')), readFileSync(at('files', 'a'), 'utf8')]).toEqual([['a', 'link'], 'new']);
  });

  test('are read once, when they are looked up', () => {
    const read: string[] = [];
    const files = new FileMap(new Map(Object.entries({ a: '/a', b: '/b' })), (path) => read.push(path));
    expect([files.size, files.has('b')]).toEqual([2, true]);
    expect(['b', 'b', 'c'].map((id) => files.get(id))).toEqual([1, 1, undefined]);
    expect(read).toEqual(['/b']);
    expect(Object.fromEntries(files)).toEqual({ a: 2, b: 1 });
  });
});

describe('a JUnit report', () => {
  const result = (name: string): Result => ({ name, expected: 'a', actual: 'b', outcome: 'missing' });

  test('counts failures and errors, and names what failed', () => {
    const results: Result[] = [
      { name: 'a/b.png', expected: 'x/a/b.png', actual: 'y/a/b.png', outcome: 'broken', message: 'Expected a PNG' },
      result('c.png'),
      { name: 'd.png', expected: 'a', actual: 'b', outcome: 'same' },
    ];
    expect([...junitPieces('labels', results, 1234.5678)].join('').split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="esl-sim compare" tests="3" failures="1" errors="1" time="1234.568">',
      '<testsuite name="labels" tests="3" failures="1" errors="1" time="1234.568" skipped="0">',
      '<testcase name="b.png" classname="a">',
      '<error type="broken" message="Expected a PNG">Not a PNG of a label&#10;  Expected a PNG&#10;expected: x/a/b.png&#10;actual: y/a/b.png</error>',
      '<system-out>[[ATTACHMENT|y/a/b.png]]</system-out>',
      '</testcase>',
      '<testcase name="c.png" classname="labels">',
      '<failure type="missing" message="There is no actual label">There is no actual label&#10;expected: a</failure>',
      '<system-out>[[ATTACHMENT|a]]</system-out>',
      '</testcase>',
      '<testcase name="d.png" classname="labels"/>',
      '</testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  test('has only characters that XML 1.0 allows (section 2.2), whatever a file is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        const xml = [...junitPieces(name, [result(name)], 0)].join('');
        expect(xml).toMatch(/^(?:[\t\n\r\x20-\ud7ff\ue000-\ufffd]|[\u{10000}-\u{10ffff}])*$/u);
        expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!#\d+;)/);
      }),
    );
    expect([...junitPieces('\0\x1b\ud800a😀', [], 0)].join('')).toContain('name="\ufffd\ufffd\ufffda😀"');
  });
});

describe('a thread of a comparison', () => {
  const block = (pair: LabelPair) => compareBlock({ pairs: [pair], pictured: false });
  const label = { name: 'a.png', expected: at('before', '0/label 000.png'), actual: at('none.png') };

  test('names the file that it can’t read', () => {
    expect(block(label)).toEqual({ failure: expect.stringContaining(label.actual) });
  });

  test('fails by anything but a file, as that is a bug', () => {
    expect(() => block(null as unknown as LabelPair)).toThrow(TypeError);
  });
});
