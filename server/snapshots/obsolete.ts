import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pngFiles } from '../files/png-files.js';
import { baselineStem, snapshotsFolder } from './names.js';

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
 * The baselines in and below a folder that no test asks for any more: their test file is gone, or the test is no longer in
 * it. Test files that the run left out, or that failed to load and so report no tests, keep all their baselines.
 */
export function obsoleteBaselines(folder: string, run: TestRun): string[] {
  const stems = new Map(
    run.testResults
      .filter(({ assertionResults }) => assertionResults.length > 0)
      .map(({ name, assertionResults }) => [
        resolve(name),
        new Set(assertionResults.map(({ fullName }) => baselineStem(fullName))),
      ]),
  );
  return pngFiles(folder)
    .map((path) => join(folder, path))
    .filter((path) => basename(join(path, '..', '..')) === snapshotsFolder)
    .filter((path) => {
      const testFile = resolve(path, '..', '..', '..', basename(dirname(path)));
      const stem = basename(path).replace(/-[0-9]+\.png$/, '');
      return !existsSync(testFile) || stems.get(testFile)?.has(stem) === false;
    });
}
