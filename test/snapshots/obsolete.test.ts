import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/server.js';
import { isTestRun, obsoleteBaselines } from '../../server/snapshots/upkeep/obsolete.js';
import { type TestRecord, writeRecord } from '../../server/snapshots/record.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);

const own = '__label_snapshots__/dairy.test.ts';
const gone = '__label_snapshots__/gone.test.ts/bread-1.png';
const ownFiles = ['milk-1.png', 'milk-12.png', 'butter-1.png', 'named.png', 'panels-1/a-10.png', 'notes.txt'];
for (const file of [
  ...['dairy.test.ts', ...ownFiles.map((name) => `${own}/${name}`), gone],
  ...['__label_snapshots__/.diff/dairy.test.ts/butter-1.png', 'below/dairy.test.ts', `below/${own}/butter-1.png`],
  'images/dairy.test.ts/butter-1.png',
]) {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), '');
}

/** Obsolete baselines after a run with these tests of dairy.test.ts; null: the file was not run. */
function obsolete(tests: readonly string[] | null): readonly string[] {
  const reported = tests?.map((fullName) => ({ fullName }));
  const testResults = reported ? [{ name: at('dairy.test.ts'), assertionResults: reported }] : [];
  return obsoleteBaselines(folder.path, { testResults }).map((path) => path.slice(folder.path.length + 1));
}

describe('baselines are obsolete', () => {
  test.each([
    ['when their test file is gone, or has no such test any more', ['milk'], ['butter-1.png', 'panels-1/a-10.png']],
    ['not when a test asks for them, whatever its number of labels', ['milk', 'butter', 'panels'], []],
    ['not when the run left their test file out', null, []],
    ['not when their test file failed to load, and so reports no tests', [], []],
  ])('%s', (_, tests, names) => {
    expect(obsolete(tests)).toEqual([...names.map((name) => `${own}/${name}`), gone]);
  });
});

describe('by the record that a run leaves', () => {
  const passed = (testName: string, used: readonly string[], time = Date.now() + 1000): TestRecord => ({
    ...{ testName, ordinal: 1, whole: true, used, time },
  });
  const unused = (complete: boolean, tests: readonly TestRecord[]) => {
    writeRecord(at('dairy.test.ts'), { complete, tests });
    const found = obsoleteBaselines(at('__label_snapshots__'));
    rmSync(at('__label_snapshots__/.diff/dairy.test.ts.json'));
    return found.map((path) => path.slice(folder.path.length + 1)).filter((path) => path !== gone);
  };

  test('baselines are obsolete that a test which passed did not ask for', () => {
    expect(unused(false, [passed('milk', ['milk-1.png'])])).toEqual([`${own}/milk-12.png`]);
    expect(unused(false, [{ ...passed('milk', ['milk-1.png']), whole: false }])).toEqual([]);
    expect(unused(false, [passed('milk', []), passed('other', ['milk-1.png'])])).toEqual([`${own}/milk-12.png`]);
  });

  test('named ones and those of tests that are gone are obsolete when all tests passed', () => {
    const tests = [passed('milk', ['milk-1.png', 'milk-12.png']), passed('other', [])];
    expect(unused(false, tests)).toEqual([]);
    expect(unused(true, tests)).toEqual([`${own}/butter-1.png`, `${own}/named.png`, `${own}/panels-1/a-10.png`]);
    const all = [...tests, passed('panels', ['panels-1/a-10.png', 'named.png'])];
    expect(unused(true, all)).toEqual([`${own}/butter-1.png`]);
  });

  test('none is obsolete that is newer than the record, or whose record is of another version', () => {
    expect(unused(true, [passed('milk', [], 1000)])).toEqual([]);
    const record = passed('milk', []);
    expect(unused(true, [record])).not.toEqual([]);
    for (const [member, value] of Object.entries(record)) {
      const other = typeof value === 'number' ? String(value) : 7;
      expect([member, unused(true, [{ ...record, [member]: other }])]).toEqual([member, []]);
    }
    expect(unused(true, [{ ...record, used: [5] as unknown as string[] }])).toEqual([]);
    expect(unused(null as unknown as boolean, [record])).toEqual([]);
  });
});

test('two tests of one name have separate baselines', () => {
  const tests = ['milk', 'milk', 'butter'].map((fullName) => ({ fullName }));
  for (const twin of [2, 3]) writeFileSync(at(`${own}/milk.${twin}-1.png`), '');
  const run = { testResults: [{ name: at('dairy.test.ts'), assertionResults: tests }] };
  const found = obsoleteBaselines(folder.path, run).map((path) => path.slice(folder.path.length + 1));
  expect(found).toEqual([`${own}/milk.3-1.png`, `${own}/panels-1/a-10.png`, gone]);
});

test('the result of a run has the tests of each file by their names', () => {
  const ofTests = (...assertionResults: unknown[]) => ({ testResults: [{ name: 'a', assertionResults }] });
  for (const run of [{ testResults: [] }, ofTests(), ofTests({ fullName: 'b' })])
    expect([run, isTestRun(run)]).toEqual([run, true]);
  const others = [{ testResults: [{ name: 'a' }] }, { testResults: [{ assertionResults: [] }] }, { testResults: 'a' }];
  const wrong = [ofTests({ fullName: 'b' }, {}), ofTests(null), ...others, {}, [], null, undefined, 'testResults'];
  for (const value of wrong) expect([value, isTestRun(value)]).toEqual([value, false]);
});
