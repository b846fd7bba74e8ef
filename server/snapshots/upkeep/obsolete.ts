import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pngFiles } from '../../files/png-files.js';
import { baselineStem, snapshotsFolder, testFileOf } from '../names.js';
import { orderOf } from '../order.js';
import { type FileRecord, readRecord } from '../record.js';

/** What jest and vitest alike write with their reporter `json`, as far as it is read here. */
export interface TestRun {
  /** When the run began, in ms since 1970. */
  readonly startTime?: unknown;
  readonly testResults: readonly {
    /** The path of the test file. */
    readonly name: string;
    /** Every test of the file, also the skipped ones. */
    readonly assertionResults: readonly { readonly fullName: string }[];
  }[];
}

/** A baseline of a label. */
interface Baseline {
  readonly path: string;
  /** The folder of its test file. */
  readonly folder: string;
  /** Its path in the folder of its test file: "milk-1.png". */
  readonly file: string;
  /** Of one that is named after its test: the test's part. */
  readonly stem: string | undefined;
}

/** Whether a value is a {@link TestRun}. */
export function isTestRun(value: unknown): value is TestRun {
  const lists = (object: unknown, name: string): readonly unknown[] | undefined => {
    const list: unknown = (object as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return Array.isArray(list) ? list : undefined;
  };
  const texts = (object: unknown, name: string) =>
    typeof (object as Readonly<Record<string, unknown>> | null | undefined)?.[name] === 'string';
  return (
    lists(value, 'testResults')?.every(
      (file) =>
        texts(file, 'name') && lists(file, 'assertionResults')?.every((test) => texts(test, 'fullName')) === true,
    ) === true
  );
}

/**
 * The baselines in and below a folder that no test asks for any more: their test file is gone, the test is no longer in it, or
 * the test ran to its end without asking for them. Whatever did not run keeps its baselines: test files that the run left out, or
 * that failed to load and so report no tests, and tests that were filtered out or failed.
 * @param run tells which tests there are. Without it, only the records count that runs leave behind.
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

/** Whether those who may ask for a baseline ran to their end and did not. */
function isUnused({ path, file, stem }: Baseline, record: FileRecord | undefined): boolean {
  if (!record || record.tests.some(({ used }) => used.includes(file))) return false;
  const own = record.tests.filter(({ testName, ordinal }) => baselineStem(testName, ordinal) === stem);
  const asking = record.complete ? record.tests : own;
  // A baseline that is newer than the record has come with the work of others, as its test has.
  return asking.length > 0 && asking.every(({ whole, time }) => whole && statSync(path).mtimeMs <= time);
}

function baselinesBelow(folder: string): Baseline[] {
  return pngFiles(folder).flatMap((found) => {
    const path = join(folder, found);
    const parts = resolve(path).split(/[\\/]/);
    const at = parts.lastIndexOf(snapshotsFolder);
    const [testFile, ...rest] = parts.slice(at + 1);
    if (at < 0 || testFile === undefined || rest.length === 0) return [];
    const stem = /^(.+)-\d+(\.png|\/.+)$/.exec(rest.join('/'))?.[1];
    return [{ path, folder: resolve([...parts.slice(0, at + 1), testFile].join('/')), file: rest.join('/'), stem }];
  });
}
