import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { column, withRoot } from '../support/labels/documents.js';
import { plainLayoutDir } from '../support/layouts/plain.js';
import { temporaryFolder } from '../support/server.js';
import { PNG } from 'pngjs';
import { readLabel } from '../../renderer/compare/index.js';
import { openSimulator } from '../../server/library.js';
import type { WriteMode } from '../../server/snapshots/check.js';
import { withMasked } from '../../server/snapshots/mask.js';
import { type AssertionContext, type Matched, Matchers } from '../../server/snapshots/matcher.js';
import { moveBaselines } from '../../server/snapshots/moved.js';
import { readRecord } from '../../server/snapshots/record.js';

const simulator = await openSimulator({ layoutsDir: plainLayoutDir });
const milkFields = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
const fields = { ...milkFields, layout: 'plain' };
const milk = simulator.render(fields).png;
const later = simulator.render({ ...fields, date: '2026-12-31' }).png;
const dearer = simulator.render({ ...fields, price: '3.60', date: '2026-12-31' }).png;
const tall = simulator.render({ ...fields, device: 'waveshare-4.2-b' }).png;

let place: string;
let matchers: Matchers;
/** As in a new process. */
function restart(): void {
  matchers = new Matchers({ silent: 'SILENT', write: 'WRITE', accept: 'ACCEPT' });
}
beforeEach(() => {
  place = temporaryFolder().path;
  writeFileSync(join(place, 'package.json'), '{}');
  restart();
});

const contextOf = (writeMode: WriteMode = 'new', file = 'label.test.js', testName = 'milk'): AssertionContext => ({
  test: { testPath: join(place, file), testName, ordinal: 1, attempt: [] },
  writeMode,
});
const baselines = (...names: string[]) => join(place, '__label_snapshots__', 'label.test.js', ...names);
const differences = (...names: string[]) => join(place, '__label_snapshots__', '.diff', 'label.test.js', ...names);
/** The message of a failed label; empty for a match. */
const said = (png: unknown, options?: Parameters<Matchers['one']>[1], how = contextOf()) => {
  const { pass, message } = matchers.one(png, options, how) as Matched;
  expect(pass).toBe(message() === '');
  return message();
};

describe('a mask', () => {
  test('leaves out the boxes of a field, wherever they are, and nothing else', () => {
    expect(said(milk, 'milk')).toBe('');
    expect(said(later, 'milk')).toContain('date 2026-11-20 → 2026-12-31');
    expect(said(later, { name: 'milk', mask: ['date'] })).toBe('');
    const words = said(dearer, { name: 'milk', mask: ['date'] });
    expect(words).toContain('price 3.50 → 3.60');
    expect(words).not.toContain('in date');
    expect(said(dearer, { name: 'milk', mask: ['date', 'price'] })).toBe('');
    const undated = simulator.render({ ...fields, layout: 'minimal' }).png;
    expect(said(undated, { name: 'milk', mask: ['date'] })).toContain('layout plain → minimal');
    const all = { x: 0, y: 0, width: 296, height: 128 };
    expect(said(dearer, { name: 'milk', mask: [all] })).toBe('');
    expect(said(dearer, { name: 'milk', mask: [{ ...all, height: 40 }] })).toContain('differ');
    const device = 'device solum-m2-2.9-bwr (296×128) → waveshare-4.2-b (400×300)';
    expect(said(tall, { name: 'milk', mask: ['date'] })).toContain(device);
  });

  test('of a field leaves out boxes that show it beside another', () => {
    const layout = withRoot(column({ type: 'text', text: '{unit} {date:short}' }, { type: 'price' }));
    const labelOf = (date: string) => simulator.render({ ...fields, layout, date }).png;
    said(labelOf('2026-11-20'), 'milk');
    expect(said(labelOf('2026-12-31'), { name: 'milk', mask: ['date'] })).toBe('');
    expect(said(labelOf('2026-12-31'), { name: 'milk', mask: ['price'] })).toContain('date 2026-11-20 → 2026-12-31');
  });

  test('that leaves the label on the right hides nothing of the next row', () => {
    const label = readLabel(milk);
    const [last, next] = [label.width - 1, label.width];
    const other = { ...label, pixels: label.pixels.map((pixel, i) => (i === last || i === next ? pixel ^ 1 : pixel)) };
    const { pixels } = withMasked(other, [{ x: last - 3, y: 0, width: 20, height: 1 }], label);
    expect([pixels[last], pixels[next]]).toEqual([label.pixels[last], other.pixels[next]]);
  });

  test('is hatched in the pictures of the difference', () => {
    said(milk, 'milk');
    said(dearer, { name: 'milk', mask: ['date'] });
    const { data, width } = PNG.sync.read(readFileSync(differences('milk.difference.png')));
    const date = simulator.render({ ...fields, date: '2026-12-31' }).regions.find(({ name }) => name === 'date')!;
    const colours = new Set<string>();
    for (let y = date.y; y < date.y + date.height; y++)
      for (let x = date.x; x < date.x + date.width; x++) {
        const at = (y * width + x) * 4;
        colours.add(data.subarray(at, at + 3).join());
      }
    expect(colours).toContain('64,96,160');
    expect(colours).not.toContain('224,0,122');
  });

  test('says which fields there are when it names another', () => {
    const expectThrow = (mask: unknown, message: string | RegExp, png: Uint8Array = milk) => {
      expect(() => said(png, { mask } as { mask: string[] })).toThrow(message);
    };
    const known = /Expected a field of the label for mask but received "dat"; the label has product_name, .*price/;
    expectThrow(['dat'], known);
    expect(existsSync(baselines())).toBe(false);
    expect(said(milk)).toBe('');
    expectThrow(['dat'], 'received "dat"');
    expectThrow('date', 'Expected a list of fields for mask but received "date"');
    for (const x of [0.5, -1])
      expectThrow([{ x, y: 0, width: 1, height: 1 }], 'Expected a field, or a box in whole px, for mask');
    expect(said(milk, 'same')).toBe('');
    expect(() => said(milk, { name: 'same', mask: ['dat'] })).toThrow('received "dat"');
    const bare = PNG.sync.write(PNG.sync.read(milk));
    expectThrow(['date'], 'the PNG does not tell where its fields are', bare);
  });
});

