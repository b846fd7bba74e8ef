import { readFileSync, statSync } from 'node:fs';

/** The most megabytes of files that are read whole. */
const maxMegabytes = { json: 16, picture: 64, trace: 256 } as const;

/** A file is larger than what is read of its kind. Its message is for users, like that of an error of the file system. */
class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly code = 'EFBIG';
  constructor(
    readonly path: string,
    most: number,
    bytes: number,
  ) {
    super(`Expected at most ${most} MB for ${path} but received ${Math.ceil(bytes / 1e6)} MB`);
  }
}

/** Refuses a file that is too large before it is read. @throws {Error} with the path; file system errors */
export function boundFile(path: string, kind: keyof typeof maxMegabytes): void {
  // Reading reports a missing file.
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxMegabytes[kind] * 1e6) throw new FileTooLarge(path, maxMegabytes[kind], size);
}

/** Reads a file whole. @throws {Error} with the path if it is too large; file system errors */
export function readWhole(path: string, kind: keyof typeof maxMegabytes): Buffer {
  boundFile(path, kind);
  return readFileSync(path);
}
