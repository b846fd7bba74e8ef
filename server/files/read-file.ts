import type { Readable } from 'node:stream';
import { readBounded, tooLarge } from '../../devices/index.js';

export { FileRefused } from '../../devices/index.js';

/** The most megabytes of inputs that are read whole. */
const maxMegabytes = { json: 16, picture: 64, run: 64, trace: 256 } as const;

/** Reads a file, a pipe or a device whole. @throws {Error} with the path if it is too large; file system errors */
export function readWhole(path: string, kind: keyof typeof maxMegabytes): Buffer {
  return readBounded(path, maxMegabytes[kind] * 1e6);
}

/** The text of a file without a byte order mark. @throws as {@link readWhole} */
export function readText(path: string, kind: keyof typeof maxMegabytes): string {
  return readWhole(path, kind)
    .toString()
    .replace(/^\ufeff/, '');
}

/** Reads a file whole; `-` is standard input. @throws {Error} with the path if it is too large; file system errors */
export async function readInput(
  path: string,
  { stdin }: { readonly stdin: Readable },
  kind: keyof typeof maxMegabytes,
): Promise<Buffer> {
  if (path !== '-') return readWhole(path, kind);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxMegabytes[kind] * 1e6) throw tooLarge('standard input', maxMegabytes[kind] * 1e6);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
