import { PassThrough } from 'node:stream';
import { Problem, unavailable } from '../../fields/problem.js';
import type { Bye } from '../answers.js';
import { maxStreams } from '../budgets/limits.js';
import { createShares } from '../budgets/shares.js';
import { clientOf } from '../client.js';
import type { Context, Dependencies } from '../dependencies.js';

const retryMs = 3000;
export const pingMs = 15_000;
/** Milliseconds until pings after a client has closed its half of the connection: they fail if it has disconnected. */
const probesMs = [0, 1, 2, 4, 8, 16, 32, 64, 128, 500, 2000];
/** Milliseconds between two checks of the key of a stream. */
const keyMs = 1000;

/** Answers with an event stream: `start` writes into `body`, and returns a function that ends its writing. @throws {Problem} */
export type OpenStream = (ctx: Context, start: (body: PassThrough) => () => void) => void;

/** Allows each client {@link maxStreams} concurrent event streams of any kind. */
export function createStreams({
  stopping,
  keys,
  metrics,
}: Pick<Dependencies, 'stopping' | 'keys' | 'metrics'>): OpenStream {
  const open = createShares({ all: Infinity, client: maxStreams });
  metrics.gauge('esl_event_streams', 'Open event streams', open.taken);
  return (ctx, start) => {
    if (stopping()) throw unavailable('The server is stopping', retryMs / 1000);
    const release = open.take(clientOf(ctx));
    if (!release) throw tooManyStreams();
    ctx.set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
    ctx.type = 'text/event-stream';
    ctx.status = 200;
    if (ctx.method === 'HEAD') {
      release();
      return;
    }

    const body = new PassThrough();
    const ping = (): void => {
      if (body.writable && !body.writableNeedDrain) body.write(': ping\n\n');
    };
    const pings = setInterval(ping, pingMs);
    pings.unref();
    const probe = (): void => {
      for (const ms of probesMs) setTimeout(ping, ms).unref();
    };
    if (ctx.req.socket.readableEnded) probe();
    else ctx.req.socket.once('end', probe);
    const { key } = ctx.state;
    const keyCheck = setInterval(() => {
      if (body.writable && !keys.holds(key)) body.end(byeText('unauthorized'));
    }, keyMs);
    keyCheck.unref();
    body.write(`retry: ${retryMs}\n\n`);
    const stop = start(body);
    body.once('close', () => {
      clearInterval(pings);
      clearInterval(keyCheck);
      ctx.req.socket.off('end', probe);
      stop();
      release();
    });
    ctx.body = body;
  };
}

/** The last event of a stream. */
export function byeText(reason: Bye['reason'], id?: number): string {
  const line = id === undefined ? '' : `id: ${id}\n`;
  return `event: bye\n${line}data: ${JSON.stringify({ reason } satisfies Bye)}\n\n`;
}

/**
 * An event as text. Its id is the number of its change in the log; one that is no change in the log adds its name and what it is about.
 */
export function eventText(name: string, id: string, data: object): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
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
