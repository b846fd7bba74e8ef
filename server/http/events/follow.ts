import type { PassThrough } from 'node:stream';
import type { Logger } from 'pino';
import type { EventReader, Events } from '../../labels/events.js';
import type { LabelEvent } from '../../labels/tag-changes.js';
import { byeText, eventText } from './streams.js';

export interface EventStream {
  readonly events: Events;
  readonly log: Logger;
  /** The header Last-Event-ID; empty: the client knows nothing. */
  readonly lastId: string;
  /** The text of a new stream: the state up to an entry of the log; null: there is no such label. */
  readonly begin: (seq: number) => Promise<string | null>;
  /** The bytes of an event; null: the stream does not have it. */
  readonly bytesOf: (event: LabelEvent) => Buffer | null;
  /** Whether the event is the last of the stream. */
  readonly isLast: (event: LabelEvent) => boolean;
}

/**
 * Writes events into `body` as fast as its client reads them. A client that knows an entry receives those after it, or `reset` if
 * the log no longer has them. The returned function ends that.
 */
export function followEvents(body: PassThrough, stream: EventStream): () => void {
  let reader: EventReader | null = null;
  let left = false;
  const start = async (): Promise<void> => {
    reader = await stream.events.open(lastEntry(stream.lastId));
    if (left) reader.close();
    else await writeAll(body, reader, stream);
  };
  start().catch((error: unknown) => {
    stream.log.error({ err: error }, 'An event stream failed');
    body.destroy();
  });
  return () => {
    left = true;
    reader?.close();
  };
}

async function writeAll(body: PassThrough, reader: EventReader, { lastId, begin, bytesOf, isLast }: EventStream) {
  const restart = async (isReset: boolean): Promise<boolean> => {
    const seq = reader.from();
    if (isReset) await write(body, eventText('reset', `${seq}:reset`, {}));
    const text = await begin(seq);
    if (text === null) body.end(byeText('deleted'));
    else await write(body, text);
    return text !== null;
  };
  if ((lastId === '' || !reader.resumed) && !(await restart(lastId !== ''))) return;
  for (;;) {
    const events = await reader.next();
    if (!body.writable) return;
    if (events === null) {
      body.end(byeText('stopping'));
      return;
    }
    if (events === 'reset') {
      if (!(await restart(true))) return;
      continue;
    }
    for (const event of events) {
      const bytes = bytesOf(event);
      if (bytes) await write(body, bytes);
      if (isLast(event)) {
        // With its number: a client that returns continues after it.
        body.end(byeText('deleted', event.seq));
        return;
      }
    }
  }
}

/** Resolves when the client has read enough for more, or is gone. */
async function write(body: PassThrough, text: string | Buffer): Promise<void> {
  if (!body.writable || body.write(text)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      body.off('drain', done).off('close', done);
      resolve();
    };
    body.on('drain', done).on('close', done);
  });
}

/** Not a number of an entry: no log has it. */
const unknown = -1;

function lastEntry(id: string): number | null {
  if (id === '') return null;
  const number = /^([0-9]{1,15})(?::|$)/.exec(id)?.[1];
  return number === undefined ? unknown : Number(number);
}
