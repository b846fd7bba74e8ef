import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

const compress = {
  br: (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain: Buffer) => gzipSync(plain),
};

/** A file or a document that never changes. */
export interface PageFile {
  readonly type: string;
  /** Whether its name has a hash: its bytes never change. */
  readonly immutable: boolean;
  readonly etag: string;
  /** The bytes in an encoding, where it exists. */
  readonly encoded: (name: keyof typeof compress) => Buffer | undefined;
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

/** A file of JSON that the process makes once, and compresses when a client first accepts the encoding. */
export function jsonFile(value: unknown, type = 'application/json; charset=utf-8'): PageFile {
  const stored = Buffer.from(JSON.stringify(value));
  const made: { br?: Buffer; gzip?: Buffer } = {};
  const encoded: PageFile['encoded'] = (name) => (made[name] ??= compress[name](stored));
  return { type, immutable: false, etag: etagOf(stored), encoded, plain: () => stored };
}

function etagOf(stored: Buffer): string {
  return createHash('sha256').update(stored).digest('hex').slice(0, 32);
}

/**
 * Reads the files that a web page loads, by name, so no licences. Compressed files have no plain copy: the first client that
 * accepts no encoding causes one. Each compressed file exists in gzip.
 */
export function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  const stored = new Set(readdirSync(folder));
  for (const name of new Set([...stored].map((file) => file.replace(/\.(br|gz)$/, '')))) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const read = (file: string) => (stored.has(file) ? readFileSync(join(folder, file)) : undefined);
    const [br, gzip] = [read(`${name}.br`), read(`${name}.gz`)];
    let plain = read(name);
    files.set(name, {
      type,
      immutable: /-[A-Z0-9]{8}\.\w+$/.test(name),
      etag: etagOf((gzip ?? plain)!),
      encoded: (encoding) => ({ br, gzip })[encoding],
      plain: () => (plain ??= gunzipSync(gzip!)),
    });
  }
  return files;
}
