import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, which is then renamed. A link is followed.
 * What is not a regular file, such as a pipe or /dev/null, is written to directly.
 * @throws what the file system throws
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  writePieces(path, [bytes]);
}

/** {@link writeWhole} of pieces, one after the other. What the pieces throw, it throws. */
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
    // The temporary name would tell the user nothing.
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

/** {@link writeWhole}, after making the folders on the path. */
export function placeFile(path: string, content: Uint8Array | string): void {
  placePieces(path, [content]);
}

/** {@link writePieces}, after making the folders on the path. */
export function placePieces(path: string, pieces: Iterable<Uint8Array | string>): void {
  mkdirSync(dirname(path), { recursive: true });
  writePieces(path, pieces);
}
