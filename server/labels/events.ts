import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './store/index.js';
import { createTagChanges, type LabelEvent, type TagChanges } from './tag-changes.js';

/** The events of a tenant's labels, read from the log of the store: those of every process, in the order of commits. */
export interface Events {
  /** Reads the events after an entry of the log; null: those from now on. */
  open(after: number | null): Promise<EventReader>;
  /** The log may have new entries. */
  wake(): void;
  /** Ends all readers. */
  close(): void;
}

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

export function createEvents(log: Log, clock: () => Date): Events {
  const readers = new Set<{ wake: () => void; end: () => void }>();
  let live: Live | null = null;
  let starting: Promise<Live> | null = null;
  let closed = false;

  const start = async (): Promise<Live> => {
    const started = await startLive(log, clock, () => {
      for (const { wake } of [...readers]) wake();
    });
    if (readers.size > 0) live = started;
    else started.stop();
    return started;
  };
  return {
    async open(after) {
      let ended = closed;
      const hasEnded = () => ended;
      let wakeUp = (): void => undefined;
      const reader = {
        wake: () => {
          wakeUp();
        },
        end: () => {
          ended = true;
          wakeUp();
        },
      };
      const close = (): void => {
        reader.end();
        if (readers.delete(reader) && readers.size === 0) {
          live?.stop();
          live = null;
        }
      };
      readers.add(reader);
      try {
        const recent = live ?? (await (starting ??= start().finally(() => (starting = null))));
        const place = await openPlace(log, recent, after, clock);
        return {
          from: place.from,
          resumed: place.resumed,
          async next() {
            for (;;) {
              const events = hasEnded() ? null : await place.read();
              if (events === null || events.length > 0) return events;
              if (!place.isBehind() && !hasEnded()) await new Promise<void>((resolve) => (wakeUp = resolve));
            }
          },
          close,
        };
      } catch (error) {
        close();
        throw error;
      }
    },
    wake() {
      live?.wake();
    },
    close() {
      closed = true;
      for (const { end } of [...readers]) end();
    },
  };
}

/** The newest events, shared by all readers. */
type Live = Awaited<ReturnType<typeof startLive>>;

/** Reads new entries of the log, and publishes the changes of tags when they are due. */
async function startLive(log: Log, clock: () => Date, published: () => void) {
  let newest = await log.newest();
  let from = newest;
  let [first, recent]: [number, LabelEvent[]] = [0, []];
  const timers = new Map<string, NodeJS.Timeout>();
  const changes = createTagChanges();
  let [reading, again, stopped] = [false, false, false];

  const publish = (events: readonly LabelEvent[]): void => {
    if (events.length === 0) return;
    recent.push(...events);
    const surplus = recent.length >= 2 * recentEvents ? recent.length - recentEvents : 0;
    if (surplus > 0) {
      from = recent[surplus - 1]!.seq;
      first += surplus;
      recent = recent.slice(surplus);
    }
    published();
  };
  const follow = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const now = clock().getTime();
    // They get the number of the newest entry: a client that resumes there receives them twice rather than never.
    publish(changes.until(id, now).map((event) => ({ ...event, seq: newest })));
    const next = changes.next(id);
    if (next === null || stopped) return;
    const timer = setTimeout(follow, Math.min(next - now, maxTimerMs), id);
    timers.set(id, timer.unref());
  };
  const read = async (): Promise<void> => {
    for (;;) {
      const page = await log.since(newest, pageSize);
      if (stopped) return;
      if (!page) {
        // Too many entries came meanwhile: readers continue in the log.
        newest = await log.newest();
        [from, first, recent] = [newest, first + recent.length + 1, []];
        published();
        return;
      }
      for (const entry of page.entries) {
        newest = entry.seq;
        publish(changes.enter(entry));
        follow(entry.id);
      }
      newest = page.next;
      if (page.entries.length < pageSize) return;
    }
  };
  const wake = async (): Promise<void> => {
    again = true;
    if (reading) return;
    reading = true;
    while (again && !stopped) {
      again = false;
      await read().catch(async () => {
        again = true;
        await delay(retryMs, undefined, { ref: false });
      });
    }
    reading = false;
  };
  const { time, entries } = await log.unsettled(newest, clock().getTime());
  for (const entry of entries) {
    changes.resume(entry, time);
    follow(entry.id);
  }
  // Entries that came meanwhile.
  void wake();
  return {
    /** Events are numbered in the order in which they were read. The number of the oldest in memory, and of the next one. */
    first: () => first,
    end: () => first + recent.length,
    at: (number: number) => recent[number - first]!,
    /** The number of the entry after which all events are in memory. */
    from: () => from,
    /** The number of the newest entry that was read. */
    newest: () => newest,
    wake: () => void wake(),
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** The position of a reader: in the log, or among the newest events in memory once it has caught up. */
async function openPlace(log: Log, live: Live, after: number | null, clock: () => Date) {
  const resumed = after === null || (await log.since(after, 1)) !== null;
  let from = resumed && after !== null ? after : live.newest();
  let seq = from;
  /** Null while it reads the log. */
  let number = resumed && after !== null ? null : live.end();
  let changes: TagChanges | null = null;

  const replay = async (): Promise<readonly LabelEvent[] | 'reset'> => {
    changes ??= await resumeTags(log, seq);
    const page = await log.since(seq, pageSize);
    if (!page) {
      from = live.newest();
      [seq, number, changes] = [from, live.end(), null];
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
    for (number = live.first(); number < live.end() && live.at(number).seq <= seq;) number++;
    changes = null;
    return due.map((event) => ({ ...event, seq }));
  };
  return {
    from: () => from,
    resumed,
    /** The next events; empty: none yet, or the reader has moved between log and memory. */
    async read(): Promise<readonly LabelEvent[] | 'reset'> {
      if (number !== null && number < live.first()) number = null;
      if (number === null) return seq < live.from() ? replay() : join();
      const events: LabelEvent[] = [];
      for (; number < live.end() && events.length < pageSize; number++) events.push(live.at(number));
      seq = events.at(-1)?.seq ?? seq;
      return events;
    },
    isBehind: () => number === null || number < live.end(),
  };
}

/** The tags as they were when the entry `seq` was accepted. */
async function resumeTags(log: Log, seq: number): Promise<TagChanges> {
  const changes = createTagChanges();
  const { time, entries } = await log.unsettled(seq, null);
  for (const entry of entries) changes.resume(entry, time);
  return changes;
}
