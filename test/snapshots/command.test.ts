import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openSimulator } from '../../server/library.js';
import { type TestRecord, writeRecord } from '../../server/snapshots/record.js';
import { expectEnd, runHere } from '../support/cli.js';
import { milkLabel, temporaryFolder } from '../support/server.js';

const simulator = await openSimulator();
const folder = temporaryFolder();
const at = (...names: readonly string[]) => join(folder.path, 'project', ...names);
const { png: milk } = simulator.render(milkLabel);
const { png: dearer } = simulator.render({ ...milkLabel, price: '3.60' });
const [kept, gone] = ['milk-1.png', 'butter-1.png'].map((name) => at('__label_snapshots__/dairy.test.ts', name));
const run = join(folder.path, 'run.json');
const report = join(folder.path, 'report.html');
const diff = 'shelf/__label_snapshots__/.diff/dairy.test.ts';

function put(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The last run of the shelf's tests. */
function writeShelfRecord(...tests: readonly Pick<TestRecord, 'used' | 'whole'>[]): void {
  put(at('shelf/dairy.test.ts'), '');
  const all = tests.map((test, i) => ({ testName: `test ${i}`, ordinal: 1, time: Date.now(), ...test }));
  writeRecord(at('shelf/dairy.test.ts'), { complete: false, tests: all });
}

function writeRun(tests: readonly string[], startTime = 0): void {
  const assertionResults = tests.map((fullName) => ({ fullName }));
  put(run, JSON.stringify({ startTime, testResults: [{ name: at('dairy.test.ts'), assertionResults }] }));
}

async function snapshots(...args: readonly string[]) {
  const { code, stdout, stderr } = await runHere(['snapshots', ...args]);
  return { code, out: stdout.toString().replaceAll(`${folder.path}/`, ''), err: stderr };
}

beforeEach(() => {
  rmSync(at(), { recursive: true, force: true });
  rmSync(report, { force: true });
  put(at('dairy.test.ts'), '');
  for (const path of [kept!, gone!]) put(path, milk);
  writeRun(['milk']);
});

describe('esl-sim snapshots', () => {
  test('ends with 66 while there are obsolete ones, and with 0 when they are deleted', async () => {
    const line = 'project/__label_snapshots__/dairy.test.ts/butter-1.png\n';
    expect(await snapshots(run, at())).toEqual({ code: 66, out: `obsolete\t${line}`, err: '' });
    expect(await snapshots(run, at(), '--prune')).toEqual({ code: 0, out: `deleted\t${line}`, err: '' });
    expect([existsSync(kept!), existsSync(gone!)]).toEqual([true, false]);
    expect(await snapshots(run, at())).toEqual({ code: 0, out: '', err: '' });
  });

  test('prints JSON', async () => {
    const { code, out } = await snapshots(run, at(), '--json');
    const obsolete = ['project/__label_snapshots__/dairy.test.ts/butter-1.png'];
    expect([code, JSON.parse(out)]).toEqual([66, { obsolete, deleted: false }]);
  });

  test('reports on what differed in the last run, and on what has no snapshot yet', async () => {
    for (const name of ['milk-1.expected', 'cream-1.actual', 'many-1/panel.actual']) put(at(diff, `${name}.png`), milk);
    for (const name of ['milk-1.actual', 'milk-1.difference', 'milk-1']) put(at(diff, `${name}.png`), dearer);
    writeShelfRecord({ used: ['cream-1.png', 'many-1/panel.png', 'milk-1.png'], whole: false });
    cpSync(at('shelf'), at('node_modules/shelf'), { recursive: true });
    cpSync(at('shelf'), at('.cache/shelf'), { recursive: true });
    expect(await snapshots(at(), '--report', report)).toEqual({
      code: 66,
      out: 'extra\tshelf/dairy.test.ts/cream-1.png\nextra\tshelf/dairy.test.ts/many-1/panel.png\ndiffers\tshelf/dairy.test.ts/milk-1.png\n\tprice 3.50 → 3.60\n',
      err: '',
    });
    const html = readFileSync(report, 'utf8');
    expect(html).toContain('3 of 3 labels are not the same');
    expect(html).toContain('run the tests again with <code>-u</code>');
    expect((await snapshots(at(), '--report', report, '--prune')).code).toBe(66);
  });

  test('leaves out what an earlier run left, of tests that now pass, end early or are gone', async () => {
    for (const name of ['milk-1', 'cream-1', 'egg-1']) put(at(diff, `${name}.actual.png`), milk);
    put(at(diff, '../gone.test.ts/milk-1.actual.png'), milk);
    writeShelfRecord({ used: ['milk-1.png'], whole: false }, { used: ['cream-1.png'], whole: true });
    const differing = async () => (await snapshots(at(), '--report', report)).out;
    expect(await differing()).toBe('extra\tshelf/dairy.test.ts/milk-1.png\n');
    rmSync(at('shelf/dairy.test.ts'));
    expect(await differing()).toBe('');
  });

  test('leaves out what is older than the run', async () => {
    writeRun(['milk', 'butter'], Date.parse('2026-11-20'));
    for (const name of ['milk-1.expected.png', 'milk-1.actual.png']) put(at(diff, name), milk);
    put(at(diff, 'cream-1.actual.png'), milk);
    writeShelfRecord({ used: ['cream-1.png', 'milk-1.png'], whole: false });
    const before = Date.parse('2026-11-19') / 1000;
    utimesSync(at(diff, 'cream-1.actual.png'), before, before);
    const { code, out } = await snapshots(run, at(), '--report', report, '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { obsolete: [], deleted: false, differing: [] }]);
    expect(readFileSync(report, 'utf8')).toContain('0 of 1 label is not the same');
  });

  test('says what is no result of a run, and what it was not given', async () => {
    put(run, '{}');
    await expectEnd(['snapshots', run, at()], 65, 'Expected the JSON');
    await expectEnd(['snapshots', '--move', 'one'], 64, 'two test files');
  });
});
