import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './store/index.js';
import { createTagChanges, type LabelEvent, type TagChanges } from './tag-changes.js';

/** The events of a tenant's labels, read from the log of the store: those of every process, in the order of commits. */
export type Events = ReturnType<typeof createEvents>;

export interface EventReader {
  /** The number of the entry after which it reads, since its begin or its last `reset`. */
  readonly from: () => number;
  /** Whether `from` is the requested entry: events after it are no longer in the log otherwise. */
  readonly resumed: boolean;
  /** Resolves with the next events when there are some. Null: the reader is closed. `reset`: it has missed events. */
  readonly next: () => Promise<readonly LabelEvent[] | 'reset' | null>;
  readonly close: () => void;
}

/** Events in memory; slower readers read the log. */
const recentEvents = 500;
/** Entries per read of the log. */
const pageSize = 200;
/** Delay before the next try when the log can't be read, in milliseconds. */
const retryMs = 250;
/** The maximum delay of a timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

export function createEvents(log: Log, clock: () => Date) {
  const readers = new Set<Reader>();
  let live: Live | null = null;
  let starting: Promise<Live> | null = null;
  let closed = false;

  const start = async (): Promise<Live> => {
    const started = await startLive(log, clock, () => {
      for (const { wake } of [...readers]) wake();
    });
    if (readers.size > 0) live = started;
    else stop(started);
    return started;
  };
  return {
    /** Reads the events after an entry of the log; null: those from now on. */
    async open(after: number | null): Promise<EventReader> {
      const reader: Reader = { hasEnded: closed, wake: () => undefined };
      const close = (): void => {
        end(reader);
        if (readers.delete(reader) && readers.size === 0) {
          if (live) stop(live);
          live = null;
        }
      };
      readers.add(reader);
      try {
        const recent = live ?? (await (starting ??= start().finally(() => (starting = null))));
        const place = await openPlace(log, recent, after, clock);
        return { from: place.from, resumed: place.resumed, next: () => nextEvents(reader, place), close };
      } catch (error) {
        close();
        throw error;
      }
    },
    /** The log may have new entries. */
    wake(): void {
      if (live) void wake(live);
    },
    close(): void {
      closed = true;
      for (const reader of [...readers]) end(reader);
    },
  };
}

interface Reader {
  hasEnded: boolean;
  /** Ends its wait for events. */
  wake: () => void;
}

function end(reader: Reader): void {
  reader.hasEnded = true;
  reader.wake();
}

async function nextEvents(reader: Reader, place: Place): Promise<readonly LabelEvent[] | 'reset' | null> {
  for (;;) {
    const events = reader.hasEnded ? null : await place.read();
    if (events === null || events.length > 0) return events;
    if (!place.isBehind() && !reader.hasEnded) await new Promise<void>((resolve) => (reader.wake = resolve));
  }
}

/** The newest events, shared by all readers. */
type Live = ReturnType<typeof newLive>;

function newLive(log: Log, clock: () => Date, published: () => void, newest: number) {
  return {
    ...{ log, clock, published, timers: new Map<string, NodeJS.Timeout>(), changes: createTagChanges() },
    /** The number of the newest entry that was read. */
    newest,
    /** The number of the entry after which all events are in memory. */
    from: newest,
    /** Events are numbered in the order in which they were read. The number of the oldest in memory. */
    first: 0,
    recent: [] as LabelEvent[],
    ...{ isReading: false, isWoken: false, isStopped: false },
  };
}

/** Reads new entries of the log, and publishes the changes of tags when they are due. */
async function startLive(log: Log, clock: () => Date, published: () => void): Promise<Live> {
  const newest = await log.newest();
  const live = newLive(log, clock, published, newest);
  const { time, entries } = await log.unsettled(newest, clock().getTime());
  for (const entry of entries) {
    live.changes.resume(entry, time);
    follow(live, entry.id);
  }
  // Entries that came meanwhile.
  void wake(live);
  return live;
}

function stop(live: Live): void {
  live.isStopped = true;
  for (const timer of live.timers.values()) clearTimeout(timer);
}

/** The number of the next event. */
const endOf = ({ first, recent }: Live): number => first + recent.length;

