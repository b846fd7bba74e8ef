import { ConfigError } from '../config.js';
import { isId } from '../fields/schemas.js';

const remedies: Readonly<Record<string, readonly [expected: string, remedy: string]>> = {
  ENOENT: ['a folder that exists', 'Create it, or leave the variable out'],
  ENOTDIR: ['a folder', 'Name the folder that holds the files'],
  EACCES: ['a folder and files that can be read', 'Give this user the right to read them'],
  EISDIR: ['a folder with files only that end in .json', 'Rename the folder in it that ends so'],
  EPERM: ['a folder and files that can be read', 'Give this user the right to read them'],
};

/**
 * Loads the shipped files and those in the folder of a variable; null: the variable is not set.
 * @throws {ConfigError} with variable, path and remedy when the folder, or a file in it, can't be used
 */
export function loadFolder<T>(
  variable: 'DEVICES_DIR' | 'LAYOUTS_DIR' | 'VENDORS_DIR',
  folder: string | null,
  load: (folders: readonly string[]) => ReadonlyMap<string, T>,
): ReadonlyMap<string, T> {
  if (folder === null) return load([]);
  let found: ReadonlyMap<string, T>;
  try {
    found = load([folder]);
  } catch (error) {
    const { code = '', message, path = folder } = error as NodeJS.ErrnoException;
    const [expected, remedy] = remedies[code] ?? ['valid files', message.replaceAll(/\s+/g, ' ')];
    throw new ConfigError(variable, code in remedies ? path : folder, expected, remedy);
  }
  const wrong = [...found.keys()].find((id) => !isId(id));
  if (wrong === undefined) return found;
  const form = 'files named by 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or digit,';
  throw new ConfigError(variable, folder, form, `Rename ${JSON.stringify(`${wrong}.json`)}`);
}
