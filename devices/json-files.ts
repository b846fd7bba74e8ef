import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The paths of the JSON files in folders, by id: the file's name without `.json`. `kind` is for the error about equal ids. */
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
      // Reading one could wait for ever.
      if (isStream(path)) throw errorOf(path, 'Expected a file but received a pipe or a device');
      paths.set(id, path);
    }
  }
  return paths;
}

/** Whether a path is a pipe or a device. */
export function isStream(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}
