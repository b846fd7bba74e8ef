import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The encodings that files are compressed in, best first, and how the build names such files. */
const endings = { br: '.br', gzip: '.gz' } as const;

/** How a file's bytes can be sent. */
export type Encoding = keyof typeof endings | 'identity';

export interface PageFile {
  readonly type: string;
  /** Whether its name has a hash, so that its bytes never change. */
  readonly immutable: boolean;
  readonly etag: string;
  /** The bytes in each encoding that the file has; `identity` is always there. */
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the files of a web page, by name, without those that it does not load, such as licences. */
export function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const identity = readFileSync(join(folder, name));
    const compressed = Object.entries(endings)
      .map(([encoding, ending]) => [encoding, join(folder, name + ending)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([encoding, file]) => [encoding, readFileSync(file)] as const);
    const etag = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    const immutable = /-[A-Z0-9]{8}\.\w+$/.test(name);
    files.set(name, { type, immutable, etag, encoded: { ...Object.fromEntries(compressed), identity } });
  }
  return files;
}
