import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Handler } from '../dependencies.js';

/** Compresses a large body for clients that accept gzip: it is made again for each request, so brotli would take too long. */
export function compress(): Handler {
  return async function compress(ctx, next) {
    await next();
    ctx.vary('Accept-Encoding');
    const body: unknown = ctx.body;
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip' || ctx.method === 'HEAD') return;
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
    if (!(source instanceof Readable)) return;
    const { type } = ctx;
    // An error of the source ends the response, as without compression.
    ctx.body = pipeline(source, createGzip({ level: 4 }), () => undefined);
    ctx.type = type;
    ctx.set('Content-Encoding', 'gzip');
    ctx.remove('Content-Length');
  };
}
