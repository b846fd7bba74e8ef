import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHub, type Hub, type LabelEvent } from '../../server/labels/events.js';
import type { Revision } from '../../server/labels/store/index.js';
import { draftOf } from '../support/store-contract.js';

const refreshMs = 15_000;
const revisionOf = (revision: number): Revision => ({ ...draftOf('1.00'), revision });
let hub: Hub;
let heard: string[];
const hear = (event: LabelEvent) => {
  const { kind, id } = event;
  const more = kind === 'bye' ? event.reason : kind === 'updated' ? event.revision.revision : event.revision;
  heard.push(`${id} ${kind} ${more}`);
};
/** What was heard since it was last asked. */
const news = () => heard.splice(0);

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T22:10:06.123Z') });
  hub = createHub(() => new Date());
  heard = [];
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a panel that shows at once', () => {
  test('has displayed an update as soon as it is stored', () => {
    hub.subscribe('a', hear);
    hub.updated('a', revisionOf(1), 0);
    expect(news()).toEqual(['a updated 1', 'a displayed 1']);
    expect(hub.refreshing('a')).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('listeners', () => {
  test('are told no revision that they know, nor an older one, whoever stored it', () => {
    const end = hub.subscribe('a', hear);
    expect(hub.followed()).toEqual(['a']);
    hub.told('a', 4);
    for (const revision of [4, 3, 5, 5]) hub.updated('a', revisionOf(revision), 0);
    expect(news()).toEqual(['a updated 5', 'a displayed 5']);
    end();
    expect(hub.followed()).toEqual([]);
    hub.subscribe('a', hear);
    hub.updated('a', revisionOf(5), 0);
    expect(news()).toEqual(['a updated 5', 'a displayed 5']);
  });
});

describe('a panel that takes its time', () => {
  test('has displayed an update when its refresh is over', () => {
    const events: LabelEvent[] = [];
    hub.subscribe('a', (event) => events.push(event));
    hub.subscribe('a', hear);
    hub.updated('a', revisionOf(1), refreshMs);
    expect([news(), hub.refreshing('a'), hub.refreshing('b')]).toEqual([['a updated 1'], true, false]);
    jest.advanceTimersByTime(refreshMs - 1);
    expect([news(), hub.refreshing('a')]).toEqual([[], true]);
    jest.advanceTimersByTime(1);
    expect([news(), hub.refreshing('a')]).toEqual([['a displayed 1'], false]);
    expect(events.at(-1)).toMatchObject({ displayed_at: '2026-11-20T22:10:21.123Z' });
  });

  test('finishes its refresh, then shows the newest of the updates that came meanwhile', () => {
    hub.subscribe('a', hear);
    for (const revision of [1, 2, 3]) hub.updated('a', revisionOf(revision), refreshMs);
    expect(news()).toEqual(['a updated 1', 'a updated 2', 'a updated 3']);
    jest.advanceTimersByTime(refreshMs);
    expect([news(), hub.refreshing('a')]).toEqual([['a displayed 1'], true]);
    jest.advanceTimersByTime(refreshMs);
    expect([news(), hub.refreshing('a')]).toEqual([['a displayed 3'], false]);
    jest.advanceTimersByTime(refreshMs * 2);
    expect(news()).toEqual([]);
  });

  test('takes the time of the panel that the label has by then', () => {
    hub.subscribe('a', hear);
    hub.updated('a', revisionOf(1), refreshMs);
    hub.updated('a', revisionOf(2), 2000);
    jest.advanceTimersByTime(refreshMs + 2000);
    expect(news()).toEqual(['a updated 1', 'a updated 2', 'a displayed 1', 'a displayed 2']);
  });

  test('keeps no process alive', () => {
    jest.useRealTimers();
    const timer = jest.spyOn(globalThis, 'setTimeout');
    hub.updated('a', revisionOf(1), refreshMs);
    expect((timer.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(false);
    timer.mockRestore();
    hub.close();
  });
});

describe('a listener', () => {
  test('hears of its label alone, and of nothing after it left', () => {
    const leave = hub.subscribe('a', hear);
    hub.updated('b', revisionOf(1), 0);
    expect(news()).toEqual([]);
    leave();
    leave();
    hub.updated('a', revisionOf(1), 0);
    expect(news()).toEqual([]);
  });

  test('may leave while it is told; the others are told all the same', () => {
    const leave = hub.subscribe('a', () => {
      leave();
    });
    hub.subscribe('a', hear);
    hub.updated('a', revisionOf(1), 0);
    expect(news()).toEqual(['a updated 1', 'a displayed 1']);
  });

  test('that left does not take away one that came after it', () => {
    const leave = hub.subscribe('a', () => undefined);
    leave();
    hub.subscribe('a', hear);
    leave();
    hub.updated('a', revisionOf(1), 0);
    expect(news()).toEqual(['a updated 1', 'a displayed 1']);
  });
});

describe('bye', () => {
  test('is the last that is heard of a label that was removed: its refresh never ends', () => {
    hub.subscribe('a', hear);
    hub.subscribe('b', hear);
    for (const id of ['a', 'b']) hub.updated(id, revisionOf(1), refreshMs);
    news();
    hub.removed('a');
    expect([news(), hub.refreshing('a'), hub.refreshing('b')]).toEqual([['a bye deleted'], false, true]);
    jest.advanceTimersByTime(refreshMs);
    expect(news()).toEqual(['b displayed 1']);
  });

  test('is said to all when the server stops, and no refresh is left', () => {
    for (const id of ['a', 'b']) hub.subscribe(id, hear);
    hub.updated('a', revisionOf(1), refreshMs);
    hub.updated('c', revisionOf(1), refreshMs);
    news();
    hub.close();
    expect(new Set(news())).toEqual(new Set(['a bye stopping', 'b bye stopping']));
    expect(jest.getTimerCount()).toBe(0);
  });
});
