import { dirname, join, relative } from 'node:path';
import type { SnapshotFailure } from './check.js';
import { snapshotFolders, testFileOf } from './names.js';

/** What the users of a runner do about baselines. */
export interface RunnerWords {
  /** Why a run may write no baseline: "a CI run writes none". */
  readonly silent: string;
  /** What makes a run write baselines that are missing: "run the test without --ci". */
  readonly write: string;
  /** What makes a run write what changed, too: "run the test with -u". */
  readonly accept: string;
}

/** A label that is not as it was. */
export interface Failed {
  readonly failure: SnapshotFailure;
  readonly testPath: string;
  /** The baseline, by its path in the folder of the test file. */
  readonly file: string;
  /** Whether the baseline is another label of the same run. */
  readonly fresh: boolean;
}

/** What a failed test says of a label. */
export function failureMessage({ failure, testPath, file, fresh }: Failed, words: RunnerWords): string {
  const name = relative(dirname(testPath), join(snapshotFolders(testPath).baselines, file));
  switch (failure.reason) {
    case 'missing':
      return [
        `Expected a baseline ${name} but there is none, and ${words.silent}: ${words.write}, look at the image, and commit it`,
        `The image of this run: ${failure.picture}`,
      ].join('\n');
    case 'moved':
      return [
        `Expected a baseline ${name} but there is none, while ${pathOf(failure.from)}, which is gone, has one of that name.`,
        `To move its baselines: npx ${moveCommand(failure.from, testFileOf(snapshotFolders(testPath).baselines))}`,
        `To write new ones, ${words.accept}`,
      ].join('\n');
    case 'differs':
      return [
        fresh
          ? `The label differs from another one of this run, which has the same name: ${name}`
          : `The label differs from ${name}:`,
        '',
        ...failure.words.map((sentence) => `  ${sentence}`),
        '',
        `Expected, actual and difference side by side: ${failure.picture}`,
        fresh ? 'Give each label a name of its own' : `To accept the change, ${words.accept}`,
      ].join('\n');
  }
}

/** One entry of a list of labels: the sentences about it in a few lines. */
export function failureEntry({ failure }: Failed): string[] {
  switch (failure.reason) {
    case 'missing':
      return [`has no baseline; the image of this run: ${failure.picture}`];
    case 'moved':
      return [`has no baseline, while ${pathOf(failure.from)}, which is gone, has one of that name`];
    case 'differs':
      return [...failure.words, `side by side: ${failure.picture}`];
  }
}

/** The command that moves the baselines of a test file. */
function moveCommand(from: string, to: string): string {
  return `esl-sim snapshots --move ${[from, to].map((path) => JSON.stringify(pathOf(path))).join(' ')}`;
}

/** As people type it: from the folder in which the tests run. */
function pathOf(path: string): string {
  return relative('', path);
}
