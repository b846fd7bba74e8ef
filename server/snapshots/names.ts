import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** The folder of baselines, beside the test files. */
export const snapshotsFolder = '__label_snapshots__';
/** Its subfolder with pictures of differences and records of the last run. Git ignores it. */
export const differencesFolder = '.diff';

/**
 * The suffix of folders for tests of `node:test`. Without it, Node.js 22 and later would run a folder named like a test file.
 */
export const nodeSuffix = '.labels';

const maxStemLength = 80;
/** Device names of Windows, with any ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The file name of a test's baselines without "-1.png". In names of plain lower-case words, hyphens replace blanks. Other
 * names are reduced to portable characters, and a hash keeps them unique, also where case does not count.
 * @param ordinal numbers tests of the same name in a file, from 1
 */
export function baselineStem(testName: string, ordinal = 1): string {
  // vitest joins titles with " > ", jest with a blank.
  const stem = plainStem(testName.replaceAll(' > ', ' ').trim(), /^[a-z0-9_]+( [a-z0-9_]+)*$/);
  return ordinal === 1 ? stem : `${stem}.${ordinal}`;
}

/** The file name of a named baseline, without ".png". It never equals a {@link baselineStem} with a number. */
export function namedStem(name: string): string {
  // The hash begins with a letter, unlike the number of a label.
  return plainStem(name, /^[a-z0-9_]+( [a-z0-9_]+)*$(?<! \d+)/, 'n');
}

function plainStem(name: string, plain: RegExp, sign = ''): string {
  const stem = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  if (plain.test(name) && stem.length <= maxStemLength && !reserved.test(stem)) return stem;
  const hash = sign + createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${stem.slice(0, maxStemLength).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}

/**
 * The paths of a test file's baselines, pictures of differences, and record.
 * @param testPath the test file, with {@link nodeSuffix} for `node:test`
 */
export function snapshotFolders(testPath: string) {
  const folder = join(dirname(testPath), snapshotsFolder);
  const differences = join(folder, differencesFolder);
  const file = basename(testPath);
  return {
    baselines: join(folder, file),
    differences: join(differences, file),
    ignore: join(differences, '.gitignore'),
    record: join(differences, `${file}.json`),
  };
}

/** The test file whose baselines are in a folder. */
export function testFileOf(folder: string): string {
  const name = basename(folder);
  return join(folder, '..', '..', name.endsWith(nodeSuffix) ? name.slice(0, -nodeSuffix.length) : name);
}
