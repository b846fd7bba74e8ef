import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, which is then renamed. A link is followed.
 * What is not a regular file, such as a pipe or /dev/null, is written to directly.
 * @throws what the file system throws
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known && !known.isFile()) {
    writeFileSync(path, bytes);
    return;
  }
  const target = known ? realpathSync(path) : path;
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    writeFileSync(part, bytes);
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    // The temporary name would tell the user nothing.
    const failure = error as Error;
    failure.message = failure.message.replaceAll(part, target);
    throw failure;
  }
}

/** {@link writeWhole}, after making the folders on the path. */
export function placeFile(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, Buffer.from(content));
}
