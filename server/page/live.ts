import { type Result, eventsPath, imagePath, readLabel } from './api.js';

export type Connection = 'live' | 'polling' | 'lost';

/** Milliseconds between looks where no stream is to be had, and how many looks until the stream is tried again. */
const pollMs = 2000;
const pollsBeforeStream = 15;

/**
 * Follows the label: a stream of events, or, where that is refused, a look at the image's ETag each two seconds.
 * `EventSource` connects again by itself when the connection breaks; when it was refused, it gives up.
 */
export function follow(updated: (result: Result) => void, connection: (state: Connection) => void): void {
  const listen = (): void => {
    const stream = new EventSource(eventsPath);
    stream.addEventListener('open', () => {
      connection('live');
    });
    stream.addEventListener('label.updated', ({ data }: MessageEvent<string>) => {
      updated(JSON.parse(data) as Result);
    });
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) void poll(pollsBeforeStream, '');
      else connection('lost');
    });
  };
  const poll = async (left: number, known: string): Promise<void> => {
    let etag = known;
    try {
      etag = await currentEtag(known);
      if (etag !== known) updated(await readLabel());
      connection('polling');
    } catch {
      connection('lost');
    }
    setTimeout(() => {
      if (left > 1) void poll(left - 1, etag);
      else listen();
    }, pollMs);
  };
  listen();
}

async function currentEtag(known: string): Promise<string> {
  const answer = await fetch(imagePath('ink'), { cache: 'no-store', headers: { 'If-None-Match': known || '""' } });
  return answer.status === 304 ? known : (answer.headers.get('ETag') ?? '');
}
