import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findJsonFiles, maxSettingsBytes, readBounded } from '../../devices/index.js';
import type { Layout } from './document.js';
import { checkLayout } from './check/check.js';

/** A layout file that can't be used. The message names the file, the path in it, what was expected and what was received. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
  constructor(
    readonly path: string,
    /** A sentence for each problem. */
    readonly problems: readonly string[],
  ) {
    super(`${path}: ${problems.join('; ')}`);
  }
}

const shipped = fileURLToPath(new URL('./documents/', import.meta.url));

/**
 * The paths of the shipped layouts and of those of `folders`, by id: the file's name without `.json`.
 * @throws {LayoutError} when two files have the same id
 */
export function findLayouts(folders: readonly string[]): ReadonlyMap<string, string> {
  return findJsonFiles([shipped, ...folders], 'layout', (path, problem) => new LayoutError(path, [problem]));
}

/**
 * Reads the shipped layouts and those of `folders`.
 * @throws {LayoutError} naming file, path and reason, for the first broken file and when two files have the same id
 * @example
 * import { loadLayouts } from 'esl-simulator';
 *
 * console.log(loadLayouts().get('standard').title); // Standard
 */
export function loadLayouts(folders: readonly string[] = []): ReadonlyMap<string, Layout> {
  return new Map([...findLayouts(folders)].map(([id, path]) => [id, readLayout(path)]));
}

/**
 * Reads one layout file. Checks it, unless it is a shipped one, which a test checks. Pictures may be files beside it.
 * @throws {LayoutError} naming the problems; the file system's own error when the file can't be read
 */
export function readLayout(path: string): Layout {
  const [document, id] = [parse(path), basename(path, '.json')];
  if (path === join(shipped, basename(path))) return { ...(document as Omit<Layout, 'id'>), id };
  const checked = checkLayout(document, id);
  if ('layout' in checked) return checked.layout;
  throw new LayoutError(
    path,
    checked.problems.map(({ message }) => message),
  );
}

function parse(path: string): unknown {
  // Editors on Windows write a byte order mark.
  const text = readBounded(path, maxSettingsBytes)
    .toString()
    .replace(/^\ufeff/, '');
  try {
    return JSON.parse(text, function (this: object, key, value: unknown) {
      if (key === 'source' && 'type' in this && this.type === 'picture' && isText(value)) return embedded(value, path);
      // Those of the layout, which has a root.
      if (key !== 'pictures' || !('root' in this) || typeof value !== 'object' || value === null) return value;
      const all = Object.entries(value as Record<string, unknown>).map(([name, source]) => [
        name,
        isText(source) ? embedded(source, path) : source,
      ]);
      return Object.fromEntries(all) as unknown;
    });
  } catch (error) {
    if (error instanceof LayoutError) throw error;
    throw new LayoutError(path, [`Expected JSON for the file but received: ${(error as Error).message}`]);
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/** The picture in a file beside the layout, as a data URI, so that the layout is self-contained. */
function embedded(source: string, path: string): string {
  if (source.startsWith('data:') || source.startsWith('{')) return source;
  const type = mediaTypes[extname(source).toLowerCase()];
  if (basename(source) !== source || !type)
    throw new LayoutError(path, [`Expected a PNG or JPEG file beside the layout for source but received "${source}"`]);
  try {
    return `data:${type};base64,${readBounded(join(dirname(path), source), maxSettingsBytes).toString('base64')}`;
  } catch (error) {
    throw new LayoutError(path, [`Expected a readable file for source but received: ${(error as Error).message}`]);
  }
}
