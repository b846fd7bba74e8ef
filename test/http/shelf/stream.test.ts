import { describe, expect, jest, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { CloseReason } from '../../../server/labels/events.js';
import type { Context, Dependencies } from '../../../server/http/dependencies.js';
import { createFeed, type Feed, type News } from '../../../server/http/shelf/feed.js';
import { mostWaiting, startShelfStream } from '../../../server/http/shelf/stream.js';
import { createStreams } from '../../../server/http/streams.js';
import { createContext } from '../../support/context.js';
import { endAfterTest } from '../../support/server.js';

let number = 0;
const rest = 'x'.repeat(2000);
const news = (label: string, tells: News['tells'] = 'label'): News => {
  number++;
  return { number, label, tells, text: `event: ${label}.${tells}.${number}\ndata: ${rest}\n\n` };
};

/** A stream that nobody reads yet. `read` gives what it says until nothing more comes. */
function begin() {
  let hear: (one: News) => void = () => undefined;
  let bye: (reason: CloseReason) => void = () => undefined;
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
  endAfterTest(leave);
  return {
    hear: (one: News) => {
      hear(one);
    },
    body,
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
  });

  test('is let go when more labels wait than it may keep', async () => {
    const stream = begin();
    for (let i = 0; i < mostWaiting + 100; i++) stream.hear(news(`label-${i}`));
    expect(stream.isSlow()).toBe(true);
    expect((await stream.read()).at(-1)).toBe('bye');
  });

  test('keeps the order of what waits when it has read on, and lets exactly so many labels wait', async () => {
    const stream = begin();
    for (let i = 0; i < 100; i++) stream.hear(news('a'));
    while (stream.body.read() !== null);
    stream.hear(news('b'));
    expect((await stream.read()).map((name) => name[0])).toEqual(['a', 'b']);
    const full = begin();
    for (let i = 0; i < 100; i++) full.hear(news('a'));
    for (let i = 1; i < mostWaiting; i++) full.hear(news(`label-${i}`));
    expect(full.isSlow()).toBe(false);
    full.hear(news('one more'));
    expect(full.isSlow()).toBe(true);
  });

  test('says bye when the server stops', async () => {
    const stream = begin();
    stream.bye();
    expect(await stream.read()).toEqual(['labels.changed', 'bye']);
  });
});

describe('the feed of all labels', () => {
  test('lingers for a minute after its last stream, and says at most every 5 s that something was missed', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const context = await createContext();
    const feed = createFeed(context);
    let heard: number[] = [];
    const follow = () =>
      feed.follow(
        ({ number }) => heard.push(number),
        () => undefined,
      );
    const leave = follow();
    const start = feed.newest();
    for (let i = 0; i < 3; i++) context.hub.missed();
    expect(heard).toEqual([1]);
    jest.advanceTimersByTime(20_000);
    expect(heard).toEqual([1, 2]);
    leave();
    jest.advanceTimersByTime(59_999);
    const again = follow();
    expect(feed.since(start)!.map(({ number }) => number)).toEqual([1, 2]);
    jest.advanceTimersByTime(60_000);
    heard = [];
    context.hub.removed('a');
    expect(heard).toEqual([3]);
    again();
    jest.advanceTimersByTime(60_000);
    expect([feed.since(start), jest.getTimerCount()]).toEqual([null, 0]);
    jest.useRealTimers();
  });
});

test('a stream that has ended is counted no more, and HEAD opens none', async () => {
  let [open, started, ended] = [() => 0, 0, 0];
  const keys = { holds: () => true } as unknown as Dependencies['keys'];
  const metrics = { gauge: (_name: string, _help: string, read: () => number) => (open = read) };
  const openStream = createStreams({ stopping: () => false, keys, metrics } as unknown as Dependencies);
  const ask = (method = 'GET'): PassThrough => {
    const ctx = { method, set: () => undefined, state: { client: 'a', key: null } } as unknown as Context;
    openStream(ctx, () => (started++, () => ended++));
    return ctx.body as PassThrough;
  };
  ask('HEAD');
  expect(started).toBe(0);
  for (let round = 0; round < 2; round++) {
    const bodies = [1, 2, 3, 4].map(() => ask());
    expect(() => ask()).toThrow('At most 4 event streams');
    for (const body of bodies) body.destroy();
    await delay(0);
    expect([open(), ended]).toEqual([0, 4 * round + 4]);
  }
});
