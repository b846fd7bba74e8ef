import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: under another name in the same folder, then renamed. A link is followed; what is
 * no regular file, such as a pipe or /dev/null, is written to as it is.
 * @throws what the file system throws.
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
    // Nobody has heard of the other name.
    const failure = error as Error;
    failure.message = failure.message.replaceAll(part, target);
    throw failure;
  }
}

/** As {@link writeWhole}, and makes the folders that the file needs. */
export function placeFile(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, Buffer.from(content));
}
