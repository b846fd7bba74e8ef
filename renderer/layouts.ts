import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Layout } from './layout.js';
import { checkLayout } from './layout-check.js';

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
      const layout = readLayout(path);
      if (layouts.has(layout.id))
        throw new LayoutError(
          `${path}: Expected a new id for the file name but received "${layout.id}", which is a layout already`,
        );
      layouts.set(layout.id, layout);
    }
  }
  return layouts;
}

/**
 * Reads one layout file. Pictures may be files beside it.
 * @throws {LayoutError} naming file, path and reason.
 */
export function readLayout(path: string): Layout {
  const document = parse(path);
  const checked = checkLayout(document, basename(path, '.json'));
  if ('problems' in checked)
    throw new LayoutError(`${path}: ${checked.problems.map(({ message }) => message).join('; ')}`);
  return checked.layout;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) =>
      key === 'source' && typeof value === 'string' ? embedded(value, path) : value,
    );
  } catch (error) {
    if (error instanceof LayoutError) throw error;
    throw new LayoutError(`${path}: Expected JSON for the file but received: ${(error as Error).message}`);
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/** The picture in a file beside the layout as a data URI, as which it goes wherever the layout goes. */
function embedded(source: string, path: string): string {
  if (source.startsWith('data:')) return source;
  const type = mediaTypes[extname(source).toLowerCase()];
  if (basename(source) !== source || !type)
    throw new LayoutError(`${path}: Expected a PNG or JPEG file beside the layout for source but received "${source}"`);
  try {
    return `data:${type};base64,${readFileSync(join(dirname(path), source)).toString('base64')}`;
  } catch (error) {
    throw new LayoutError(`${path}: Expected a readable file for source but received: ${(error as Error).message}`);
  }
}
