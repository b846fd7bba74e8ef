import { describe, expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Farewell } from '../../../server/labels/events.js';
import type { Feed, News } from '../../../server/http/shelf/feed.js';
import { mostWaiting, startShelfStream } from '../../../server/http/shelf/stream.js';

let number = 0;
const rest = 'x'.repeat(2000);
const news = (label: string, tells: News['tells'] = 'label'): News => {
  number++;
  return { number, label, tells, text: `event: ${label}.${tells}.${number}\ndata: ${rest}\n\n` };
};

/** A stream that nobody reads yet. `read` gives what it says until nothing more comes. */
function begin() {
  let hear: (one: News) => void = () => undefined;
  let bye: (reason: Farewell) => void = () => undefined;
  let [gone, slow] = [false, false];
  const feed: Feed = {
    follow(listener, farewell) {
      [hear, bye] = [listener, farewell];
      return () => (gone = true);
    },
    since: () => null,
    newest: () => 'feed.0',
  };
  const body = new PassThrough();
  const leave = startShelfStream(feed, '', body, () => (slow = true));
  return {
    hear: (one: News) => {
      hear(one);
    },
    bye: () => {
      bye('stopping');
    },
    leave,
    isGone: () => gone,
    isSlow: () => slow,
    async read() {
      let text = '';
      body.on('data', (bytes: Buffer) => (text += bytes.toString()));
      await delay(400);
      return [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name!);
    },
  };
}

describe('a stream of all labels that is read too slowly', () => {
  test('tells the newest of each label, in the order in which it came', async () => {
    const stream = begin();
    const first = Array.from({ length: 100 }, () => news('a'));
    for (const one of first) stream.hear(one);
    const [b, tag, c, again, done] = [news('b'), news('b', 'tag'), news('c'), news('b', 'tag'), news('a')];
    for (const one of [b, tag, c, again, done]) stream.hear(one);
    const seen = await stream.read();
    expect(seen[0]).toBe('labels.changed');
    expect(seen.length).toBeLessThan(60);
    const last = [b, c, again, done].map((one) => `${one.label!}.${one.tells}.${one.number}`);
    expect(seen.slice(-4)).toEqual(last);
    stream.leave();
    expect(stream.isGone()).toBe(true);
  });

  test('forgets what a tag did before all is told of its label', async () => {
    const stream = begin();
    for (let i = 0; i < 100; i++) stream.hear(news('a'));
    stream.hear(news('b', 'tag'));
    const told = news('b');
    stream.hear(told);
    const seen = await stream.read();
    expect(seen.filter((name) => name.startsWith('b'))).toEqual([`b.label.${told.number}`]);
    stream.leave();
  });

  test('is let go when more labels wait than it may keep', async () => {
    const stream = begin();
    for (let i = 0; i < mostWaiting + 100; i++) stream.hear(news(`label-${i}`));
    expect(stream.isSlow()).toBe(true);
    expect((await stream.read()).at(-1)).toBe('bye');
    stream.leave();
  });

  test('says bye when the server stops', async () => {
    const stream = begin();
    stream.bye();
    expect(await stream.read()).toEqual(['labels.changed', 'bye']);
    stream.leave();
  });
});
