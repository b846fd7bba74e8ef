import type { IncomingMessage } from 'node:http';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { type Body, type JsonValue, parseBody, parseJson } from '../../fields/json.js';
import type { Reason } from '../../fields/field-problem.js';
import { type Problem, requestProblem, unavailable } from '../../fields/problem.js';
import type { BulkJob, UnparsedBody } from '../../labels/drawing/job-kinds.js';
import { bodyBytes } from '../budgets/limits.js';
import { createShares } from '../budgets/shares.js';
import { timeouts } from '../budgets/timeouts.js';
import { clientOf } from '../client.js';
import type { Context, Handler } from '../dependencies.js';

/** Limits of reading on after a body was refused, so that its sender can read the response. */
const drained = { bytes: 2 * 1024 * 1024, ms: 500 };
/** Refused bodies that are read on concurrently. The senders of more may lose the response. */
export const drains = createShares({ all: 32, client: 4 });

const megabyte = 1024 * 1024;
/** Bytes of the bodies of all open requests of this process. */
export const bodies = createShares({ all: 64 * megabyte, client: 16 * megabyte });
/** More bytes of them for bodies without layouts and pictures: those of a few clients cannot stop the updates of others. */
const reserve = 8 * megabyte;

const jsonType = 'application/json';

/** Reads a body of at most `limit` bytes as one JSON object, see {@link bodyOf} and {@link anyBodyOf}. */
export function readBody(limit: number): Handler {
  return readBytes(jsonType, limit);
}

/**
 * Reads a body of the media type `type`, of at most `limit` bytes; with `jsonLimit`, also a body in JSON within that limit.
 * {@link bodyOf} or {@link anyBodyOf} returns the object of a body in JSON, {@link bytesOf} the bytes of any other.
 */
export function readBytes(type: string, limit: number, jsonLimit?: number): Handler {
  const types = [[type, limit] as const, ...(jsonLimit === undefined ? [] : [[jsonType, jsonLimit] as const])];
  return reader(types, (bytes, sent) =>
    sent !== jsonType ? bytes : bytes.length > bodyBytes ? { json: bytes } : parseBody(bytes),
  );
}

/** Media types of a JSON object per line. */
export const lineTypes = ['application/x-ndjson', 'application/jsonl'] as const;

/** Reads a bulk of at most `limit` bytes, a JSON array or a JSON object per line, for a thread to parse. See {@link bulkOf}. */
export function readBulk(limit: number): Handler {
  const types = [jsonType, ...lineTypes].map((type) => [type, limit] as const);
  return reader(types, (json, type): BulkJob => ({ json, form: type === jsonType ? 'array' : 'lines' }));
}

/** Milliseconds from the start of a large body's work to that of the next: others have half of the time. */
const largeMs = 25;
let largeStart = -Infinity;
let last = Promise.resolve();

/** Joins the chunks of a body. To join and to parse a large one takes milliseconds, so they begin one by one. */
async function join(chunks: readonly Buffer[], length: number): Promise<Buffer> {
  if (length > bodyBytes)
    await (last = last.then(async () => {
      const left = largeStart + largeMs - performance.now();
      await (left > 0 ? delay(left) : turn());
      largeStart = performance.now();
    }));
  return Buffer.concat(chunks, length);
}

/** Reads a body of at most `limit` bytes as any JSON value, see {@link jsonOf}. */
export function readJson(limit: number): Handler {
  return reader([[jsonType, limit]], (bytes) => {
    boundValues(bytes);
    return parseJson(bytes);
  });
}

/**
 * Commas and opening brackets of a JSON text that is parsed on the event loop: with 64,000 of them, it takes 30 ms, and 3 MB of brackets
 * take a second. A text in Base64 has none.
 */
const maxMarks = 64_000;
const isMark = Uint8Array.from({ length: 256 }, (_, byte) => (',[{'.includes(String.fromCharCode(byte)) ? 1 : 0));

/** @throws {Problem} for a JSON text of which parsing takes too long */
export function boundValues(json: Uint8Array): void {
  const refusal = `Expected at most ${maxMarks} commas and opening brackets in the JSON but received more`;
  let count = 0;
  for (const byte of json)
    if (isMark[byte] === 1 && ++count > maxMarks) throw requestProblem(413, 'body_too_large', refusal);
}

/** Reads a form of at most `limit` bytes, URL-encoded or in parts, as bytes, see {@link bytesOf}. */
export function readForm(limit: number): Handler {
  const types = ['multipart/form-data', 'application/x-www-form-urlencoded'].map((type) => [type, limit] as const);
  return reader(types, (bytes) => bytes);
}

