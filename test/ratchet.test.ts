/**
 * Growth is visible in the commit that causes it: a size above its limit in ratchet.json fails, and so does a limit that is 1 % too
 * high. `RECORD=1 npx jest ratchet` lowers limits. Raise one by hand, in a separate commit that says why.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const path = 'test/ratchet.json';
const limits = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;

/** The files below some folders whose names end in one of `ends`, in any order. */
function filesIn(folders: readonly string[], ends: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules') && ends.some((end) => name.endsWith(end)))
      .map((name) => join(folder, name)),
  );
}

function linesIn(folders: readonly string[], ...ends: readonly string[]): number {
  return filesIn(folders, ends).reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0);
}

/** The folders of packages that npm installs on every system, those for development included. */
function packages(): readonly string[] {
  const { packages: all } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly optional?: true; readonly link?: true }>>;
  };
  return Object.keys(all).filter(
    (name) => name.startsWith('node_modules/') && !all[name]!.optional && !all[name]!.link,
  );
}

/** Megabytes of the files of packages, without those of the packages in them. */
function megabytesOf(folders: readonly string[]): number {
  const bytes = folders.filter(existsSync).reduce((sum, folder) => {
    const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
    const own = inside.filter(
      (file) => file.isFile() && !file.parentPath.slice(folder.length).includes('node_modules'),
    );
    return sum + bytesOf(own.map(({ parentPath, name }) => join(parentPath, name)));
  }, 0);
  return Math.ceil(bytes / 1e6);
}

const product = ['devices', 'fonts', 'renderer', 'server'];
const sizes: Readonly<Record<string, () => number>> = {
  'lines of the product': () => linesIn(product, '.ts', '.tsx', '.css'),
  'lines of the page': () => linesIn(['server/page'], '.ts', '.tsx', '.css'),
  'lines of CSS': () => linesIn(['server/page'], '.css'),
  'lines of tests': () => linesIn(['test'], '.ts', '.tsx'),
  'lines of .ci': () => linesIn(['.ci'], '.mjs', '.cjs', '.ts'),
  'kilobytes of the page in brotli': () => Math.ceil(bytesOf(filesIn(['dist/server/page'], ['.br'])) / 1000),
  packages: () => packages().length,
  'megabytes of packages': () => megabytesOf(packages()),
};

test('each size has a limit', () => {
  expect(Object.keys(limits)).toEqual(Object.keys(sizes));
});

test.each(Object.keys(sizes))('%s: at most the limit, which is at most 1 %% too high', (name) => {
  const size = sizes[name]!();
  if (process.env.RECORD && size < limits[name]!) {
    limits[name] = size;
    writeFileSync(path, `${JSON.stringify(limits, null, 2)}\n`);
  }
  expect(size).toBeLessThanOrEqual(limits[name]!);
  expect(size).toBeGreaterThanOrEqual(Math.floor(limits[name]! * 0.99));
});
