import { PassThrough } from 'node:stream';
import { Problem, unavailable } from '../fields/problem.js';
import { maxStreams } from './budgets/limits.js';
import { clientOf } from './client.js';
import type { Context, Dependencies } from './dependencies.js';

const retryMs = 3000;
export const pingMs = 15_000;
/** A client that is this far behind is let go. In bytes. */
export const maxBacklog = 256 * 1024;

/** Answers with an event stream: `start` writes into `body`, and returns what ends that. @throws {Problem} */
export type OpenStream = (ctx: Context, start: (body: PassThrough) => () => void) => void;

/** Counts the event streams of each client, of all kinds together: a client may have {@link maxStreams} at a time. */
export function createStreams({ stopping }: Pick<Dependencies, 'stopping'>): OpenStream {
  const open = new Map<string, number>();
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
    body.write(`retry: ${retryMs}\n\n`);
    const stop = start(body);
    open.set(client, streams + 1);
    body.once('close', () => {
      clearInterval(ping);
      stop();
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
    ctx.body = body;
  };
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
