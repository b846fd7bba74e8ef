import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHub, type Hub, type LabelEvent } from '../../server/labels/events.js';
import { accept, type Arrival, settle, type Tag } from '../../server/labels/tag/tag.js';
import { deliveryOf, draftOf } from '../support/store/contract.js';

const refreshMs = 15_000;
const start = new Date('2026-11-20T22:10:06.123Z').getTime();
let hub: Hub;
let heard: string[];
/** The tags of the labels, as a store would keep them. */
let tags: Map<string, Tag>;
const hear = (event: LabelEvent) => {
  const { kind, id } = event;
  const more = {
    updated: () => kind === 'updated' && event.revision.revision,
    refreshing: () => kind === 'refreshing' && event.refresh.revision,
    displayed: () => kind === 'displayed' && event.revision,
    bye: () => kind === 'bye' && event.reason,
  }[kind]();
  heard.push(`${id} ${kind} ${String(more)}`);
};
/** What was heard since it was last asked. */
const news = () => heard.splice(0);

/** What the store makes of a content whose pixels are `picture`. */
function stored(id: string, revision: number, ms: number, picture = `${revision}`, more: Partial<Arrival> = {}): Tag {
  const full = { seconds: ms / 1000, basis: 'stated', ms } as const;
  const { arrival } = deliveryOf('1.00', { at: Date.now(), full, ...more });
  const tag = accept(tags.get(id) ?? null, { device: 'panel', revision, picture }, arrival);
  tags.set(id, tag);
  return tag;
}
const updated = (id: string, revision: number, ms = 0, ...more: [picture?: string, more?: Partial<Arrival>]) => {
  hub.updated(id, { ...draftOf('1.00'), revision }, stored(id, revision, ms, ...more));
};

