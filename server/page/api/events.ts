import { Schedule } from '../browser/schedule.js';
import { sleep, usualDelayS } from './pause.js';
import { ApiError, send } from './request.js';

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string;
}

/** `refused`: this client has as many streams as the server allows. */
export type StreamState = 'waiting' | 'live' | 'lost' | 'refused';

/** Milliseconds before the first attempt to reconnect, and before later ones at most. */
const [firstDelayMs, maxDelayMs] = [1000, 15_000];
/** Milliseconds without a byte until a stream counts as lost. */
const maxSilenceMs = 40_000;

/**
 * Follows an event stream. Reconnects when it ends, with the id of the last event. An `EventSource` can send no key,
 * so this is none.
 * @param onState receives the state of the stream and, once a second while it is refused, the seconds until the
 * next attempt
 * @param onMissing called if there is no such stream, which ends the attempts
 * @returns ends that
 */
export function follow(
  path: string,
  onEvent: (event: StreamEvent) => void,
  onState: (state: StreamState, seconds: number) => unknown,
  onMissing: (error: ApiError) => unknown = () => undefined,
): () => void {
  const end = new AbortController();
  let last = '';
  const take = (event: StreamEvent): void => {
    if (event.id !== '') last = event.id;
    onEvent(event);
  };
  const run = async (): Promise<void> => {
    let wait = firstDelayMs;
    for (;;) {
      const began = performance.now();
      let wantsKey = false;
      try {
        await readStream(path, last, end.signal, () => onState('live', 0), take);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          onState('waiting', 0);
          onMissing(error);
          return;
        }
        wantsKey = error instanceof ApiError && error.status === 401;
        if (error instanceof ApiError && error.status === 429) {
          for (let left = error.problem?.retry_after ?? usualDelayS; left > 0 && !end.signal.aborted; left--) {
            onState('refused', left);
            await sleep(1000, end.signal);
          }
          if (end.signal.aborted) return;
          continue;
        }
      }
      if (end.signal.aborted) return;
      onState(wantsKey ? 'waiting' : 'lost', 0);
      if (performance.now() - began > maxDelayMs) wait = firstDelayMs;
      await sleep(wait, end.signal);
      wait = Math.min(maxDelayMs, wait * 2);
    }
  };
  onState('waiting', 0);
  void run();
  return () => {
    end.abort();
  };
}

/** Reads a stream to its end. @throws {ApiError}; also if it ends early, or is silent */
async function readStream(
  path: string,
  last: string,
  end: AbortSignal,
  onOpen: () => unknown,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const silent = new AbortController();
  const signal = AbortSignal.any([end, silent.signal]);
  const headers = { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) };
  const answer = await send(path, { headers, signal });
  onOpen();
  const timeout = new Schedule(() => {
    silent.abort();
  });
  const parse = readEvents(onEvent);
  for await (const text of textOf(answer.body!)) {
    timeout.restart(maxSilenceMs);
    parse(text);
  }
  timeout.cancel();
}

/** Decodes a body. Safari's streams can't be iterated. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

/** Parses a stream from pieces, wherever they are cut, and calls `onEvent` with each event. */
function readEvents(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let [name, id, data] = ['message', '', ''];
  const line = (text: string): void => {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(text) ?? [];
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data += `${value}\n`;
    else if (text === '' && data !== '') onEvent({ name, data: data.slice(0, -1), id });
    if (text === '') [name, id, data] = ['message', '', ''];
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    for (const each of lines) line(each);
  };
}
