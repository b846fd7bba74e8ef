import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pngFiles } from '../../files/png-files.js';
import { differencesFolder, snapshotFolders, snapshotsFolder, testFileOf } from '../names.js';
import { readRecord } from '../record.js';

/** Pictures of a label that did not match its baseline. */
export interface Leftover {
  /** The baseline's path: "shelf/dairy.test.ts/milk-1.png". */
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
  /** There is no baseline. */
  readonly alone?: 'extra';
}

const endings = { expected: '.expected.png', actual: '.actual.png' } as const;

/**
 * Finds the pictures of failed tests in and below a folder, sorted by name. Ignores pictures that no record names: their tests
 * are gone, or ended before the label.
 * @param since ignores older pictures; in ms since 1970
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

/** The baselines of the tests of a file that failed in their last run. */
function failedIn(testPath: string): ReadonlySet<string> {
  const tests = existsSync(testFileOf(snapshotFolders(testPath).baselines)) ? (readRecord(testPath)?.tests ?? []) : [];
  return new Set(tests.filter(({ whole }) => !whole).flatMap(({ used }) => used));
}

/** The relative paths of folders with differences, each with a slash at the end. */
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
