import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayout, type Layout } from './layout.js';

/** A layout file that can't be used: says the file, the path in it, what was expected and what came. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
}

const shipped = fileURLToPath(new URL('./layouts/', import.meta.url));

/**
 * Reads the shipped layouts and those of `folders`. An id is the file's name without `.json`.
 * @throws {LayoutError} naming file, path and reason, for the first broken file and for an id that comes twice.
 */
export function loadLayouts(folders: readonly string[] = []): ReadonlyMap<string, Layout> {
  const layouts = new Map<string, Layout>();
  for (const folder of [shipped, ...folders]) {
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      const path = join(folder, file);
      const id = basename(file, '.json');
      const checked = checkLayout(parse(path), id);
      if ('problems' in checked)
        throw new LayoutError(`${path}: ${checked.problems.map(({ message }) => message).join('; ')}`);
      if (layouts.has(id))
        throw new LayoutError(
          `${path}: Expected a new id for the file name but received "${id}", which is a layout already`,
        );
      layouts.set(id, checked.layout);
    }
  }
  return layouts;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new LayoutError(`${path}: Expected JSON for the file but received: ${(error as Error).message}`);
  }
}
