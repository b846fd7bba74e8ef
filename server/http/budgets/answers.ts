import { Stream } from 'node:stream';
import { unavailable } from '../../fields/problem.js';
import { clientOf } from '../client.js';
import type { Context, Handler } from '../dependencies.js';
import { createShares } from './shares.js';

const megabyte = 1024 * 1024;
/** Bytes of the answers that are made or wait to be read, of this process. */
const answers = createShares({ all: 128 * megabyte, client: 16 * megabyte });
/** What a list counts that is read from the store while it is sent: a page of its rows, and their text. */
export const listBytes = megabyte;
/** Smaller answers are not counted: connections are. */
const smallAnswer = 16 * 1024;

/** Counts an answer against its client's share until it is sent. @throws {Problem} 503 if the share is used up */
export function holdAnswer(ctx: Context, bytes: number): void {
  const release = answers.take(clientOf(ctx), bytes);
  if (!release) throw unavailable('Too many answers are made, or wait to be read, at the moment', 1);
  // The client may have disconnected.
  if (ctx.res.closed) release();
  else ctx.res.once('close', release);
}

/**
 * Counts the answers of a route that changes nothing. Lists count themselves, before they are read.
 * @param sharesBytes whether all answers in bytes are the same ones
 */
export function holdAnswers(sharesBytes = false): Handler {
  return async function holdAnswers(ctx, next) {
    await next();
    const body: unknown = ctx.body;
    if (body === null || body === undefined || body instanceof Stream || (sharesBytes && Buffer.isBuffer(body))) return;
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    if (bytes.length > smallAnswer) holdAnswer(ctx, bytes.length);
    ctx.body = bytes;
  };
}
