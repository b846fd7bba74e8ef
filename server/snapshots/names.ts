import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** The folder of baselines, beside the test files. */
export const snapshotsFolder = '__label_snapshots__';
/** Within it: images of what differed in the last run. Git ignores it. */
export const differencesFolder = '.diff';

const longest = 80;

/**
 * The file name of a test's baselines without "-1.png". In a name of plain words, hyphens replace blanks. Any other name
 * is reduced to characters that every file system takes, and gets a hash so that it stays unique.
 */
export function baselineStem(testName: string): string {
  // vitest joins titles with " > ", jest with a blank.
  const name = testName.replaceAll(' > ', ' ').trim();
  const stem = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  if (/^\w+( \w+)*$/.test(name) && stem.length <= longest) return stem;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${stem.slice(0, longest).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}

/** Where the baseline of a label is kept, and where an image of a difference goes. `n`: its number in the test, from 1. */
export function snapshotPaths(testPath: string, testName: string, n: number) {
  const folder = join(dirname(testPath), snapshotsFolder);
  const file = join(basename(testPath), `${baselineStem(testName)}-${n}.png`);
  return {
    baseline: join(folder, file),
    differences: join(folder, differencesFolder),
    difference: join(folder, differencesFolder, file),
  };
}
