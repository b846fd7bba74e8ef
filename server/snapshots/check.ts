import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareLabels, type Label, PictureError, readLabel, sideBySide } from '../../renderer/compare/index.js';
import { placeFile } from '../files/write-file.js';
import { snapshotPaths } from './names.js';

/** Whether baselines may be written: none (`--ci`), new ones (usually), or all (`-u`). */
export type Writing = 'none' | 'new' | 'all';

export interface SnapshotRequest {
  readonly png: Uint8Array;
  readonly testPath: string;
  readonly testName: string;
  /** Which label of the test it is, from 1. */
  readonly n: number;
  readonly writing: Writing;
}

/** Whether the label is what it was, else why not. */
export type SnapshotResult = { readonly pass: true } | { readonly pass: false; readonly message: string };

/**
 * Compares a label with its baseline, and writes the baseline where that is allowed. Of a difference it leaves a picture,
 * in whatever mode: it is no baseline, and who looks at a failed run needs it.
 * @throws {PictureError} for a label that is no PNG
 */
export function checkSnapshot({ png, testPath, testName, n, writing }: SnapshotRequest): SnapshotResult {
  const { baseline, differences, difference } = snapshotPaths(testPath, testName, n);
  const name = relative(join(testPath, '..'), baseline);
  const actual = readLabel(png);
  if (!existsSync(baseline)) {
    if (writing === 'none')
      return {
        pass: false,
        message: `Expected a baseline ${name}; in a CI run none is written. Run the test without --ci, look at the picture, and commit it`,
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
  // The folder hides itself from git.
  if (!existsSync(join(differences, '.gitignore'))) placeFile(join(differences, '.gitignore'), '*\n');
  placeFile(difference, sideBySide(expected, actual));
  return {
    pass: false,
    message: [
      `The label is not what ${name} shows:`,
      '',
      ...compared.words.map((sentence) => `  ${sentence}`),
      '',
      `Expected, actual and difference side by side: ${difference}`,
      'If it is meant to be so, run the test with -u',
    ].join('\n'),
  };
}

/** The label of a baseline; undefined for one that is broken and may be replaced. */
function readBaseline(bytes: Uint8Array, name: string, writing: Writing): Label | undefined {
  try {
    return readLabel(bytes);
  } catch (error) {
    if (!(error instanceof PictureError) || writing === 'all') return undefined;
    throw new Error(`The baseline ${name} can't be read: ${error.message}`, { cause: error });
  }
}
