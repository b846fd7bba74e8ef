import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Problem } from '../fields/problem.js';
import { sendTagged } from './conditional.js';
import type { Handler } from './dependencies.js';

export interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** Reads the files of a web page, by name, without those that it does not load, such as source maps. */
export function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    files.set(name, { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` });
  }
  return files;
}

/** Sends the file that the path names, or `index.html`. `policy`: what the page may load and do (Content-Security-Policy). */
export function sendFile(files: ReadonlyMap<string, PageFile>, policy: string): Handler {
  return function sendFile(ctx) {
    const found = files.get(ctx.params.file ?? 'index.html');
    if (!found) throw new Problem('NOT_FOUND', 'The web page has no such file');
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });
    sendTagged(ctx, found.type, found.etag, found.bytes);
  };
}
