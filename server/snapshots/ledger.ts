import { join, relative } from 'node:path';
import { baselineStem, namedStem, snapshotFolders } from './names.js';
import { readRecord, type TestRecord, writeRecord } from './record.js';

/** A test that asks for labels, as its runner tells of it. */
export interface Asker {
  readonly testPath: string;
  /** The titles around the test and its own, joined by blanks. */
  readonly testName: string;
  /** Which of the tests of this name in the file it is, from 1. */
  readonly ordinal: number;
  /** Values that are others at another attempt: a test that is tried again counts its labels anew. */
  readonly attempt: readonly unknown[];
}

/** A test that ended. Only one that passed has asked for all that it asks for. */
export interface Ended {
  readonly testName: string;
  readonly ordinal: number;
  readonly passed: boolean;
}

/** What an attempt of a test has asked for. */
interface Attempt {
  readonly values: readonly unknown[];
  count: number;
  readonly used: Set<string>;
}

interface TestFile {
  /** By name and ordinal. */
  readonly tests: Map<string, Attempt>;
  /** By a baseline that this run wrote, the test that asked for it, and its attempt. */
  readonly written: Map<string, { readonly test: string; readonly attempt: Attempt }>;
}

/** More paths than these are not listed. */
const mostListed = 20;

/** Names the baselines of tests, and keeps account of them, for the test files of a process. */
export class Ledger {
  readonly #files = new Map<string, TestFile>();

  /** The baseline of the next label of a test, without ".png": the one that it names, or that of its number. */
  stem(asker: Asker, name: string | undefined): string {
    if (name !== undefined) return namedStem(name);
    return `${baselineStem(asker.testName, asker.ordinal)}-${++this.#attempt(asker).count}`;
  }

  /** Whether another label of this run is the baseline. What a former attempt of the same test wrote does not count. */
  isFresh(asker: Asker, file: string): boolean {
    const by = this.#file(asker.testPath).written.get(file);
    return by !== undefined && (by.test !== keyOf(asker) || by.attempt === this.#attempt(asker));
  }

  /** Notes what a test asked for. */
  note(asker: Asker, file: string, wrote: boolean): void {
    const attempt = this.#attempt(asker);
    attempt.used.add(file);
    if (wrote) this.#file(asker.testPath).written.set(file, { test: keyOf(asker), attempt });
  }

  /** The files whose tests asked for something and that have not ended. */
  get testPaths(): readonly string[] {
    return [...this.#files.keys()];
  }

  /**
   * Ends a test file: keeps a record of what its tests asked for, for whoever looks for baselines that no test uses.
   * @param tests tests of the file that ended
   * @param all whether these are all tests of the file
   * @returns a line that says which baselines were written; undefined when none were
   */
  finish(testPath: string, tests: readonly Ended[], all: boolean): string | undefined {
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

  #file(testPath: string): TestFile {
    const known = this.#files.get(testPath);
    if (known) return known;
    const file = { tests: new Map<string, Attempt>(), written: new Map() };
    this.#files.set(testPath, file);
    return file;
  }

  #attempt(asker: Asker): Attempt {
    const { tests } = this.#file(asker.testPath);
    const known = tests.get(keyOf(asker));
    const { attempt: values } = asker;
    if (known?.values.length === values.length && known.values.every((value, i) => value === values[i])) return known;
    const attempt = { values, count: 0, used: new Set<string>() };
    tests.set(keyOf(asker), attempt);
    return attempt;
  }
}

function keyOf({ testName, ordinal }: { readonly testName: string; readonly ordinal: number }): string {
  return `${ordinal} ${testName}`;
}

function writtenLine(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const said = paths.slice(0, mostListed).map((path) => relative('', path));
  if (paths.length > mostListed) said.push(`and ${paths.length - mostListed} more`);
  return `${paths.length === 1 ? '1 baseline' : `${paths.length} baselines`} written: ${said.join(', ')}`;
}
