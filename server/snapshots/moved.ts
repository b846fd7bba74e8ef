import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nodeSuffix, snapshotFolders, snapshotsFolder, testFileOf } from './names.js';

/** A project that has more folders is not searched for baselines that lost their test file. */
const mostFolders = 10_000;

/** By the root of a project, the folders of baselines whose test files are gone. A run asks for one project, once. */
const known = new Map<string, readonly string[]>();

/**
 * The test file that is gone and whose baselines a test file seems to have taken over by being moved or renamed: the only
 * one in the project that has such a baseline.
 * @param file the baseline that is missing, by its path in the folder of its test file
 */
export function movedFrom(testPath: string, file: string): string | undefined {
  const root = rootOf(dirname(testPath));
  const gone = known.get(root) ?? goneTestFiles(root);
  known.set(root, gone);
  const having = gone.filter((folder) => existsSync(join(folder, file)));
  return having.length === 1 ? testFileOf(having[0]!) : undefined;
}

/**
 * Moves the baselines of a test file to another one.
 * @returns the folder in which they now are
 * @throws {Error} when the one has none, or the other has some already
 */
export function moveBaselines(from: string, to: string): string {
  const folders = (suffix: string) => [from, to].map((path) => snapshotFolders(path + suffix).baselines);
  const [before, after] = [folders(''), folders(nodeSuffix)].find(([path]) => existsSync(path!)) ?? folders('');
  if (!existsSync(before!)) throw new Error(`Expected baselines of ${from} in ${before!} but there are none`);
  if (existsSync(after!)) throw new Error(`Expected no baselines of ${to} yet but there are some in ${after!}`);
  mkdirSync(dirname(after!), { recursive: true });
  renameSync(before!, after!);
  return after!;
}

/** The nearest folder with a package.json; where there is none, the folder itself. */
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
    if (seen === mostFolders) return [];
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
    // A folder that may not be read, or that is gone by now.
    return [];
  }
}
