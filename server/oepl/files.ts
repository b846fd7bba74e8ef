import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Bytes of all files, and those that a file takes beside its own. */
const capacity = { all: 8 * 1024 * 1024, file: 256 } as const;
const maxPathLength = 255;

/** The files that clients have put on the access point. */
export type Files = ReturnType<typeof createFiles>;

/** Stores files in memory by their paths; drops those that were not used for longest. */
export function createFiles() {
  const files = new LRUCache<string, Uint8Array>({
    maxSize: capacity.all,
    sizeCalculation: ({ length }, path) => capacity.file + length + 2 * path.length,
  });
  const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`);
  return {
    get: (path: string): Uint8Array | undefined => files.get(absolute(path)),
    /** @returns false: there is no room for it */
    put(path: string, bytes: Uint8Array): boolean {
      if (path.length > maxPathLength) return false;
      files.set(absolute(path), bytes);
      return files.has(absolute(path));
    },
    /** Those whose paths occur in a text, with or without the slash at the start. */
    in(text: string): Record<string, Uint8Array> {
      const named = [...files.keys()].filter((path) => text.includes(path.slice(1)));
      return Object.fromEntries(named.map((path) => [path, files.get(path)!]));
    },
    /** The answer of `/check_file`. */
    check(path: string) {
      const bytes = files.get(absolute(path));
      return bytes
        ? { filesize: bytes.length, md5: createHash('md5').update(bytes).digest('hex') }
        : { filesize: 0, md5: '' };
    },
  };
}