function publish(live: Live, events: readonly LabelEvent[]): void {
  if (events.length === 0) return;
  live.recent.push(...events);
  const surplus = live.recent.length >= 2 * recentEvents ? live.recent.length - recentEvents : 0;
  if (surplus > 0) {
    live.from = live.recent[surplus - 1]!.seq;
    live.first += surplus;
    live.recent = live.recent.slice(surplus);
  }
  live.published();
}

/** Publishes the changes of a tag that are due, and waits for the next one. */
function follow(live: Live, id: string): void {
  const { timers, changes } = live;
  clearTimeout(timers.get(id));
  timers.delete(id);
  const now = live.clock().getTime();
  // They get the number of the newest entry: a client that resumes there receives them twice rather than never.
  const due = changes.until(id, now).map((event) => ({ ...event, seq: live.newest }));
  publish(live, due);
  const next = changes.next(id);
  if (next === null || live.isStopped) return;
  const timer = setTimeout(follow, Math.min(next - now, maxTimerMs), live, id);
  timers.set(id, timer.unref());
}

async function readNew(live: Live): Promise<void> {
  for (;;) {
    const page = await live.log.since(live.newest, pageSize);
    if (live.isStopped) return;
    if (!page) {
      // Too many entries came meanwhile: readers continue in the log.
      const newest = await live.log.newest();
      Object.assign(live, { newest, from: newest, first: endOf(live) + 1, recent: [] });
      live.published();
      return;
    }
    for (const entry of page.entries) {
      live.newest = entry.seq;
      publish(live, live.changes.enter(entry));
      follow(live, entry.id);
    }
    live.newest = page.next;
    if (page.entries.length < pageSize) return;
  }
}

async function wake(live: Live): Promise<void> {
  live.isWoken = true;
  if (live.isReading) return;
  live.isReading = true;
  while (live.isWoken && !live.isStopped) {
    live.isWoken = false;
    await readNew(live).catch(async () => {
      live.isWoken = true;
      await delay(retryMs, undefined, { ref: false });
    });
  }
  live.isReading = false;
}

type Place = Awaited<ReturnType<typeof openPlace>>;

/** The position of a reader: in the log, or among the newest events in memory once it has caught up. */
async function openPlace(log: Log, live: Live, after: number | null, clock: () => Date) {
  const resumed = after === null || (await log.since(after, 1)) !== null;
  let from = resumed && after !== null ? after : live.newest;
  let seq = from;
  /** Null while it reads the log. */
  let number = resumed && after !== null ? null : endOf(live);
  let changes: TagChanges | null = null;

  const replay = async (): Promise<readonly LabelEvent[] | 'reset'> => {
    changes ??= await resumeTags(log, seq);
    const page = await log.since(seq, pageSize);
    if (!page) {
      from = live.newest;
      [seq, number, changes] = [from, endOf(live), null];
      return 'reset';
    }
    seq = page.next;
    const { enter } = changes;
    return page.entries.flatMap((entry) => enter(entry));
  };
  /** Continues with the events in memory. Changes of tags since the last entry may be received twice. */
  const join = async (): Promise<readonly LabelEvent[]> => {
    const known = (changes ??= await resumeTags(log, seq));
    const now = clock().getTime();
    const due = known.pending().flatMap((id) => known.until(id, now));
    for (number = live.first; number < endOf(live) && live.recent[number - live.first]!.seq <= seq;) number++;
    changes = null;
    return due.map((event) => ({ ...event, seq }));
  };
  return {
    from: () => from,
    resumed,
    /** The next events; empty: none yet, or the reader has moved between log and memory. */
    async read(): Promise<readonly LabelEvent[] | 'reset'> {
      if (number !== null && number < live.first) number = null;
      if (number === null) return seq < live.from ? replay() : join();
      const events: LabelEvent[] = [];
      for (; number < endOf(live) && events.length < pageSize; number++) events.push(live.recent[number - live.first]!);
      seq = events.at(-1)?.seq ?? seq;
      return events;
    },
    isBehind: () => number === null || number < endOf(live),
  };
}

/** The tags as they were when the entry `seq` was accepted. */
async function resumeTags(log: Log, seq: number): Promise<TagChanges> {
  const changes = createTagChanges();
  const { time, entries } = await log.unsettled(seq, null);
  for (const entry of entries) changes.resume(entry, time);
  return changes;
}
