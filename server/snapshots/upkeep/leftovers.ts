import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pngFiles } from '../../files/png-files.js';
import { differencesFolder, snapshotsFolder } from '../names.js';

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
 * The pictures that runs left in and below a folder, by name.
 * @param since in ms since 1970: what is older is left out
 */
export function findLeftovers(folder: string, since = 0): Leftover[] {
  return differencesBelow(folder, '').flatMap((within) => {
    const differences = join(folder, within, snapshotsFolder, differencesFolder);
    return pngFiles(differences)
      .filter((file) => file.endsWith(endings.actual) && statSync(join(differences, file)).mtimeMs >= since)
      .map((file): Leftover => {
        const stem = file.slice(0, -endings.actual.length);
        const [expected, actual] = [join(differences, stem + endings.expected), join(differences, file)];
        const pair = { name: `${within}${stem}.png`, expected, actual };
        return existsSync(expected) ? pair : { ...pair, alone: 'extra' };
      });
  });
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