beforeEach(() => {
  jest.useFakeTimers({ now: start });
  hub = createHub(() => new Date());
  heard = [];
  tags = new Map();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a panel that shows at once', () => {
  test('has displayed an update as soon as it is stored', () => {
    hub.subscribe('a', hear);
    updated('a', 1);
    expect(news()).toEqual(['a updated 1', 'a refreshing 1', 'a displayed 1']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('displays the pixels that it shows already without a refresh', () => {
    hub.subscribe('a', hear);
    updated('a', 1, 0, 'same');
    news();
    updated('a', 2, 0, 'same');
    expect(news()).toEqual(['a updated 2', 'a displayed 2']);
  });

  test('begins anew when the label is bound to another', () => {
    hub.subscribe('a', hear);
    updated('a', 1);
    news();
    const { arrival } = deliveryOf('1.00', { at: Date.now() });
    const tag = accept(tags.get('a')!, { device: 'other', revision: 2, picture: '2' }, arrival);
    hub.updated('a', { ...draftOf('1.00'), revision: 2 }, tag);
    expect(news()).toEqual(['a updated 2', 'a refreshing 2', 'a displayed 2']);
  });
});

describe('listeners', () => {
  test('are told no revision that they know, nor an older one, whoever stored it', () => {
    const end = hub.subscribe('a', hear);
    expect(hub.followed()).toEqual(['a']);
    hub.told('a', 4, stored('a', 4, 0));
    const at = (revision: number) => {
      hub.updated('a', { ...draftOf('1.00'), revision }, stored('a', revision, 0));
    };
    for (const revision of [4, 3, 5, 5]) at(revision);
    expect(news()).toEqual(['a updated 5', 'a refreshing 5', 'a displayed 5']);
    end();
    expect(hub.followed()).toEqual([]);
    hub.subscribe('a', hear);
    at(5);
    expect(news()[0]).toBe('a updated 5');
  });

  test('are not set back by one that has read the label before the others', () => {
    hub.subscribe('a', hear);
    const early = stored('a', 1, refreshMs);
    hub.told('a', 1, early);
    updated('a', 2, refreshMs);
    jest.advanceTimersByTime(2 * refreshMs);
    expect(news()).toEqual(['a updated 2', 'a displayed 1', 'a refreshing 2', 'a displayed 2']);
    hub.told('a', 1, early);
    hub.updated('a', { ...draftOf('1.00'), revision: 2 }, tags.get('a')!);
    expect(news()).toEqual([]);
  });

  test('that know nothing of a panel hear of no refresh where it shows the pixels already', () => {
    stored('a', 1, 0, 'same');
    hub.subscribe('a', hear);
    updated('a', 2, 0, 'same');
    expect(news()).toEqual(['a updated 2', 'a displayed 2']);
  });

  test('of a label that is not followed are none: it has no timer, and what it is told is not kept', () => {
    hub.told('a', 1, stored('a', 1, refreshMs));
    updated('a', 2, refreshMs);
    expect(jest.getTimerCount()).toBe(0);
    hub.subscribe('a', hear);
    hub.told('a', 0, null);
    expect([jest.getTimerCount(), news()]).toEqual([0, []]);
  });
});

describe('a panel that takes its time', () => {
  test('has displayed an update when its refresh is over', () => {
    const events: LabelEvent[] = [];
    hub.subscribe('a', (event) => events.push(event));
    hub.subscribe('a', hear);
    updated('a', 1, refreshMs);
    expect(news()).toEqual(['a updated 1', 'a refreshing 1']);
    jest.advanceTimersByTime(refreshMs - 1);
    expect(news()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(news()).toEqual(['a displayed 1']);
    expect(events.at(-1)).toMatchObject({ at: start + refreshMs });
  });

  test('finishes its refresh, then shows the newest of the updates that came meanwhile', () => {
    hub.subscribe('a', hear);
    for (const revision of [1, 2, 3]) updated('a', revision, refreshMs);
    expect(news()).toEqual(['a updated 1', 'a refreshing 1', 'a updated 2', 'a updated 3']);
    jest.advanceTimersByTime(refreshMs);
    expect(news()).toEqual(['a displayed 1', 'a refreshing 3']);
    jest.advanceTimersByTime(refreshMs);
    expect(news()).toEqual(['a displayed 3']);
    jest.advanceTimersByTime(refreshMs * 2);
    expect([news(), jest.getTimerCount()]).toEqual([[], 0]);
  });

  test('is told in its order when the timer is later than the next update', () => {
    hub.subscribe('a', hear);
    updated('a', 1, refreshMs);
    jest.setSystemTime(start + refreshMs + 5);
    updated('a', 2, refreshMs);
    expect(news()).toEqual(['a updated 1', 'a refreshing 1', 'a displayed 1', 'a updated 2', 'a refreshing 2']);
  });

  test('goes on in the middle for a listener that comes then, as after a restart', () => {
    const tag = stored('a', 1, refreshMs);
    jest.advanceTimersByTime(5000);
    hub.subscribe('a', hear);
    hub.told('a', 1, settle(tag, Date.now()));
    expect(news()).toEqual([]);
    jest.advanceTimersByTime(9999);
    expect(news()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(news()).toEqual(['a displayed 1']);
  });

  test('may take longer than a timer can wait', () => {
    hub.subscribe('a', hear);
    updated('a', 1, 2 ** 33);
    news();
    jest.advanceTimersByTime(2 ** 33 - 1);
    expect(news()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(news()).toEqual(['a displayed 1']);
  });

  test('that is offline begins when it is back', () => {
    hub.subscribe('a', hear);
    updated('a', 1, refreshMs, '1', { trouble: 'offline', troubleMs: 60_000 });
    expect(news()).toEqual(['a updated 1']);
    jest.advanceTimersByTime(60_000);
    expect(news()).toEqual(['a refreshing 1']);
  });

  test('keeps no process alive, and no timer when nobody listens any more', () => {
    const leave = hub.subscribe('a', hear);
    jest.useRealTimers();
    const timer = jest.spyOn(globalThis, 'setTimeout');
    updated('a', 1, refreshMs);
    expect((timer.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(false);
    timer.mockRestore();
    leave();
    hub.close();
    jest.useFakeTimers({ now: start });
    const end = hub.subscribe('b', hear);
    updated('b', 1, refreshMs);
    expect(jest.getTimerCount()).toBe(1);
    end();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a listener', () => {
  test('hears of its label alone, and of nothing after it left', () => {
    const leave = hub.subscribe('a', hear);
    updated('b', 1);
    expect(news()).toEqual([]);
    leave();
    leave();
    updated('a', 1);
    expect(news()).toEqual([]);
  });

  test('may leave while it is told; the others are told all the same', () => {
    const leave = hub.subscribe('a', () => {
      leave();
    });
    hub.subscribe('a', hear);
    updated('a', 1);
    expect(news()).toEqual(['a updated 1', 'a refreshing 1', 'a displayed 1']);
  });

  test('that left does not take away one that came after it', () => {
    const leave = hub.subscribe('a', () => undefined);
    leave();
    hub.subscribe('a', hear);
    leave();
    updated('a', 1);
    expect(news()[0]).toBe('a updated 1');
  });
});

describe('bye', () => {
  test('is the last that is heard of a label that was removed: its refresh never ends', () => {
    hub.subscribe('a', hear);
    hub.subscribe('b', hear);
    for (const id of ['a', 'b']) updated(id, 1, refreshMs);
    news();
    hub.removed('a');
    expect(news()).toEqual(['a bye deleted']);
    jest.advanceTimersByTime(refreshMs);
    expect(news()).toEqual(['b displayed 1']);
  });

  test('is said to all when the server stops, and no refresh is left', () => {
    for (const id of ['a', 'b']) hub.subscribe(id, hear);
    updated('a', 1, refreshMs);
    updated('c', 1, refreshMs);
    news();
    hub.close();
    expect(new Set(news())).toEqual(new Set(['a bye stopping', 'b bye stopping']));
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a listener of all labels', () => {
  let all: string[];
  const listen = () =>
    hub.subscribeAll((event) => {
      all.push('id' in event ? `${event.id} ${event.kind}` : event.kind);
    });
  beforeEach(() => {
    all = [];
  });

  test('hears of each, and after that no label is followed that rests', () => {
    const leave = listen();
    updated('a', 1);
    updated('b', 1, refreshMs);
    expect(all).toEqual(['a updated', 'a refreshing', 'a displayed', 'b updated', 'b refreshing']);
    expect(hub.followed()).toEqual(['b']);
    jest.advanceTimersByTime(refreshMs);
    expect(all.at(-1)).toBe('b displayed');
    expect([hub.followed(), jest.getTimerCount()]).toEqual([[], 0]);
    updated('a', 2);
    expect(all.slice(-3)).toEqual(['a updated', 'a refreshing', 'a displayed']);
    leave();
    updated('a', 3);
    expect(all).toHaveLength(9);
  });

  test('that leaves takes the timers along, but those of labels that others follow', () => {
    const leave = listen();
    hub.subscribe('a', hear);
    updated('a', 1, refreshMs);
    updated('b', 1, refreshMs);
    leave();
    expect([hub.followed(), jest.getTimerCount()]).toEqual([['a'], 1]);
  });

  test('goes on with a label whose own listener leaves', () => {
    listen();
    const leave = hub.subscribe('a', hear);
    updated('a', 1, refreshMs);
    leave();
    jest.advanceTimersByTime(refreshMs);
    expect(all.at(-1)).toBe('a displayed');
  });

  test('hears of the rest of a refresh that it is told of', () => {
    hub.told('a', 1, stored('a', 1, refreshMs));
    expect(jest.getTimerCount()).toBe(0);
    listen();
    hub.told('a', 1, tags.get('a')!);
    jest.advanceTimersByTime(refreshMs);
    expect(all).toEqual(['a displayed']);
  });

  test('hears that labels were bound, removed and missed, and of the end', () => {
    listen();
    hub.bound({ id: 'a', binding: draftOf('1.00').binding, version: 1, current: null, tag: null });
    hub.removed('a');
    hub.missed();
    hub.close();
    expect(all).toEqual(['bound', 'a deleted', 'missed', 'bye']);
    updated('b', 1, refreshMs);
    hub.removed('b');
    expect([hub.followed(), jest.getTimerCount()]).toEqual([[], 0]);
  });
});
