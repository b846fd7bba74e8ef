import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pngFiles } from '../files/png-files.js';
import { baselineStem, namedStem, snapshotFolders } from './names.js';
import { readRecord, type TestRecord, writeRecord } from './record.js';

export interface TestContext {
  readonly testPath: string;
  /** All titles of the test, joined by blanks. */
  readonly testName: string;
  /** Numbers tests of the same name in a file, from 1. */
  readonly ordinal: number;
  /** Values that identify the attempt. Each attempt numbers its labels from 1. */
  readonly attempt: readonly unknown[];
}

/** A finished test. Only a passed test has checked all of its labels. */
export interface FinishedTest {
  readonly testName: string;
  readonly ordinal: number;
  readonly passed: boolean;
}

interface TestAttempt {
  readonly values: readonly unknown[];
  count: number;
  readonly used: Set<string>;
}

interface FileLedger {
  /** By name and ordinal. */
  readonly tests: Map<string, TestAttempt>;
  /** Tests and attempts by the baselines that they wrote. */
  readonly written: Map<string, { readonly test: string; readonly attempt: TestAttempt }>;
}

const maxListedPaths = 20;

/** Names the baselines of tests and records their use, for the test files of a process. */
export class Ledger {
  readonly #files = new Map<string, FileLedger>();

  /** Names a label's baseline, without ".png": by its given name, or by its number in the test. */
  stem(test: TestContext, name: string | undefined): string {
    if (name !== undefined) return namedStem(name);
    return `${baselineStem(test.testName, test.ordinal)}-${++this.#attempt(test).count}`;
  }

  /** Whether another label of this run wrote the baseline, apart from earlier attempts of the same test. */
  isFresh(test: TestContext, file: string): boolean {
    const writer = this.#file(test.testPath).written.get(file);
    return writer !== undefined && (writer.test !== keyOf(test) || writer.attempt === this.#attempt(test));
  }

  note(test: TestContext, file: string, wrote: boolean): void {
    const attempt = this.#attempt(test);
    attempt.used.add(file);
    if (wrote) this.#file(test.testPath).written.set(file, { test: keyOf(test), attempt });
  }

  /** Unfinished files that use baselines. */
  get testPaths(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The baselines of a file that no attempt has used. */
  unused(testPath: string): readonly string[] {
    const { baselines } = snapshotFolders(testPath);
    if (!existsSync(baselines)) return [];
    const used = new Set([...this.#file(testPath).tests.values()].flatMap((attempt) => [...attempt.used]));
    return pngFiles(baselines)
      .filter((file) => !used.has(file))
      .map((file) => relative('', join(baselines, file)));
  }

  /**
   * Finishes a test file: writes a record of the used baselines, to find obsolete ones.
   * @param all whether `tests` are all tests of the file
   * @returns a line with the written baselines, if any
   */
  finish(testPath: string, tests: readonly FinishedTest[], all: boolean): string | undefined {
    const file = this.#files.get(testPath);
    if (!file) return undefined;
    this.#files.delete(testPath);
    const time = Date.now();
    const records = tests.map(({ testName, ordinal, passed }): TestRecord => {
      const used = [...(file.tests.get(keyOf({ testName, ordinal }))?.used ?? [])];
      return { testName, ordinal, whole: passed, used, time };
    });
    const now = new Set(records.map(keyOf));
    // Other processes may have run other tests of the file.
    const others = all ? [] : (readRecord(testPath)?.tests ?? []).filter((test) => !now.has(keyOf(test)));
    writeRecord(testPath, { complete: all && tests.every(({ passed }) => passed), tests: [...others, ...records] });
    return writtenLine([...file.written.keys()].map((name) => join(snapshotFolders(testPath).baselines, name)));
  }

  #file(testPath: string): FileLedger {
    const existing = this.#files.get(testPath);
    if (existing) return existing;
    const file = { tests: new Map<string, TestAttempt>(), written: new Map() };
    this.#files.set(testPath, file);
    return file;
  }

  #attempt(test: TestContext): TestAttempt {
    const { tests } = this.#file(test.testPath);
    const existing = tests.get(keyOf(test));
    const { attempt: values } = test;
    if (existing?.values.length === values.length && existing.values.every((value, i) => value === values[i]))
      return existing;
    const attempt = { values, count: 0, used: new Set<string>() };
    tests.set(keyOf(test), attempt);
    return attempt;
  }
}

function keyOf({ testName, ordinal }: { readonly testName: string; readonly ordinal: number }): string {
  return `${ordinal} ${testName}`;
}

function writtenLine(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const listed = paths.slice(0, maxListedPaths).map((path) => relative('', path));
  if (paths.length > maxListedPaths) listed.push(`and ${paths.length - maxListedPaths} more`);
  return `${paths.length === 1 ? '1 baseline' : `${paths.length} baselines`} written: ${listed.join(', ')}`;
}
