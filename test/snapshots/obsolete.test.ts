import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { isTestRun, obsoleteBaselines } from '../../server/snapshots/obsolete.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const at = (name: string) => join(folder.path, name);

for (const file of [
  'dairy.test.ts',
  '__label_snapshots__/dairy.test.ts/milk-1.png',
  '__label_snapshots__/dairy.test.ts/milk-12.png',
  '__label_snapshots__/dairy.test.ts/butter-1.png',
  '__label_snapshots__/dairy.test.ts/notes.txt',
  '__label_snapshots__/gone.test.ts/bread-1.png',
  '__label_snapshots__/.diff/dairy.test.ts/butter-1.png',
  'below/dairy.test.ts',
  'below/__label_snapshots__/dairy.test.ts/butter-1.png',
  'images/dairy.test.ts/butter-1.png',
]) {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), '');
}

/** What is obsolete after a run that reports these tests of dairy.test.ts; null: the run left the file out. */
function obsolete(tests: readonly string[] | null): readonly string[] {
  const reported = tests?.map((fullName) => ({ fullName }));
  const testResults = reported ? [{ name: at('dairy.test.ts'), assertionResults: reported }] : [];
  return obsoleteBaselines(folder.path, { testResults }).map((path) => path.slice(folder.path.length + 1));
}

const gone = '__label_snapshots__/gone.test.ts/bread-1.png';

describe('baselines are obsolete', () => {
  test('when their test file is gone, or has no such test any more', () => {
    expect(obsolete(['milk'])).toEqual(['__label_snapshots__/dairy.test.ts/butter-1.png', gone]);
  });

  test('not when a test asks for them, whatever its number of labels', () => {
    expect(obsolete(['milk', 'butter'])).toEqual([gone]);
  });

  test('not when the run left their test file out', () => {
    expect(obsolete(null)).toEqual([gone]);
  });

  test('not when their test file failed to load, and so reports no tests', () => {
    expect(obsolete([])).toEqual([gone]);
  });
});

test.each([
  [{ testResults: [] }, true],
  [{ testResults: [{ name: 'a', assertionResults: [] }] }, true],
  [{ testResults: [{ name: 'a', assertionResults: [{ fullName: 'b' }] }] }, true],
  [{ testResults: [{ name: 'a', assertionResults: [{ fullName: 'b' }, {}] }] }, false],
  [{ testResults: [{ name: 'a', assertionResults: [null] }] }, false],
  [{ testResults: [{ name: 'a' }] }, false],
  [{ testResults: [{ assertionResults: [] }] }, false],
  [{ testResults: 'a' }, false],
  [{}, false],
  [[], false],
  [null, false],
  [undefined, false],
  ['testResults', false],
])('%j is the result of a run: %s', (value, expected) => {
  expect(isTestRun(value)).toBe(expected);
});
