import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** The folder of baselines, beside the test files. */
export const snapshotsFolder = '__label_snapshots__';
/** Within it: pictures of what differed in the last run, and what the run asked for. Git ignores it. */
export const differencesFolder = '.diff';

/**
 * What stands after the name of a test file in that of its folder where Node's own runner runs it: since Node.js 22 that takes a
 * folder whose name is a test file's for a test.
 */
export const nodeSuffix = '.labels';

const longest = 80;
/** Names that Windows keeps for devices, whatever stands after a dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The file name of a test's baselines without "-1.png". In a name of plain words in lower case, hyphens replace blanks. Any
 * other name is reduced to characters that every file system takes, and gets a hash so that it stays unique, also where
 * capitals do not count.
 * @param ordinal which of the tests of this name in its file it is, from 1. Each has baselines of its own.
 */
export function baselineStem(testName: string, ordinal = 1): string {
  // vitest joins titles with " > ", jest with a blank.
  const stem = plainStem(testName.replaceAll(' > ', ' ').trim(), /^[a-z0-9_]+( [a-z0-9_]+)*$/);
  return ordinal === 1 ? stem : `${stem}.${ordinal}`;
}

/** The file name of a baseline with a name of its own, without ".png". It never is one of {@link baselineStem} with a number. */
export function namedStem(name: string): string {
  // Its hash begins with a letter, so that it is not taken for the number of a label.
  return plainStem(name, /^[a-z0-9_]+( [a-z0-9_]+)*(?<! \d+)$/, 'n');
}

function plainStem(name: string, plain: RegExp, sign = ''): string {
  const stem = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  if (plain.test(name) && stem.length <= longest && !reserved.test(stem)) return stem;
  const hash = sign + createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${stem.slice(0, longest).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}

/**
 * Where the baselines of a test file are kept, and where pictures of differences go, with a record of what was asked for.
 * @param testPath the test file, with {@link nodeSuffix} where it is Node's
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
