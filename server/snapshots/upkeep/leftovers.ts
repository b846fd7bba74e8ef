import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pngFiles } from '../../files/png-files.js';
import { differencesFolder, snapshotFolders, snapshotsFolder, testFileOf } from '../names.js';
import { readRecord } from '../record.js';

/** The pictures that a label which is not as its baseline left behind. */
export interface Leftover {
  /** The baseline, from the folder on: "shelf/dairy.test.ts/milk-1.png". */
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
  /** There is no baseline yet. */
  readonly alone?: 'extra';
}

const endings = { expected: '.expected.png', actual: '.actual.png' } as const;

/**
 * The pictures in and below a folder that the tests which failed left when they last ran, by name. Pictures that the record
 * of their test file does not name are of tests that are gone, or that ended before they came to the label.
 * @param since in ms since 1970: what is older is left out
 */
export function findLeftovers(folder: string, since = 0): Leftover[] {
  return differencesBelow(folder, '').flatMap((within) => {
    const differences = join(folder, within, snapshotsFolder, differencesFolder);
    const records = new Map<string, ReadonlySet<string>>();
    const isRecorded = (name: string): boolean => {
      const testFile = name.slice(0, name.indexOf('/'));
      if (!records.has(testFile)) records.set(testFile, failedIn(join(folder, within, testFile)));
      return records.get(testFile)!.has(name.slice(testFile.length + 1));
    };
    return pngFiles(differences)
      .filter((file) => file.endsWith(endings.actual) && statSync(join(differences, file)).mtimeMs >= since)
      .flatMap((file): Leftover[] => {
        const stem = file.slice(0, -endings.actual.length);
        if (!isRecorded(`${stem}.png`)) return [];
        const [expected, actual] = [join(differences, stem + endings.expected), join(differences, file)];
        const pair = { name: `${within}${stem}.png`, expected, actual };
        return [existsSync(expected) ? pair : { ...pair, alone: 'extra' }];
      });
  });
}

/** What the tests of a file asked for that failed when they last ran. */
function failedIn(testPath: string): ReadonlySet<string> {
  const tests = existsSync(testFileOf(snapshotFolders(testPath).baselines)) ? (readRecord(testPath)?.tests ?? []) : [];
  return new Set(tests.filter(({ whole }) => !whole).flatMap(({ used }) => used));
}

/** The folders in which there are folders of differences, relative and with a slash at the end. */
function differencesBelow(folder: string, within: string): string[] {
  const own = existsSync(join(folder, within, snapshotsFolder, differencesFolder)) ? [within] : [];
  const below = readdirSync(join(folder, within), { withFileTypes: true }).filter(
    (entry) =>
      entry.isDirectory() &&
      !entry.name.startsWith('.') &&
      entry.name !== 'node_modules' &&
      entry.name !== snapshotsFolder,
  );
  return [...own, ...below.flatMap(({ name }) => differencesBelow(folder, `${within}${name}/`))];
}
