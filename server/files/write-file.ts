import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file completely or not at all: writes a temporary file in the same folder and renames it. Follows links. Writes
 * directly to anything but a regular file, such as a pipe or /dev/null.
 * @throws file system errors
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  writePieces(path, [bytes]);
}

/** {@link writeWhole} for pieces. @throws errors of the iterator too */
function writePieces(path: string, pieces: Iterable<Uint8Array | string>): void {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known && !known.isFile()) {
    writeAll(path, pieces);
    return;
  }
  const target = known ? realpathSync(path) : path;
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    writeAll(part, pieces);
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    // The user does not know the temporary name.
    const failure = error as Error;
    failure.message = failure.message.replaceAll(part, target);
    throw failure;
  }
}

function writeAll(path: string, pieces: Iterable<Uint8Array | string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

/** {@link writeWhole}, which creates missing folders. */
export function placeFile(path: string, content: Uint8Array | string): void {
  placePieces(path, [content]);
}

/** {@link writePieces}, which creates missing folders. */
export function placePieces(path: string, pieces: Iterable<Uint8Array | string>): void {
  makeFolder(dirname(path));
  writePieces(path, pieces);
}

/**
 * Creates a folder and those above it, unless they exist. Node's own `recursive` never ends where the system says ENOENT although the
 * folder above exists, as in /proc.
 * @throws file system errors
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (existsSync(path) && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    makeFolder(path);
  }
}
