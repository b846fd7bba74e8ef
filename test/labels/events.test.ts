import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { defaultBinding } from '../../renderer/index.js';
import { createLabelContexts, sampleBinding } from '../../server/labels/contexts.js';
import { createEvents, type EventReader, type Events } from '../../server/labels/events.js';
import { type Log, retained, StoreBusy, sweepEach } from '../../server/labels/store/index.js';
import { createMemoryBackend } from '../../server/labels/store/sqlite/memory.js';
import { createContext } from '../support/context.js';
import { deliveryOf } from '../support/store/contract.js';

/** Other parts of the process use these. */
const realTimers = [...(['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'setInterval'] as const)];
const refreshMs = 15_000;
const start = Date.parse('2026-11-20T22:10:06.123Z');
const store = () => backend.store('');
let backend = createMemoryBackend();
let events: Events;
let readers: EventReader[];

beforeEach(async () => {
  jest.useFakeTimers({ now: start, doNotFake: realTimers });
  backend = createMemoryBackend();
  events = createEvents(store().log, () => new Date());
  readers = [];
  for (const id of ['a', 'b']) await store().bind(id, null, defaultBinding, null);
});
afterEach(() => {
  for (const reader of readers) reader.close();
  jest.useRealTimers();
});

const open = async (after: number | null = null): Promise<EventReader> => {
  const reader = await events.open(after);
  readers.push(reader);
  return reader;
};
let price = 0;
async function update(id: string, ms = 0): Promise<void> {
  const full = { seconds: ms / 1000, basis: 'stated', ms } as const;
  await store().append((await store().label(id))!, deliveryOf(`${++price}.00`, { at: Date.now(), full }));
  events.wake();
}
const pending = new WeakMap<EventReader, ReturnType<EventReader['next']>>();
/** All events that a reader has now, as `id kind`. */
async function drain(reader: EventReader): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const coming = pending.get(reader) ?? reader.next();
    pending.set(reader, coming);
    const next = await Promise.race([coming, quiet()]);
    if (next === undefined || next === null) return found;
    pending.delete(reader);
    if (next === 'reset') found.push('reset');
    else found.push(...next.map(({ id, kind }) => `${id} ${kind}`));
  }
}
async function quiet(): Promise<undefined> {
  for (let i = 0; i < 20; i++) await turn();
}
const allOf = (id: string) => ['updated', 'refreshing', 'displayed'].map((kind) => `${id} ${kind}`);

describe('a reader', () => {
  test('receives the events of all labels, in the order of the log, and the changes of tags at their times', async () => {
    const [one, two] = [await open(), await open()];
    await update('a');
    await update('b', refreshMs);
    const first = [...allOf('a'), 'b updated', 'b refreshing'];
    expect([await drain(one), await drain(two)]).toEqual([first, first]);
    jest.advanceTimersByTime(refreshMs - 1);
    expect(await drain(one)).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(await drain(one)).toEqual(['b displayed']);
    await store().remove('a');
    events.wake();
    expect([await drain(one), await drain(two)]).toEqual([['a deleted'], ['b displayed', 'a deleted']]);
  });

  test('continues after an entry that it names, whether or not there were other readers', async () => {
    const first = await open();
    const from = first.from();
    await update('a');
    await update('b');
    for (const reader of [await open(from), first]) expect(await drain(reader)).toEqual([...allOf('a'), ...allOf('b')]);
    for (const reader of readers) reader.close();
    // As after a restart.
    events = createEvents(store().log, () => new Date());
    const again = await open(from + 1);
    expect([again.resumed, again.from(), await drain(again)]).toEqual([true, from + 1, allOf('b')]);
    await update('a');
    expect(await drain(again)).toEqual(allOf('a'));
  });

  test('that continues hears what a tag did meanwhile', async () => {
    const first = await open();
    await update('a', refreshMs);
    expect(await drain(first)).toEqual(['a updated', 'a refreshing']);
    first.close();
    jest.advanceTimersByTime(refreshMs);
    await update('b', 2 * refreshMs);
    const [after, before] = [await open(first.from() + 1), await open(first.from())];
    expect(await drain(after)).toEqual(['b updated', 'b refreshing', 'a displayed']);
    expect(await drain(before)).toEqual(['a updated', 'a refreshing', 'b updated', 'b refreshing', 'a displayed']);
    // Two for the second: it joins while the refresh of b runs.
    jest.advanceTimersByTime(2 * refreshMs);
    expect(await drain(after)).toEqual(['b displayed']);
  });

  test('hears of the rest of a refresh that began before it came', async () => {
    await update('a', refreshMs);
    jest.advanceTimersByTime(5000);
    const reader = await open();
    expect(await drain(reader)).toEqual([]);
    jest.advanceTimersByTime(refreshMs);
    expect(await drain(reader)).toEqual(['a displayed']);
  });

  test('that is slow reads the log, and misses nothing', async () => {
    const [slow, fast] = [await open(), await open()];
    const [expected, received]: [string[], string[]] = [[], []];
    // So many that no page of the log ends where the events in memory begin.
    for (let i = 0; i < 1650; i++) {
      const id = i % 3 ? 'a' : 'b';
      expected.push(...allOf(id));
      await update(id);
      if (i % 100 === 0) received.push(...(await drain(fast)));
    }
    expect((await drain(slow)).length).toBe(expected.length);
    expect([...received, ...(await drain(fast))]).toEqual(expected);
    await update('b');
    expect(await drain(slow)).toEqual(allOf('b'));
  });

  test('of entries that the log no longer has begins again, in the middle too', async () => {
    const reader = await open();
    const from = reader.from();
    for (const unknown of [-1, from + 5, from - 5]) {
      const other = await open(unknown);
      expect([other.resumed, other.from()]).toEqual([false, from]);
    }
    for (let i = 0; i < retained + sweepEach; i++) {
      await store().append((await store().label('a'))!, deliveryOf('1.00'));
      if (i % 1000 === 0) {
        events.wake();
        await quiet();
      }
    }
    events.wake();
    expect((await open(from)).resumed).toBe(false);
    expect((await open(from + sweepEach)).resumed).toBe(true);
    const floor = Math.floor((from + retained + sweepEach) / sweepEach) * sweepEach - retained;
    expect([(await open(floor - 1)).resumed, (await open(floor)).resumed]).toEqual([false, true]);
    expect((await drain(reader))[0]).toBe('reset');
    await update('b');
    expect(await drain(reader)).toEqual(allOf('b'));
  });

  test('waits for a store that is away', async () => {
    let away = false;
    const { log } = store();
    const since: Log['since'] = (...args) => (away ? Promise.reject(new StoreBusy('away')) : log.since(...args));
    events = createEvents({ ...log, since }, () => new Date());
    const reader = await open();
    away = true;
    await update('a');
    expect(await drain(reader)).toEqual([]);
    away = false;
    jest.useRealTimers();
    expect((await pending.get(reader))!.length).toBe(3);
    pending.delete(reader);
    jest.useFakeTimers({ now: start, doNotFake: realTimers });
  });

  test('that could not be opened holds nothing, after each read that can fail, and can be opened again', async () => {
    await update('a');
    const { log } = store();
    let [reads, failsAt, failed] = [0, 0, 0];
    const counted = <A extends readonly unknown[], R>(read: (...args: A) => Promise<R>) => {
      return (...args: A): Promise<R> => (++reads === failsAt ? Promise.reject(new StoreBusy('away')) : read(...args));
    };
    for (const after of [null, await log.newest()])
      for (failsAt = 1; failsAt < 4; failsAt++) {
        reads = 0;
        const seen = {
          newest: counted(() => log.newest()),
          since: counted((...args: Parameters<Log['since']>) => log.since(...args)),
          unsettled: counted((...args: Parameters<Log['unsettled']>) => log.unsettled(...args)),
        };
        events = createEvents(seen, () => new Date());
        const opened = await events.open(after).catch((error: unknown) => error);
        await quiet();
        if (!(opened instanceof Error)) {
          (opened as EventReader).close();
          continue;
        }
        failed++;
        reads = 10;
        await update('a', refreshMs);
        await quiet();
        expect([failsAt, reads, jest.getTimerCount()]).toEqual([failsAt, 10, 0]);
        const reader = await open();
        await update('b');
        expect(await drain(reader)).toEqual(allOf('b'));
        reader.close();
      }
    expect(failed).toBeGreaterThan(2);
  });

  test('ends when it is closed, or all are', async () => {
    const [one, two] = [await open(), await open()];
    const ends = [one.next(), two.next()];
    one.close();
    expect(await ends[0]).toBeNull();
    events.close();
    expect(await ends[1]).toBeNull();
    expect(await (await open()).next()).toBeNull();
  });

  test('leaves no timer, and the log unread, when no other is left', async () => {
    const { log } = store();
    let reads = 0;
    events = createEvents({ ...log, since: (...args) => (reads++, log.since(...args)) }, () => new Date());
    const reader = await open();
    await update('a', refreshMs);
    await drain(reader);
    expect(jest.getTimerCount()).toBe(1);
    reader.close();
    expect(jest.getTimerCount()).toBe(0);
    reads = 0;
    await update('a');
    expect(reads).toBe(0);
  });
});

test('a refresh may take longer than a timer can wait, and keeps no process alive', async () => {
  // Not `spyOn`: after the file, it would restore this fake timer once more.
  const { setTimeout } = globalThis;
  const made: NodeJS.Timeout[] = [];
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    made.push(setTimeout(...args));
    return made.at(-1);
  }) as typeof setTimeout;
  const reader = await open();
  await update('a', 2 ** 33);
  await drain(reader);
  globalThis.setTimeout = setTimeout;
  expect(made.length).toBeGreaterThan(0);
  expect(made.some((one) => one.hasRef())).toBe(false);
  jest.advanceTimersByTime(2 ** 33);
  expect(await drain(reader)).toEqual(['a displayed']);
});

test('each tenant has the label "default", also after the store failed, and reads its own events until all end', async () => {
  let failures = 1;
  let wake = (): void => undefined;
  const contexts = createLabelContexts(await createContext(), new Map(), {
    ...backend,
    onChange: (listener) => void (wake = listener),
    store: (tenant) => ({
      ...backend.store(tenant),
      label: (id) => (failures-- > 0 ? Promise.reject(new StoreBusy('away')) : backend.store(tenant).label(id)),
    }),
  });
  await expect(contexts.enter('shop')).rejects.toThrow('away');
  const [own, other] = [await contexts.enter(''), await contexts.enter('shop')];
  expect(await other.store.label('default')).toMatchObject({ binding: sampleBinding });
  const [one, two] = [await own.events.open(null), await other.events.open(null)];
  // Another process.
  await backend.store('shop').bind('new', null, defaultBinding, null);
  wake();
  expect([await drain(one), await drain(two)]).toEqual([[], ['new updated']]);
  contexts.close();
  expect([await one.next(), await two.next()]).toEqual([null, null]);
  for (const reader of [one, two]) reader.close();
});
