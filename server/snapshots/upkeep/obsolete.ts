import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pngFiles } from '../../files/png-files.js';
import { baselineStem, snapshotsFolder, testFileOf } from '../names.js';
import { orderOf } from '../order.js';
import { type FileRecord, readRecord } from '../record.js';

/** The fields in use of jest's and vitest's `json` report. */
export interface TestRun {
  /** In ms since 1970. */
  readonly startTime?: unknown;
  readonly testResults: readonly {
    /** The path of the test file. */
    readonly name: string;
    /** All tests of the file, skipped ones included. */
    readonly assertionResults: readonly { readonly fullName: string }[];
  }[];
}

interface Baseline {
  readonly path: string;
  readonly folder: string;
  /** The path in that folder: "milk-1.png". */
  readonly file: string;
  /** The test's part of the name; undefined for a named baseline. */
  readonly stem: string | undefined;
}

export function isTestRun(value: unknown): value is TestRun {
  const { testResults } = (value ?? {}) as Partial<TestRun>;
  const isTest = (test: { readonly fullName?: unknown } | null) => typeof test?.fullName === 'string';
  const isFile = (file: Partial<TestRun['testResults'][number]> | null) =>
    typeof file?.name === 'string' && Array.isArray(file.assertionResults) && file.assertionResults.every(isTest);
  return Array.isArray(testResults) && testResults.every(isFile);
}

/**
 * Finds baselines in and below a folder that no test uses: the test file is gone, the test is gone, or the test passed without
 * them. Baselines of tests that did not run stay: of files that were not run or failed to load, and of filtered or failed
 * tests.
 * @param run lists the tests. Without it, only the records of runs count.
 */
export function obsoleteBaselines(folder: string, run?: TestRun): string[] {
  const stems = new Map(
    (run?.testResults ?? [])
      .filter(({ assertionResults }) => assertionResults.length > 0)
      .map(({ name, assertionResults }) => {
        const ordinals = orderOf(assertionResults, ({ fullName }) => baselineStem(fullName));
        return [resolve(name), new Set([...ordinals].map(([test, nth]) => baselineStem(test.fullName, nth)))];
      }),
  );
  const records = new Map<string, FileRecord | undefined>();
  const recordOf = (own: string) => {
    if (!records.has(own)) records.set(own, readRecord(join(own, '..', '..', basename(own))));
    return records.get(own);
  };
  return baselinesBelow(folder)
    .filter((baseline) => {
      const { folder: own, stem } = baseline;
      const testPath = testFileOf(own);
      if (!existsSync(testPath)) return true;
      const tests = stem === undefined ? undefined : stems.get(testPath);
      return tests?.has(stem!) === false || isUnused(baseline, recordOf(own));
    })
    .map(({ path }) => path);
}

/** Whether all tests that may use a baseline passed without it. */
function isUnused({ path, file, stem }: Baseline, record: FileRecord | undefined): boolean {
  if (!record || record.tests.some(({ used }) => used.includes(file))) return false;
  const own = record.tests.filter(({ testName, ordinal }) => baselineStem(testName, ordinal) === stem);
  const users = record.complete ? record.tests : own;
  // A baseline newer than the record came with another change, such as its test.
  return users.length > 0 && users.every(({ whole, time }) => whole && statSync(path).mtimeMs <= time);
}

function baselinesBelow(folder: string): Baseline[] {
  return pngFiles(folder).flatMap((found) => {
    const path = join(folder, found);
    const parts = resolve(path).split(/[\\/]/);
    const at = parts.lastIndexOf(snapshotsFolder);
    const [testFile, ...rest] = parts.slice(at + 1);
    if (at < 0 || testFile === undefined || rest.length === 0) return [];
    const stem = /^([^/]+)-\d+(\.png|\/.+)$/.exec(rest.join('/'))?.[1];
    return [{ path, folder: resolve([...parts.slice(0, at + 1), testFile].join('/')), file: rest.join('/'), stem }];
  });
}
