import { PassThrough } from 'node:stream';
import { Problem, unavailable } from '../fields/problem.js';
import type { Bye } from './answers.js';
import { backlogFor, maxStreams } from './budgets/limits.js';
import { clientOf } from './client.js';
import type { Context, Dependencies } from './dependencies.js';

const retryMs = 3000;
export const pingMs = 15_000;
/** Milliseconds between two looks whether the key of a stream is still valid. */
const keyMs = 1000;

/**
 * Answers with an event stream: `start` writes into `body`, and returns what ends that. `isBehind` tells whether the client has
 * so much to read that it has to be let go. @throws {Problem}
 */
export type OpenStream = (ctx: Context, start: (body: PassThrough, isBehind: () => boolean) => () => void) => void;

/** Counts the event streams of each client, of all kinds together: a client may have {@link maxStreams} at a time. */
export function createStreams({
  stopping,
  keys,
  metrics,
}: Pick<Dependencies, 'stopping' | 'keys' | 'metrics'>): OpenStream {
  const open = new Map<string, number>();
  let all = 0;
  metrics.gauge('esl_event_streams', 'Open event streams', () => all);
  return (ctx, start) => {
    if (stopping()) throw unavailable('The server is stopping', retryMs / 1000);
    const client = clientOf(ctx);
    const streams = open.get(client) ?? 0;
    if (streams >= maxStreams) throw tooManyStreams();
    ctx.set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
    ctx.type = 'text/event-stream';
    ctx.status = 200;
    if (ctx.method === 'HEAD') return;

    const body = new PassThrough();
    const ping = setInterval(() => body.writable && body.write(': ping\n\n'), pingMs);
    ping.unref();
    const { key } = ctx.state;
    const look = setInterval(() => {
      if (body.writable && !keys.holds(key)) body.end(byeText('unauthorized'));
    }, keyMs);
    look.unref();
    body.write(`retry: ${retryMs}\n\n`);
    const stop = start(body, () => backlogOf(body) > backlogFor(all));
    open.set(client, streams + 1);
    all++;
    body.once('close', () => {
      clearInterval(ping);
      clearInterval(look);
      stop();
      all--;
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
    ctx.body = body;
  };
}

/** The last event of a stream. */
export function byeText(reason: Bye['reason']): string {
  return `event: bye\ndata: ${JSON.stringify({ reason } satisfies Bye)}\n\n`;
}

/** How many bytes of a stream its client has not read yet. */
export function backlogOf(body: PassThrough): number {
  return body.readableLength + body.writableLength;
}

function tooManyStreams(): Problem {
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    `At most ${maxStreams} event streams per client. Close one, then try again.`,
    {
      title: 'Too many event streams',
      headers: { 'Retry-After': '5' },
      members: { retry_after: 5 },
    },
  );
}
