import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareLabels, type Label, PictureError, readLabel, sideBySide } from '../../renderer/compare/index.js';
import { placeFile } from '../files/write-file.js';
import { snapshotPaths } from './names.js';

/** Which baselines may be written: none (`--ci`), only new ones (by default), or all (`-u`). */
export type Writing = 'none' | 'new' | 'all';

export interface SnapshotRequest {
  readonly png: Uint8Array;
  readonly testPath: string;
  readonly testName: string;
  /** The number of the label within its test, from 1. */
  readonly n: number;
  readonly writing: Writing;
}

/** Whether the label is as it was; else what changed. */
export type SnapshotResult = { readonly pass: true } | { readonly pass: false; readonly message: string };

/**
 * Compares a label with its baseline, and writes the baseline where that is allowed. When they differ, it leaves an image
 * of the difference for whoever looks into the failed run, even with `--ci`.
 * @throws {PictureError} for a label that is not a PNG
 */
export function checkSnapshot({ png, testPath, testName, n, writing }: SnapshotRequest): SnapshotResult {
  const { baseline, differences, difference } = snapshotPaths(testPath, testName, n);
  const name = relative(join(testPath, '..'), baseline);
  const actual = readLabel(png);
  if (!existsSync(baseline)) {
    if (writing === 'none')
      return {
        pass: false,
        message: `Expected a baseline ${name} but there is none, and a CI run writes none: run the test without --ci, look at the image, and commit it`,
      };
    placeFile(baseline, png);
    return { pass: true };
  }
  rmSync(difference, { force: true });
  const kept = readFileSync(baseline);
  const expected = readBaseline(kept, name, writing);
  const compared = expected && compareLabels(expected, actual);
  if (compared?.match) return { pass: true };
  if (!expected || !compared || writing === 'all') {
    placeFile(baseline, png);
    return { pass: true };
  }
  // Git ignores the folder.
  if (!existsSync(join(differences, '.gitignore'))) placeFile(join(differences, '.gitignore'), '*\n');
  placeFile(difference, sideBySide(expected, actual));
  return {
    pass: false,
    message: [
      `The label differs from ${name}:`,
      '',
      ...compared.words.map((sentence) => `  ${sentence}`),
      '',
      `Expected, actual and difference side by side: ${difference}`,
      'To accept the change, run the test with -u',
    ].join('\n'),
  };
}

/** The label of a baseline; undefined for a broken one that may be replaced. */
function readBaseline(bytes: Uint8Array, name: string, writing: Writing): Label | undefined {
  try {
    return readLabel(bytes);
  } catch (error) {
    if (!(error instanceof PictureError) || writing === 'all') return undefined;
    throw new Error(`The baseline ${name} can't be read: ${error.message}`, { cause: error });
  }
}
