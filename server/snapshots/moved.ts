import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../files/write-file.js';
import { nodeSuffix, snapshotFolders, snapshotsFolder, testFileOf } from './names.js';

/** Larger projects are not searched for moved baselines. */
const maxFolders = 10_000;

/** Folders of baselines without a test file, by project root. A run searches its project once. */
const goneByRoot = new Map<string, readonly string[]>();

/**
 * Guesses the old path of a moved or renamed test file: the only missing test file in the project with such a baseline.
 * @param file the missing baseline's path in the folder of its test file
 */
export function movedFrom(testPath: string, file: string): string | undefined {
  const root = rootOf(dirname(testPath));
  const gone = goneByRoot.get(root) ?? goneTestFiles(root);
  goneByRoot.set(root, gone);
  const matches = gone.filter((folder) => existsSync(join(folder, file)));
  return matches.length === 1 ? testFileOf(matches[0]!) : undefined;
}

/**
 * Moves the baselines of a test file to another test file.
 * @returns their new folder
 * @throws {Error} when `from` has none, or `to` already has some
 */
export function moveBaselines(from: string, to: string): string {
  const folders = (suffix: string) => [from, to].map((path) => snapshotFolders(path + suffix).baselines);
  const [before, after] = [folders(''), folders(nodeSuffix)].find(([path]) => existsSync(path!)) ?? folders('');
  if (!existsSync(before!)) throw new Error(`Expected baselines of ${from} in ${before!} but there are none`);
  if (existsSync(after!)) throw new Error(`Expected no baselines of ${to} yet but there are some in ${after!}`);
  makeFolder(dirname(after!));
  renameSync(before!, after!);
  return after!;
}

/** The nearest folder with a package.json; else the folder itself. */
function rootOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at;
    if (at === dirname(at)) return folder;
  }
}

function goneTestFiles(root: string): readonly string[] {
  const gone: string[] = [];
  const waiting = [root];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen === maxFolders) return [];
    const folder = waiting.pop()!;
    const within = foldersIn(folder);
    if (basename(folder) !== snapshotsFolder) waiting.push(...within);
    else gone.push(...within.filter((path) => !existsSync(testFileOf(path))));
  }
  return gone;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => join(folder, name));
  } catch {
    // The folder is unreadable, or was deleted.
    return [];
  }
}
