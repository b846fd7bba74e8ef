import { Stream } from 'node:stream';
import { type Problem, unavailable } from '../../fields/problem.js';
import { clientOf } from '../client.js';
import type { Context, Handler } from '../dependencies.js';
import { createShares } from './shares.js';

const megabyte = 1024 * 1024;
/** Bytes of the answers that are made or wait to be read, of this process. */
export const answers = createShares({ all: 128 * megabyte, client: 16 * megabyte });
/** What a list counts that is read from the store while it is sent: a page of its rows, and their text. */
const listBytes = megabyte;
/** Smaller answers are not counted: connections are. */
const smallAnswer = 16 * 1024;
/** Milliseconds for which a list waits for the others of its client. */
const waitMs = 10_000;

/** Lists that wait for room, in the order of their requests: each returns whether it waits no longer. */
const waiting = new Set<() => boolean>();

/** Counts an answer against its client's share until it is sent. @returns whether there was room */
function hold({ res }: Context, client: string, bytes: number): boolean {
  const release = answers.take(client, bytes);
  if (!release) return false;
  const end = (): void => {
    release();
    for (const begins of waiting) if (begins()) waiting.delete(begins);
  };
  // The client may have disconnected.
  if (res.closed) end();
  else res.once('close', end);
  return true;
}

/**
 * Counts a list against its client's share until it is sent. Waits while the client's other lists are sent.
 * @throws {Problem} 503 if they take too long
 */
export async function holdList(ctx: Context): Promise<void> {
  const client = clientOf(ctx);
  if (hold(ctx, client, listBytes)) return;
  await new Promise<void>((resolve, reject) => {
    const begins = (): boolean => {
      if (!ctx.res.closed && !hold(ctx, client, listBytes)) return false;
      clearTimeout(timer);
      resolve();
      return true;
    };
    const timer = setTimeout(() => {
      waiting.delete(begins);
      if (ctx.res.closed) resolve();
      else reject(full());
    }, waitMs).unref();
    waiting.add(begins);
  });
}

const full = (): Problem => unavailable('Too many answers are made, or wait to be read, at the moment', 1);

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
    if (bytes.length > smallAnswer && !hold(ctx, clientOf(ctx), bytes.length)) throw full();
    ctx.body = bytes;
  };
}
