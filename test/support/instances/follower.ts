import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { endAfterwards } from '../server.js';

/** A client of a label's event stream that reconnects like a browser. */
export interface Follower {
  /** The revisions of all `label.updated` in order of arrival. */
  readonly updated: readonly number[];
  /** The id of the newest event. */
  readonly last: () => string | undefined;
  /** The number of connections. */
  readonly streams: () => number;
  stop(): Promise<void>;
}

const again = 50;

/** @param client its address for `X-Forwarded-For` @param after the id of the newest known event */
export function follow(url: string, id: string, client: string, after?: string): Follower {
  const updated: number[] = [];
  let last = after;
  const end = new AbortController();
  let streams = 0;
  const readOnce = (): Promise<void> =>
    new Promise((resolve) => {
      const headers = { 'X-Forwarded-For': client, ...(last === undefined ? {} : { 'Last-Event-ID': last }) };
      const request = get(`${url}/api/esl/labels/${id}/events`, { headers, signal: end.signal }, (response) => {
        if (response.statusCode === 200) streams++;
        let text = '';
        response.on('data', (chunk: Buffer) => {
          const events = (text + chunk.toString()).split('\n\n');
          text = events.pop()!;
          for (const event of events) {
            last = /^id: (\d+)$/m.exec(event)?.[1] ?? last;
            const [, revision] = /^event: label\.updated\n.*?"revision":(\d+)/s.exec(event) ?? [];
            if (revision !== undefined) updated.push(Number(revision));
          }
        });
        response.once('close', resolve);
        response.on('error', () => undefined);
      });
      request.once('error', () => {
        resolve();
      });
    });
  const stay = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await readOnce();
      await delay(again);
    }
  };
  const ended = stay();
  const stop = async (): Promise<void> => {
    end.abort();
    await ended;
  };
  endAfterwards(stop);
  return { updated, last: () => last, streams: () => streams, stop };
}
