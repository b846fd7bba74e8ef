import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkRegular } from './read-bounded.js';

/** Maximum bytes of a settings file. */
export const maxSettingsBytes = 16e6;

/**
 * The paths of the JSON files in folders, by id: the file's name without `.json`. `kind` is for the error about equal ids.
 * @throws {FileRefused} for an entry that is no regular file, or too large
 */
export function findJsonFiles(
  folders: readonly string[],
  kind: string,
  errorOf: (path: string, problem: string) => Error,
): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const folder of folders) {
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      const id = basename(file, '.json');
      const path = join(folder, file);
      if (paths.has(id))
        throw errorOf(path, `Expected a new id for the file name but received "${id}", which is already a ${kind}`);
      checkRegular(path, maxSettingsBytes);
      paths.set(id, path);
    }
  }
  return paths;
}
