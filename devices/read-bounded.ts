import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** Bytes that one read of a pipe or device returns at most, and milliseconds between two reads, and until a pipe has a writer. */
const pipe = { bytes: 64 * 1024, pauseMs: 10, writerMs: 2000 } as const;

/** Windows has no such flag. */
const nonBlocking = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

/** A file is not of the expected kind or size. Its message is for users, like that of an error of the file system. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly received: string,
    readonly code = 'EFBIG',
  ) {
    super(`Expected ${expected} for ${path} but received ${received}`);
  }
}

/** A file is larger than what is read of its kind. */
export function tooLarge(path: string, maxBytes: number, bytes?: number): FileRefused {
  const received = bytes === undefined ? 'more' : `${Math.ceil(bytes / 1e6)} MB`;
  return new FileRefused(path, `at most ${maxBytes / 1e6} MB`, received);
}

/** Refuses a folder entry that is no regular file, or too large, without opening it. @throws {FileRefused} */
export function checkRegular(path: string, maxBytes: number): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new FileRefused(path, 'a file', 'a folder', 'EISDIR');
  if (!stats?.isFile())
    throw new FileRefused(path, 'a regular file', stats ? kindOf(stats) : 'a link to nothing', 'EINVAL');
  if (stats.size > maxBytes) throw tooLarge(path, maxBytes, stats.size);
}

/** What a file is that is no regular one. @param stats those of `fs.stat` */
export function kindOf(stats: Readonly<Record<'isDirectory' | 'isFIFO' | 'isSocket', () => boolean>>): string {
  if (stats.isDirectory()) return 'a folder';
  return stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device';
}

/**
 * Reads at most `maxBytes` of a file, a pipe or a device. Does not wait for a writer of a pipe that has none.
 * @throws {FileRefused} for a larger one; file system errors
 */
export function readBounded(path: string, maxBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | nonBlocking);
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new FileRefused(path, 'a file', 'a folder', 'EISDIR');
    if (!stats.isFile()) return readPipe(file, path, maxBytes);
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes, stats.size);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readPipe(file: number, path: string, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  const until = performance.now() + pipe.writerMs;
  for (let size = 0; ;) {
    const chunk = Buffer.alloc(pipe.bytes);
    const count = readReady(file, chunk);
    if (count === 0 && (size > 0 || !fstatSync(file).isFIFO())) return Buffer.concat(chunks);
    if (count === 0 && performance.now() > until)
      throw new FileRefused(path, 'data', 'a pipe that nothing writes to', 'EINVAL');
    if (count === null || count === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pipe.pauseMs);
    else {
      size += count;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      chunks.push(chunk.subarray(0, count));
    }
  }
}

/** Bytes that were read; 0: the end, or no writer yet; null: none yet. */
function readReady(file: number, chunk: Buffer): number | null {
  try {
    return readSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
