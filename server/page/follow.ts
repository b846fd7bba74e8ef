import type { LabelUpdated } from '../http/answers.js';
import { eventsPath, imagePath, readLabel } from './api.js';

export type Connection = 'live' | 'polling' | 'lost';

/** Milliseconds between two polls, and how many polls until the stream is tried again. */
const pollMs = 2000;
const pollsBeforeStream = 15;

/**
 * Follows the label: over the event stream, or, where the server refuses one, by polling the image's ETag.
 * An `EventSource` reconnects by itself after a broken connection, but gives up after a refusal.
 */
export function follow(updated: (label: LabelUpdated) => void, connection: (state: Connection) => void): void {
  const listen = (): void => {
    const stream = new EventSource(eventsPath);
    stream.addEventListener('open', () => {
      connection('live');
    });
    stream.addEventListener('label.updated', ({ data }: MessageEvent<string>) => {
      updated(JSON.parse(data) as LabelUpdated);
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