/** Reads bodies of these media types, with a limit of bytes for each. @param parse makes what the accessors return */
function reader(
  types: readonly (readonly [type: string, limit: number])[],
  parse: (bytes: Uint8Array, type: string) => unknown,
): Handler {
  const limits = new Map(types);
  return async function readBody(ctx: Context, next) {
    const type = mediaTypeOf(ctx, [...limits.keys()]);
    const limit = limits.get(type)!;
    const declared = ctx.get('Content-Length');
    const size = declared === '' ? limit : Number(declared);
    if (size > limit) return refuse(ctx, tooLarge(limit));
    const release = bodies.take(clientOf(ctx), size, size <= bodyBytes ? reserve : 0);
    if (!release) return refuse(ctx, unavailable('Too many bodies are read at the moment. Nothing was stored', 1));
    // The client may have disconnected.
    if (ctx.res.closed) release();
    else ctx.res.once('close', release);
    const bytes = await collect(ctx.req, limit);
    if (!bytes) return refuse(ctx, tooLarge(limit));
    ctx.state.received = bytes;
    ctx.request.body = parse(bytes, type);
    await next();
  };
}

/** Reads a body. Null: it has more than `limit` bytes. @throws {Problem} 408 if it ends too soon, or pauses for too long */
async function collect(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  const body = new Promise<Buffer | null>((resolve, reject) => {
    const fail = (detail: string) => () => {
      reject(requestProblem(408, 'request_timeout', detail, closing));
    };
    const ended = fail('The body ended before its Content-Length');
    // The client may have disconnected while its request was counted.
    if (request.destroyed) ended();
    request.setTimeout(timeouts.bodyPause, () => {
      const { 'content-length': declared } = request.headers;
      const received = declared === undefined ? `${length} bytes` : `${length} of ${declared} bytes`;
      fail(`Expected more of the body within ${timeouts.bodyPause / 1000} s but received only ${received}`)();
    });
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) resolve(null);
      else chunks.push(chunk);
    });
    request.once('end', () => {
      resolve(join(chunks, length));
    });
    request.once('close', ended).once('error', ended);
  });
  try {
    return await body;
  } finally {
    request.removeAllListeners('timeout').setTimeout(timeouts.readPause);
  }
}

/** The connection closes, but the client may still read the response. */
const closing = { Connection: 'close' };

function tooLarge(limit: number): Problem {
  const detail = `Expected at most ${limit / 1024} KB for the body but received more`;
  return requestProblem(413, 'body_too_large', detail);
}

/** Refuses a body that has not arrived. @throws {Problem} */
async function refuse(ctx: Context, problem: Problem): Promise<never> {
  await drain(ctx);
  ctx.set(closing);
  throw problem;
}

/** The object that {@link readBody} has read, within a limit of {@link bodyBytes}. */
export function bodyOf(ctx: Context): Body {
  return ctx.request.body as Body;
}

/** The same within any limit: the bytes of a larger body are left for a thread to parse. */
export function anyBodyOf(ctx: Context): Body | UnparsedBody {
  return ctx.request.body as Body | UnparsedBody;
}

/** The bulk that {@link readBulk} has read. */
export function bulkOf(ctx: Context): BulkJob {
  return ctx.request.body as BulkJob;
}

/** The value that {@link readJson} has read. */
export function jsonOf(ctx: Context): JsonValue {
  return ctx.request.body as JsonValue;
}

/** The bytes that {@link readBytes} has read; null where it has read an object. */
export function bytesOf(ctx: Context): Uint8Array | null {
  return ctx.request.body instanceof Uint8Array ? ctx.request.body : null;
}

/** The media type of the body. @throws {Problem} 415 unless it is one of `types`; JSON is in UTF-8 */
function mediaTypeOf(ctx: Context, types: readonly string[]): string {
  if (ctx.get('Content-Encoding') !== '')
    throw wrongMediaType('unsupported_encoding', 'Expected no Content-Encoding for the body', {
      'Accept-Encoding': 'identity',
    });
  const [given = '', ...parameters] = ctx.get('Content-Type').toLowerCase().split(';');
  const charsets = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1]);
  const type = types.find((one) => one === given.trim());
  if (type === undefined || charsets.some((charset) => charset !== undefined && charset !== 'utf-8')) {
    const expected = types.map((one) => (one === jsonType ? `${one} in UTF-8` : one)).join(' or ');
    throw wrongMediaType('unsupported_media_type', `Expected ${expected} for the Content-Type`, {
      Accept: types.join(', '),
    });
  }
  return type;
}

function wrongMediaType(reason: Reason, detail: string, headers: Readonly<Record<string, string>>): Problem {
  return requestProblem(415, reason, detail, headers, 'UNSUPPORTED_MEDIA_TYPE');
}

/** Reads on for a while: closing a connection with unread bytes resets it, and the client may never see the response. */
async function drain(ctx: Context): Promise<void> {
  const release = drains.take(clientOf(ctx));
  if (!release) return;
  const request = ctx.req;
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
  release();
}
