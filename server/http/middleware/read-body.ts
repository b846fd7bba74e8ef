import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import bodyParser from 'koa-bodyparser';
import { type Body, parseBody } from '../../fields/json.js';
import { requestProblem } from '../../fields/problem.js';
import type { Context, Handler } from '../dependencies.js';

/** How much of a body is read after it was refused, so that its sender can read the answer. */
const drained = { bytes: 2 * 1024 * 1024, ms: 500 };

/** Larger bodies, in bytes, take some milliseconds each: of many that come at once, each has a turn of the event loop. */
const largeBody = 32 * 1024;

/** Resolves in a turn of the event loop that no other caller gets. */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => turn()));
}

/**
 * Reads a body of at most `limit` bytes as one JSON object into `ctx.request.body`. koa-bodyparser reads and counts the bytes,
 * but does not parse them: it would accept forms, other charsets, invalid UTF-8 and duplicate keys.
 */
export function readBody(limit: number): Handler {
  const options = {
    enableTypes: ['text'],
    extendTypes: { text: ['application/json'] },
    textLimit: `${limit}b`,
    // Asks for bytes, as a text would hide invalid UTF-8. The types lack this option.
    encoding: null,
  };
  const readBytes = bodyParser(options) as Handler;
  const inTurn = createTurns();
  return async function readBody(ctx: Context, next) {
    checkMediaType(ctx);
    try {
      if (Number(ctx.get('Content-Length')) > limit) throw Object.assign(new Error('too large'), { status: 413 });
      await readBytes(ctx, async () => Promise.resolve());
    } catch (error) {
      const { status, type } = error as { status?: number; type?: string };
      if (status === 413) await drain(ctx.req);
      // The client may have gone while its request was counted.
      const short = status === 400 || type === 'stream.not.readable';
      throw status === 413 ? tooLarge(limit) : short ? cutShort() : error;
    }
    const bytes: unknown = ctx.request.body;
    if (bytes instanceof Uint8Array && bytes.length > largeBody) await inTurn();
    ctx.request.body = parseBody(bytes instanceof Uint8Array ? bytes : new Uint8Array());
    await next();
  };
}

/** The body that {@link readBody} has read. */
export function bodyOf(ctx: Context): Body {
  return ctx.request.body as Body;
}

function checkMediaType(ctx: Context): void {
  if (ctx.get('Content-Encoding') !== '')
    throw requestProblem(415, 'unsupported_encoding', 'Expected no Content-Encoding for the body', {
      'Accept-Encoding': 'identity',
    });
  const [type, ...parameters] = ctx.get('Content-Type').toLowerCase().split(';');
  const charsets = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1]);
  if (type?.trim() !== 'application/json' || charsets.some((charset) => charset !== undefined && charset !== 'utf-8'))
    throw requestProblem(415, 'unsupported_media_type', 'Expected application/json in UTF-8 for the Content-Type', {
      Accept: 'application/json',
    });
}

function tooLarge(limit: number) {
  const detail = `Expected at most ${limit / 1024} KB for the body but received more`;
  return requestProblem(413, 'body_too_large', detail, { Connection: 'close' });
}

/** The connection is closing, but the client may still read why. */
function cutShort() {
  return requestProblem(408, 'request_timeout', 'The body ended before its Content-Length', { Connection: 'close' });
}

/** Reads on for a while: to close a connection with unread bytes resets it, and the client may never see the answer. */
async function drain(request: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let read = 0;
    const timer = setTimeout(resolve, drained.ms);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > drained.bytes) done();
    });
    request.once('end', done).once('close', done).once('error', done).resume();
    if (request.readableEnded || request.destroyed) done();
  });
}
