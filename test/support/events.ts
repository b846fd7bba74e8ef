import { endAfterwards } from './server.js';

/** An event of a stream (Server-Sent Events), its data read as JSON. */
export interface Event {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

export interface Stream {
  readonly response: Response;
  next(): Promise<Event | undefined>;
  close(): Promise<void>;
}

/** Opens a stream, which ends with its test at the latest. */
export async function listen(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const response = await fetch(url, { headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // A stream that failed has nothing to cancel.
  const close = () => reader.cancel().catch(() => undefined);
  endAfterwards(close);
  return {
    response,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
          const event = field('event');
          if (event !== undefined) return { event, id: field('id'), data: JSON.parse(field('data')!) as unknown };
          continue;
        }
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += value;
      }
    },
    close,
  };
}
