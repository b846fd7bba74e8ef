import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** The folder of baselines, beside the test files. */
export const snapshotsFolder = '__label_snapshots__';
/** In it, what differs in the last run; git ignores it. */
export const differencesFolder = '.diff';

const longest = 80;

/**
 * The file name of a test's baselines without "-1.png". Names of words alone are spelled with hyphens for blanks; of
 * others, what no file system minds is kept, and a hash keeps them apart.
 */
export function baselineStem(testName: string): string {
  // vitest joins the titles with ">", jest with a blank.
  const name = testName.replaceAll(' > ', ' ').trim();
  const stem = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  if (/^\w+( \w+)*$/.test(name) && stem.length <= longest) return stem;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${stem.slice(0, longest).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}

/** Where a label of a test is kept, and where a picture of what differs is put; `n` counts the labels of the test from 1. */
export function snapshotPaths(testPath: string, testName: string, n: number) {
  const folder = join(dirname(testPath), snapshotsFolder);
  const file = join(basename(testPath), `${baselineStem(testName)}-${n}.png`);
  return {
    baseline: join(folder, file),
    differences: join(folder, differencesFolder),
    difference: join(folder, differencesFolder, file),
  };
}
