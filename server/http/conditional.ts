import { Problem } from '../fields/problem.js';
import type { Context, Handler } from './dependencies.js';
import type { PageFile } from './page-files.js';

/**
 * Sends `bytes` with a strong `etag`, or 304 to a client that has them already. Koa's `ctx.fresh` would send them again
 * when the request has Cache-Control: no-cache, which Node's fetch adds to every If-None-Match.
 */
export function sendTagged(ctx: Context, type: string, etag: string, bytes: Buffer): void {
  ctx.set('Content-Type', type);
  if (!isKnown(ctx, etag)) ctx.body = bytes;
}

/** Sets the ETag, and answers 304 to a client that names it. */
export function isKnown(ctx: Context, etag: string): boolean {
  ctx.set('ETag', etag);
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = ctx.get('If-None-Match').split(',').map(bare);
  if (!known.includes(bare(etag)) && !known.includes('*')) return false;
  ctx.status = 304;
  return true;
}

/** The rights of a page: it connects only to this server, and runs only its own scripts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; " +
  "img-src 'self' data: blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Sends the file of a page that the path names, or its `index.html`. */
export function sendFile(files: ReadonlyMap<string, PageFile>): Handler {
  return function sendFile(ctx) {
    const found = files.get((ctx.params as { readonly file?: string } | undefined)?.file ?? 'index.html');
    if (!found) throw new Problem('NOT_FOUND', 'The web page has no such file');
    ctx.set('Content-Security-Policy', policy);
    sendEncoded(ctx, found, found.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  };
}

/** Sends a file in the best encoding that the client accepts. */
export function sendEncoded(ctx: Context, { type, etag, encoded, plain }: PageFile, caching: string): void {
  ctx.set('Cache-Control', caching);
  ctx.vary('Accept-Encoding');
  const encoding = (['br', 'gzip'] as const).find((name) => ctx.acceptsEncodings(name) === name && encoded(name));
  if (encoding) ctx.set('Content-Encoding', encoding);
  sendTagged(ctx, type, `"${etag}${encoding ? `-${encoding}` : ''}"`, encoding ? encoded(encoding)! : plain());
}