describe('a label', () => {
  test('is what the bytes of a PNG show, and no other value', () => {
    for (const [png, options, message] of [
      ['text', undefined, 'Expected the bytes of a PNG for toMatchLabelSnapshot but received a value of type string'],
      [null, undefined, 'received null'],
      [Buffer.from('text'), undefined, 'Expected a PNG'],
      [milk, { names: 'a' }, 'Expected only name, mask in the options of the snapshot but received names'],
      [milk, ' ', 'Expected a name that is not blank for name but received " "'],
    ] as const)
      expect(() => said(png, options as string)).toThrow(message);
    expect(said(new Uint8Array(milk))).toBe('');
    // Different bytes with equal pixels.
    expect(said(PNG.sync.write(PNG.sync.read(milk)), 'milk')).toBe('');
    expect(said(milk, 'milk')).toBe('');
  });

  test('that is missing where none may be written leaves its picture', () => {
    const words = said(milk, undefined, contextOf('none'));
    expect(words).toContain(
      'Expected a baseline __label_snapshots__/label.test.js/milk-1.png but there is none, and SILENT: WRITE',
    );
    expect(words).toContain(differences('milk-1.actual.png'));
    expect(readFileSync(differences('milk-1.actual.png'))).toEqual(milk);
    expect(existsSync(baselines())).toBe(false);
  });

  test('that differs leaves four pictures until it is as it was', () => {
    said(milk, 'milk');
    restart();
    expect(said(dearer, 'milk', contextOf('none'))).toContain('To accept the change, ACCEPT');
    const kinds = ['.actual', '.difference', '.expected', ''];
    expect(readdirSync(differences()).sort()).toEqual(kinds.map((kind) => `milk${kind}.png`));
    expect(said(milk, 'milk', contextOf('none'))).toBe('');
    expect(readdirSync(differences())).toEqual([]);
    // Labels of two sizes have no difference.
    expect(said(tall, 'milk')).not.toBe('');
    expect(existsSync(differences('milk.difference.png'))).toBe(false);
  });

  test('of a name that another label of this run has is an error, also where all may be written', () => {
    expect(said(milk, 'milk', contextOf('all'))).toBe('');
    expect(said(milk, 'milk', contextOf('all'))).toBe('');
    const words = said(dearer, 'milk', contextOf('all', 'label.test.js', 'other'));
    expect(words).toContain('The label differs from another one of this run, which has the same name');
    expect(words).toContain('Give each label a different name');
    expect(readFileSync(baselines('milk.png'))).toEqual(milk);
  });

  test('of a test file that several processes run is in one record', () => {
    for (const testName of ['milk', 'butter']) {
      restart();
      said(milk, testName, contextOf('new', 'label.test.js', testName));
      const tests = [{ testName, ordinal: 1, passed: true }];
      expect(matchers.finish(() => ({ tests, all: false }))).toHaveLength(1);
    }
    const { complete, tests } = readRecord(join(place, 'label.test.js'))!;
    expect([complete, tests.map(({ used }) => used)]).toEqual([false, [['milk.png'], ['butter.png']]]);
  });

  test('is not written where the baseline can’t be read', () => {
    mkdirSync(baselines('milk.png'), { recursive: true });
    expect(() => said(milk, 'milk')).toThrow('but received a folder');
  });

  test('replaces a broken baseline only where all may be written', () => {
    said(milk, 'milk');
    writeFileSync(baselines('milk.png'), 'text');
    restart();
    expect(() => said(milk, 'milk')).toThrow("milk.png can't be read");
    expect(said(milk, 'milk', contextOf('all'))).toBe('');
    expect(readFileSync(baselines('milk.png'))).toEqual(milk);
  });
});

