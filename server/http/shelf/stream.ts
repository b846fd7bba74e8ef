import type { PassThrough } from 'node:stream';
import type { CloseReason } from '../../labels/events.js';
import { leastBacklog } from '../budgets/limits.js';
import { backlogOf, byeText } from '../streams.js';
import type { Feed, News } from './feed.js';
import { listAgain } from './views.js';

/**
 * Labels whose news may wait for a client that has not read the last {@link leastBacklog} bytes: of each the newest is sent then.
 * One for whom more would wait is let go.
 */
export const mostWaiting = 2000;
/** Milliseconds between two looks whether the client has read on. */
const flushMs = 100;

/** News of a label that wait: all that is told of it, and what its tag did after that. */
type Waiting = Readonly<Partial<Record<News['tells'], News>>>;

/**
 * Writes the events of a feed into `body`: after those that the client missed since its last event or, where these are not known,
 * after one that says that it has to list the labels. The returned function ends that.
 * @param last the id of the last event that the client knows; empty: none
 * @param slow called when the client is let go because it reads too slowly
 */
export function startShelfStream(feed: Feed, last: string, body: PassThrough, slow: () => void): () => void {
  const waiting = new Map<string | null, Waiting>();

  let timer: NodeJS.Timeout | undefined;

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (backlogOf(body) < leastBacklog) flush();
      else later();
    }, flushMs);
    timer.unref();
  };
  const flush = (): void => {
    const news = [...waiting.values()].flatMap((one) => Object.values(one)).sort((a, b) => a.number - b.number);
    waiting.clear();
    for (const one of news) hear(one);
  };
  const bye = (reason: CloseReason): void => {
    if (body.writable) body.end(byeText(reason));
  };
  const hear = (news: News): void => {
    if (!body.writable) return;
    if (waiting.size === 0 && backlogOf(body) < leastBacklog) {
      body.write(news.text);
      return;
    }
    const { label, tells } = news;
    waiting.set(label, { ...(tells === 'tag' && waiting.get(label)), [tells]: news });
    later();
    if (waiting.size <= mostWaiting) return;
    waiting.clear();
    slow();
    bye('slow');
  };
  const leave = feed.follow(hear, bye);
  const missed = last === '' ? null : feed.since(last);
  if (missed) for (const news of missed) hear(news);
  else body.write(`event: ${listAgain.name}\nid: ${feed.newest()}\ndata: {}\n\n`);
  return () => {
    clearTimeout(timer);
    leave();
  };
}
