import { dirname, join, relative } from 'node:path';
import type { SnapshotFailure } from './check.js';
import type { TestContext } from './ledger.js';
import { snapshotFolders, testFileOf } from './names.js';

export interface RunnerWords {
  /** Why the run writes no baseline: "a CI run writes none". */
  readonly silent: string;
  /** How to write missing baselines: "run the test without --ci". */
  readonly write: string;
  /** How to accept changes: "run the test with -u". */
  readonly accept: string;
}

export interface FailedLabel {
  readonly failure: SnapshotFailure;
  readonly testPath: string;
  /** The baseline's path in the folder of the test file. */
  readonly file: string;
  /** Whether another label of the same run wrote the baseline. */
  readonly fresh: boolean;
}

export function failureMessage({ failure, testPath, file, fresh }: FailedLabel, words: RunnerWords): string {
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
        fresh ? 'Give each label a different name' : `To accept the change, ${words.accept}`,
      ].join('\n');
  }
}

/** Reports a label that was drawn without a date. */
export function undatedMessage({ testPath, testName }: TestContext): string {
  return [
    `Expected a date for the label of "${testName}" but it is drawn with today's date: it will differ tomorrow.`,
    `In ${pathOf(testFileOf(snapshotFolders(testPath).baselines))}, give its fields a date, such as date: '2026-11-20', or mask it: { mask: ['date'] }`,
  ].join('\n');
}

export function failureEntry({ failure }: FailedLabel): string[] {
  switch (failure.reason) {
    case 'missing':
      return [`has no baseline; the image of this run: ${failure.picture}`];
    case 'moved':
      return [`has no baseline, while ${pathOf(failure.from)}, which is gone, has one of that name`];
    case 'differs':
      return [...failure.words, `side by side: ${failure.picture}`];
  }
}

function moveCommand(from: string, to: string): string {
  return `esl-sim snapshots --move ${[from, to].map((path) => JSON.stringify(pathOf(path))).join(' ')}`;
}

/** Relative to the working folder. */
function pathOf(path: string): string {
  return relative('', path);
}
