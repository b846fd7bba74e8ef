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
/** Everything heard since the last call. */
const news = () => heard.splice(0);
/** Advances the time. @returns the news of it */
const after = (ms: number) => {
  jest.advanceTimersByTime(ms);
  return news();
};

/** What the store makes of a content whose pixels are `picture`. */
function stored(id: string, revision: number, ms: number, picture = `${revision}`, more: Partial<Arrival> = {}): Tag {
  const full = { seconds: ms / 1000, basis: 'stated', ms } as const;
  const { arrival } = deliveryOf('1.00', { at: Date.now(), full, ...more });
  const tag = accept(tags.get(id) ?? null, { device: 'panel', revision, picture }, arrival);
  tags.set(id, tag);
  return tag;
}
/** @returns the news of the update */
const updated = (id: string, revision: number, ms = 0, ...more: [picture?: string, more?: Partial<Arrival>]) => {
  hub.updated(id, { ...draftOf('1.00'), revision }, stored(id, revision, ms, ...more));
  return news();
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
    expect(updated('a', 1)).toEqual(['a updated 1', 'a refreshing 1', 'a displayed 1']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('displays the pixels that it shows already without a refresh', () => {
    hub.subscribe('a', hear);
    updated('a', 1, 0, 'same');
    expect(updated('a', 2, 0, 'same')).toEqual(['a updated 2', 'a displayed 2']);
  });

  test('begins anew when the label is bound to another', () => {
    hub.subscribe('a', hear);
    updated('a', 1);
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
    expect([4, 3, 5, 5].flatMap((revision) => updated('a', revision))).toEqual([
      'a updated 5',
      'a refreshing 5',
      'a displayed 5',
    ]);
    end();
    expect(hub.followed()).toEqual([]);
    hub.subscribe('a', hear);
    expect(updated('a', 5)[0]).toBe('a updated 5');
  });

  test('are not set back by one that has read the label before the others', () => {
    hub.subscribe('a', hear);
    const early = stored('a', 1, refreshMs);
    hub.told('a', 1, early);
    expect(updated('a', 2, refreshMs)).toEqual(['a updated 2']);
    expect(after(2 * refreshMs)).toEqual(['a displayed 1', 'a refreshing 2', 'a displayed 2']);
    hub.told('a', 1, early);
    hub.updated('a', { ...draftOf('1.00'), revision: 2 }, tags.get('a')!);
    expect(news()).toEqual([]);
  });

  test('that know nothing of a panel hear of no refresh where it shows the pixels already', () => {
    stored('a', 1, 0, 'same');
    hub.subscribe('a', hear);
    expect(updated('a', 2, 0, 'same')).toEqual(['a updated 2', 'a displayed 2']);
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
    expect(updated('a', 1, refreshMs)).toEqual(['a updated 1', 'a refreshing 1']);
    expect([after(refreshMs - 1), after(1)]).toEqual([[], ['a displayed 1']]);
    expect(events.at(-1)).toMatchObject({ at: start + refreshMs });
  });

  test('finishes its refresh, then shows the newest of the updates that came meanwhile', () => {
    hub.subscribe('a', hear);
    const events = [1, 2, 3].flatMap((revision) => updated('a', revision, refreshMs));
    expect(events).toEqual(['a updated 1', 'a refreshing 1', 'a updated 2', 'a updated 3']);
    expect(after(refreshMs)).toEqual(['a displayed 1', 'a refreshing 3']);
    expect(after(refreshMs)).toEqual(['a displayed 3']);
    expect([after(refreshMs * 2), jest.getTimerCount()]).toEqual([[], 0]);
  });

  test('is told in its order when the timer is later than the next update', () => {
    hub.subscribe('a', hear);
    updated('a', 1, refreshMs);
    jest.setSystemTime(start + refreshMs + 5);
    expect(updated('a', 2, refreshMs)).toEqual(['a displayed 1', 'a updated 2', 'a refreshing 2']);
  });

  test('goes on in the middle for a listener that comes then, as after a restart', () => {
    const tag = stored('a', 1, refreshMs);
    jest.advanceTimersByTime(5000);
    hub.subscribe('a', hear);
    hub.told('a', 1, settle(tag, Date.now()));
    expect([news(), after(9999), after(1)]).toEqual([[], [], ['a displayed 1']]);
  });

  test('may take longer than a timer can wait', () => {
    hub.subscribe('a', hear);
    updated('a', 1, 2 ** 33);
    expect([after(2 ** 33 - 1), after(1)]).toEqual([[], ['a displayed 1']]);
  });

  test('that is offline begins when it is back', () => {
    hub.subscribe('a', hear);
    expect(updated('a', 1, refreshMs, '1', { trouble: 'offline', troubleMs: 60_000 })).toEqual(['a updated 1']);
    expect(after(60_000)).toEqual(['a refreshing 1']);
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
    expect(updated('b', 1)).toEqual([]);
    leave();
    leave();
    expect(updated('a', 1)).toEqual([]);
  });

  test('may leave while it is told; the others are told all the same', () => {
    const leave = hub.subscribe('a', () => {
      leave();
    });
    hub.subscribe('a', hear);
    expect(updated('a', 1)).toEqual(['a updated 1', 'a refreshing 1', 'a displayed 1']);
  });

  test('that left does not take away one that came after it', () => {
    const leave = hub.subscribe('a', () => undefined);
    leave();
    hub.subscribe('a', hear);
    leave();
    expect(updated('a', 1)[0]).toBe('a updated 1');
  });
});

describe('bye', () => {
  test('is the last that is heard of a label that was removed: its refresh never ends', () => {
    hub.subscribe('a', hear);
    hub.subscribe('b', hear);
    for (const id of ['a', 'b']) updated(id, 1, refreshMs);
    hub.removed('a');
    expect([news(), after(refreshMs)]).toEqual([['a bye deleted'], ['b displayed 1']]);
  });

  test('is said to all when the server stops, and no refresh is left', () => {
    for (const id of ['a', 'b']) hub.subscribe(id, hear);
    updated('a', 1, refreshMs);
    updated('c', 1, refreshMs);
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