describe('a test file that was renamed', () => {
  const lost = (file: string) => {
    const old = join(place, 'old', '__label_snapshots__', file);
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, 'milk-1.png'), milk);
  };
  beforeEach(() => {
    lost('shelf.test.js');
  });

  test('names where its baselines are, and the command moves them', () => {
    const words = said(milk);
    expect(words).toContain('but there is none, while ');
    const [, from, to] = /npx esl-sim snapshots --move "(.*)" "(.*)"/.exec(words)!;
    expect(existsSync(baselines())).toBe(false);
    expect(moveBaselines(from!, to!)).toMatch(/label\.test\.js$/);
    restart();
    expect(said(milk, undefined, contextOf('none'))).toBe('');
    expect(() => moveBaselines(from!, to!)).toThrow('Expected baselines of');
    expect(() => moveBaselines(to!, to!)).toThrow('Expected no baselines of');
  });

  test('of node:test has baselines with a suffix, which move too', () => {
    lost('dairy.test.js.labels');
    const [from, to] = ['old/dairy.test.js', 'dairy.test.js'].map((file) => join(place, file));
    expect(moveBaselines(from!, to!)).toBe(join(place, '__label_snapshots__', 'dairy.test.js.labels'));
    lost('dairy.test.js.labels');
    expect(() => moveBaselines(from!, to!)).toThrow('Expected no baselines of');
  });

  test('is not found by baselines with other names', () => {
    expect(said(milk, 'another')).toBe('');
  });

  test('is not found while the other test file exists', () => {
    writeFileSync(join(place, 'old', 'shelf.test.js'), '');
    expect(said(milk)).toBe('');
  });

  test('is not found if two have baselines of that name', () => {
    lost('dairy.test.js');
    expect(said(milk)).toBe('');
  });

  test('may have all written again', () => {
    expect(said(milk, undefined, contextOf('all'))).toBe('');
    expect(existsSync(baselines('milk-1.png'))).toBe(true);
  });
});

describe('a label without a date', () => {
  const undated = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
  const spy = () => jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  let warn: ReturnType<typeof spy>;
  beforeEach(() => {
    warn = spy();
  });
  afterEach(() => {
    warn.mockRestore();
  });

  test('warns once a process, as it will differ tomorrow', () => {
    expect(said(simulator.render(undated).png)).toBe('');
    expect(said(simulator.render(undated))).toBe('');
    expect(warn.mock.calls).toHaveLength(1);
    expect(warn.mock.calls[0]![0]).toContain(
      'Expected a date for the label of "milk" but it is drawn with today\'s date: it will differ tomorrow.',
    );
  });

  test('fails in CI, unless its date is masked, or it shows none', async () => {
    const { png } = simulator.render(undated);
    const layout = 'minimal';
    said(png, 'milk');
    said(simulator.render({ ...undated, layout }).png, 'without');
    expect(said(png, 'milk', contextOf('none'))).toContain("drawn with today's date");
    expect(said(png, { name: 'milk', mask: ['date'] }, contextOf('none'))).toBe('');
    expect(said(simulator.render({ ...undated, layout }).png, 'without', contextOf('none'))).toBe('');
    expect(said(new Uint8Array(png), 'milk', contextOf('none'))).toBe('');
    const many = await matchers.many(undated, ['solum-m2-2.9-bwr'], undefined, contextOf('none'));
    expect([many.pass, many.message()]).toEqual([false, expect.stringContaining("drawn with today's date")]);
  });
});

