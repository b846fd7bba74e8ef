import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

/** The encodings of compressed files, and their endings. Each compressed file exists in gzip. */
const endings = { br: '.br', gzip: '.gz' } as const;

/** A file or a document that never changes. */
export interface PageFile {
  readonly type: string;
  /** Whether its name has a hash: its bytes never change. */
  readonly immutable: boolean;
  readonly etag: string;
  /** The bytes in each encoding that exists. */
  readonly encoded: Readonly<Partial<Record<keyof typeof endings, Buffer>>>;
  /** The uncompressed bytes. */
  readonly plain: () => Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A file of JSON that the process makes once. */
export function jsonFile(value: unknown, type = 'application/json; charset=utf-8'): PageFile {
  const stored = Buffer.from(JSON.stringify(value));
  const br = brotliCompressSync(stored, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { type, immutable: false, etag: etagOf(stored), encoded: { br, gzip: gzipSync(stored) }, plain: () => stored };
}

function etagOf(stored: Buffer): string {
  return createHash('sha256').update(stored).digest('hex').slice(0, 32);
}

/**
 * Reads the files that a web page loads, by name, so no licences. Compressed files have no plain copy: the first client that
 * accepts no encoding causes one.
 */
export function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of new Set(readdirSync(folder).map((file) => file.replace(/\.(br|gz)$/, '')))) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const compressed = Object.entries(endings)
      .map(([encoding, ending]) => [encoding, join(folder, name + ending)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([encoding, file]) => [encoding, readFileSync(file)] as const);
    const encoded = Object.fromEntries(compressed) as PageFile['encoded'];
    const { gzip } = encoded;
    const stored = gzip ?? readFileSync(join(folder, name));
    let plain = gzip ? undefined : stored;
    files.set(name, {
      type,
      immutable: /-[A-Z0-9]{8}\.\w+$/.test(name),
      etag: etagOf(stored),
      encoded,
      plain: () => (plain ??= gunzipSync(stored)),
    });
  }
  return files;
}
