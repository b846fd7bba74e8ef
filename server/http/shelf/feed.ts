import { randomUUID } from 'node:crypto';
import type { LabelContext } from '../../labels/context.js';
import type { CloseReason, ShelfEvent } from '../../labels/events.js';
import { eventOf, type Told } from './views.js';

/** An event of the feed. */
export interface News extends Pick<Told, 'label' | 'tells'> {
  /** 1, 2, 3 …, without a gap. */
  readonly number: number;
  /** As it is sent. */
  readonly text: string;
}

export interface Feed {
  /** Calls `hear` with each event, and `bye` when there will be no more. The returned function ends that. */
  follow(hear: (news: News) => void, bye: (reason: CloseReason) => void): () => void;
  /** The events after the one with this id, oldest first; null: they are not known any more. For those who follow. */
  since(id: string): readonly News[] | null;
  /** The id of the newest event. */
  newest(): string;
}

/** Events that are kept for streams that come back, and milliseconds that they are kept after the last stream has ended. */
export const keptNews = 1000;
const lingerMs = 60_000;
/** Milliseconds between two events that say that all labels are to be listed again. */
const missedMs = 5000;

/** Makes the feed of a context: what happens to all of its labels, told once for all streams. */
export function createFeed(context: LabelContext): Feed {
  let session: Session | null = null;
  let linger: NodeJS.Timeout | undefined;
  let followers = 0;
  return {
    follow(hear, bye) {
      clearTimeout(linger);
      session ??= startSession(context);
      const { listeners } = session;
      const listener = { hear, bye };
      listeners.add(listener);
      followers++;
      return () => {
        if (!listeners.delete(listener)) return;
        followers--;
        if (followers > 0) return;
        linger = setTimeout(() => {
          session?.end();
          session = null;
        }, lingerMs);
        linger.unref();
      };
    },
    since: (id) => session?.since(id) ?? null,
    newest: () => session!.newest(),
  };
}

interface Session extends Pick<Feed, 'since' | 'newest'> {
  readonly listeners: Set<{ readonly hear: (news: News) => void; readonly bye: (reason: CloseReason) => void }>;
  end(): void;
}

/** Listens to all labels of a context, without a gap. Its events have ids of their own: `<name>.<number>`. */
function startSession(context: LabelContext): Session {
  const name = randomUUID().slice(0, 8);
  const listeners: Session['listeners'] = new Set();
  let number = 0;
  let kept: News[] = [];
  let missed: NodeJS.Timeout | undefined;
  let missedAgain = false;

  const publish = (event: Exclude<ShelfEvent, { kind: 'bye' }>): void => {
    number++;
    const { label, tells, name: kind, data } = eventOf(event, context.clock().getTime());
    const text = `event: ${kind}\nid: ${name}.${number}\ndata: ${JSON.stringify(data)}\n\n`;
    const news = { number, label, tells, text };
    kept.push(news);
    if (kept.length >= 2 * keptNews) kept = kept.slice(-keptNews);
    for (const { hear } of [...listeners]) hear(news);
  };
  const miss = (): void => {
    missedAgain = missed !== undefined;
    if (missedAgain) return;
    publish({ kind: 'missed' });
    missed = setTimeout(() => {
      missed = undefined;
      if (missedAgain) miss();
    }, missedMs);
    missed.unref();
  };
  const leave = context.hub.subscribeAll((event) => {
    if (event.kind === 'missed') miss();
    else if (event.kind !== 'bye') publish(event);
    else for (const { bye } of [...listeners]) bye(event.reason);
  });
  return {
    listeners,
    newest: () => `${name}.${number}`,
    since(id) {
      const [, known] = new RegExp(`^${name}\\.([0-9]{1,15})$`).exec(id) ?? [];
      if (known === undefined || Number(known) > number) return null;
      const missing = number - Number(known);
      return missing > kept.length ? null : kept.slice(kept.length - missing);
    },
    end() {
      clearTimeout(missed);
      leave();
    },
  };
}