describe('what is compared', () => {
  test('may be the whole rendering', () => {
    expect(said(simulator.render(fields), 'milk')).toBe('');
    expect(readFileSync(baselines('milk.png'))).toEqual(milk);
    expect(said(dearer, 'milk')).toContain('price 3.50 → 3.60');
  });

  test('may be fields, which are drawn', async () => {
    const matched = matchers.one(milkFields, 'milk', contextOf());
    expect(existsSync(baselines('milk.png'))).toBe(false);
    // A test that does not wait for it.
    await matchers.settle();
    expect(readFileSync(baselines('milk.png'))).toEqual(simulator.render(milkFields).png);
    expect(await matched).toMatchObject({ pass: true });
    await expect(matchers.one({ price: '3.50' }, 'milk', contextOf())).rejects.toThrow('product_name');
    await matchers.settle();
    const other = await matchers.one({ ...milkFields, price: '3.60' }, 'milk', contextOf());
    expect(other.message()).toContain('price 3.50 → 3.60');
  });

  test('is counted as written, changed, equal or different', () => {
    const counted: unknown[] = [];
    const how = (mode: WriteMode): AssertionContext => ({
      ...contextOf(mode),
      count: (result) => counted.push(result.pass ? result.wrote : result.reason),
    });
    said(milk, 'milk', how('new'));
    restart();
    for (const png of [milk, dearer]) said(png, 'milk', how('new'));
    said(dearer, 'milk', how('all'));
    expect(counted).toEqual(['new', false, 'differs', 'changed']);
  });
});

test('a file whose tests all pass reports the baselines that none of them uses', () => {
  const finished = (passed: boolean) => {
    const found: string[] = [];
    matchers.finish(
      () => ({ tests: [{ testName: 'milk', ordinal: 1, passed }], all: true }),
      (paths) => found.push(...paths),
    );
    return found.map((path) => path.replace(/.*label\.test\.js./, ''));
  };
  said(milk);
  said(milk, 'other');
  expect(finished(true)).toEqual([]);
  said(milk);
  expect(finished(false)).toEqual([]);
  restart();
  said(milk);
  expect(finished(true)).toEqual(['other.png']);
});

describe('one content on many panels', () => {
  const devices = ['solum-m2-2.9-bwr', 'waveshare-4.2-b', 'generic-296x128-bwr'];
  const many = async (received: unknown, ids: unknown = devices, options: object = {}, how = contextOf()) => {
    const given = { layoutsDir: plainLayoutDir, ...options };
    const { pass, message } = await matchers.many(received, ids as string[], given, how);
    expect(pass).toBe(message() === '');
    return message();
  };

  test('has a baseline for each, in a folder, and lists those that differ', async () => {
    expect(await many(fields)).toBe('');
    expect(readdirSync(baselines('milk-1')).sort()).toEqual([...devices].sort().map((id) => `${id}.png`));
    expect(await many({ ...fields, date: '2026-12-31' }, devices, { name: 'a', mask: ['date'] })).toBe('');
    expect(await many(fields, devices, { name: 'a', mask: ['date'] })).toBe('');
    rmSync(baselines('a', 'waveshare-4.2-b.png'));
    writeFileSync(baselines('a', 'solum-m2-2.9-bwr.png'), dearer);
    restart();
    const words = await many(fields, devices, { name: 'a', mask: ['date'] }, contextOf('none'));
    expect(words).toMatch(/^2 of 3 panels differ from a:\n\n {2}solum-m2-2.9-bwr:\n {4}price 3\.60 → 3\.50\n/);
    const missing =
      /\n {2}waveshare-4.2-b:\n {4}has no baseline; the image of this run: .*a\/waveshare-4.2-b.actual.png\n/;
    expect(words).toMatch(missing);
    expect(words).toMatch(/\nTo accept the changes, ACCEPT$/);
    const none = await many(fields, devices, { name: 'none' }, contextOf('none'));
    expect(none).toMatch(/\nThere is no baseline, and SILENT: WRITE$/);
  });

  test('is drawn in each of the layouts, of folders of one’s own, too', async () => {
    const words = await many(milkFields, [devices[0]], { layouts: ['standard', 'plain'] });
    expect(words).toBe('');
    const files = ['plain', 'standard'].map((layout) => `${devices[0]!}@${layout}.png`);
    expect(readdirSync(baselines('milk-1')).sort()).toEqual(files);
    // Another folder has other layouts.
    const without = await many(milkFields, [devices[0]], { layouts: ['plain'], layoutsDir: undefined, name: 'b' });
    expect(without).toContain('plain');
  });

  test('says of each panel why it is not drawn, and refuses what is no list or no fields', async () => {
    const words = await many(fields, ['solum-m2-2.9-bwr', 'solum-m3']);
    expect(words).toMatch(/^1 of 2 panels differs from milk-1:\n\n {2}solum-m3:\n {4}.*solum-m3/);
    for (const [received, ids, message] of [
      [milk, devices, 'Expected the fields of a label for toMatchLabelSnapshots'],
      [{ ...fields, device: 'a' }, devices, 'Expected fields without device'],
      [fields, ['a', 'a'], 'Expected ids of panels, each once, for toMatchLabelSnapshots but received "a"'],
      [fields, ['../a'], 'received "../a"'],
      [fields, [], 'received []'],
    ] as const)
      await expect(many(received, ids)).rejects.toThrow(message);
  });
});
