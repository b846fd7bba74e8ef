import type { Revision } from './store/index.js';
import { nextChange, type Refresh, runningIn, settle, type Tag } from './tag/tag.js';

/**
 * What is sent to streams. `updated`: a revision was stored. `refreshing`: the panel has begun to refresh. `displayed`: a
 * revision is on the glass; `at`, since when (milliseconds since 1970).
 */
export type LabelEvent =
  | { readonly kind: 'updated'; readonly id: string; readonly revision: Revision; readonly tag: Tag }
  | { readonly kind: 'refreshing'; readonly id: string; readonly refresh: Refresh }
  | { readonly kind: 'displayed'; readonly id: string; readonly revision: number; readonly at: number }
  | { readonly kind: 'bye'; readonly id: string; readonly reason: Farewell };

/** Why a stream ends: the label was deleted, the server stops, the client reads too slowly, or its key is valid no more. */
export type Farewell = 'deleted' | 'stopping' | 'slow' | 'unauthorized';

type Listener = (event: LabelEvent) => void;

export interface Hub {
  /** Calls `listener` for each event of the label. The returned function ends that. */
  subscribe(id: string, listener: Listener): () => void;
  /** The labels that somebody listens to. */
  followed(): readonly string[];
  follows(id: string): boolean;
  /** A listener of the label knows this revision, and its tag as it is now: nothing of that is told again. */
  told(id: string, revision: number, tag: Tag | null): void;
  /** A new revision was stored, with what becomes of the tag. Listeners that know it are told nothing. */
  updated(id: string, revision: Revision, tag: Tag): void;
  /** Ends the streams of a deleted label. */
  removed(id: string): void;
  /** Ends all streams. */
  close(): void;
}

/** A label that somebody listens to. */
interface Followed {
  readonly listeners: Set<Listener>;
  /** The newest revision that the listeners know. */
  newest: number;
  /** The tag as far as they know it; null: they know nothing of it. */
  tag: Tag | null;
  timer: NodeJS.Timeout | undefined;
}

/** The longest that a timer can wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Tells the streams of this process what happens to labels. What nobody listens to takes no work, and no timer. */
export function createHub(clock: () => Date): Hub {
  const labels = new Map<string, Followed>();

  const publish = ({ listeners }: Followed, event: LabelEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const become = (id: string, label: Followed, tag: Tag): void => {
    const events = happened(id, label.tag ?? before(tag, label.newest), tag);
    label.tag = tag;
    for (const event of events) publish(label, event);
  };
  /** Tells what the tag has done until now, one thing after the other, and comes back for the next. */
  const follow = (id: string, label: Followed): void => {
    clearTimeout(label.timer);
    const now = clock().getTime();
    while (label.tag) {
      const next = nextChange(label.tag);
      if (next === null) return;
      if (next > now) {
        label.timer = setTimeout(follow, Math.min(next - now, longestWait), id, label);
        label.timer.unref();
        return;
      }
      become(id, label, settle(label.tag, next));
    }
  };
  const forget = (id: string, reason: Farewell): void => {
    const label = labels.get(id);
    if (!label) return;
    clearTimeout(label.timer);
    Object.assign(label, { newest: 0, tag: null });
    publish(label, { kind: 'bye', id, reason });
  };
  return {
    subscribe(id, listener) {
      const label = labels.get(id) ?? { listeners: new Set(), newest: 0, tag: null, timer: undefined };
      labels.set(id, label);
      label.listeners.add(listener);
      return () => {
        label.listeners.delete(listener);
        if (label.listeners.size > 0 || labels.get(id) !== label) return;
        clearTimeout(label.timer);
        labels.delete(id);
      };
    },
    followed: () => [...labels.keys()],
    follows: (id) => labels.has(id),
    told(id, revision, tag) {
      const label = labels.get(id);
      if (!label) return;
      label.newest = Math.max(label.newest, revision);
      label.tag ??= tag;
      follow(id, label);
    },
    updated(id, revision, tag) {
      const label = labels.get(id);
      if (!label || revision.revision <= label.newest) return;
      // What was due before comes before.
      follow(id, label);
      label.newest = revision.revision;
      publish(label, { kind: 'updated', id, revision, tag });
      become(id, label, tag);
      follow(id, label);
    },
    removed(id) {
      forget(id, 'deleted');
    },
    close() {
      for (const id of [...labels.keys()]) forget(id, 'stopping');
    },
  };
}

/** A tag as it was before it was sent the content of `revision`, as far as events tell. */
function before(tag: Tag, revision: number): Tag {
  const shown = { ...tag.shown, revision: revision - 1 };
  return { ...tag, shown, refreshes: tag.refreshes - (tag.refresh?.revision === revision ? 1 : 0) };
}

/** What a tag has done from one state to a later one. */
function happened(id: string, earlier: Tag, after: Tag): readonly LabelEvent[] {
  const { shown, refresh, refreshes, device } = after;
  const sameTag = device === earlier.device;
  const events: LabelEvent[] = [];
  if (shown.revision > (sameTag ? earlier.shown.revision : 0))
    events.push({ kind: 'displayed', id, revision: shown.revision, at: shown.since });
  if (refresh && refreshes > (sameTag ? earlier.refreshes : 0)) events.push({ kind: 'refreshing', id, refresh });
  // A refresh that runs began after the end of the one before; one that is over began before what is on the glass.
  return runningIn(after) ? events : events.reverse();
}
