import type { Revision, StoredLabel } from './store/index.js';
import { nextChange, type Refresh, runningIn, settle, type Tag } from './tag/tag.js';

/**
 * What is sent to streams. `updated`: a revision was stored. `refreshing`: the panel has begun to refresh. `displayed`: a
 * revision is on the glass; `at`, since when (milliseconds since 1970).
 */
export type LabelEvent =
  | { readonly kind: 'updated'; readonly id: string; readonly revision: Revision; readonly tag: Tag }
  | { readonly kind: 'refreshing'; readonly id: string; readonly refresh: Refresh }
  | { readonly kind: 'displayed'; readonly id: string; readonly revision: number; readonly at: number }
  | { readonly kind: 'bye'; readonly id: string; readonly reason: CloseReason };

/**
 * What is sent to those who listen to all labels. `bound`: a label was added, or bound anew, without a new revision. `missed`:
 * other processes have changed labels, and it is not known which.
 */
export type ShelfEvent =
  | Exclude<LabelEvent, { readonly kind: 'bye' }>
  | { readonly kind: 'bound'; readonly label: StoredLabel }
  | { readonly kind: 'deleted'; readonly id: string }
  | { readonly kind: 'missed' }
  | { readonly kind: 'bye'; readonly reason: CloseReason };

/** Why a stream ends: the label was deleted, the server stops, the client reads too slowly, or its key is valid no more. */
export type CloseReason = 'deleted' | 'stopping' | 'slow' | 'unauthorized';

type Listener = (event: LabelEvent) => void;
type ShelfListener = (event: ShelfEvent) => void;

export interface Hub {
  /** Calls `listener` for each event of the label. The returned function ends that. */
  subscribe(id: string, listener: Listener): () => void;
  /** Calls `listener` for each event of all labels. The returned function ends that. */
  subscribeAll(listener: ShelfListener): () => void;
  /** The labels that somebody listens to, and while somebody listens to all, those whose tag is about to change. */
  followed(): readonly string[];
  /** Whether somebody listens to the label, or to all. */
  follows(id: string): boolean;
  /** A listener knows this revision of the label, and its tag as it is now: nothing of that is told again. */
  told(id: string, revision: number, tag: Tag | null): void;
  /** A new revision was stored, with what becomes of the tag. Listeners that know it are told nothing. */
  updated(id: string, revision: Revision, tag: Tag): void;
  /** A label was added or bound, and has no new revision that tells so. */
  bound(label: StoredLabel): void;
  /** Ends the streams of a deleted label. */
  removed(id: string): void;
  /** Other processes have changed labels, and it is not known which. */
  missed(): void;
  /** Ends all streams. */
  close(): void;
}

/** A label that somebody listens to: to it alone, or to all labels while its tag is about to change. */
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
  const everyone = new Set<ShelfListener>();

  const tell = (event: ShelfEvent): void => {
    for (const listener of [...everyone]) listener(event);
  };
  const publish = ({ listeners }: Followed, event: LabelEvent): void => {
    for (const listener of [...listeners]) listener(event);
    if (event.kind !== 'bye') tell(event);
  };
  const open = (id: string): Followed => {
    const label = labels.get(id) ?? { listeners: new Set(), newest: 0, tag: null, timer: undefined };
    labels.set(id, label);
    return label;
  };
  /** Lets a label go that nobody listens to, unless those who listen to all have yet to hear of its tag. */
  const rest = (id: string, label: Followed): void => {
    if (label.listeners.size > 0 || labels.get(id) !== label) return;
    if (everyone.size > 0 && label.tag && nextChange(label.tag) !== null) return;
    clearTimeout(label.timer);
    labels.delete(id);
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
      if (next === null) break;
      if (next > now) {
        label.timer = setTimeout(follow, Math.min(next - now, longestWait), id, label);
        label.timer.unref();
        return;
      }
      become(id, label, settle(label.tag, next));
    }
    rest(id, label);
  };
  const forget = (id: string, reason: CloseReason): void => {
    const label = labels.get(id);
    if (!label) return;
    clearTimeout(label.timer);
    Object.assign(label, { newest: 0, tag: null });
    publish(label, { kind: 'bye', id, reason });
    rest(id, label);
  };
  return {
    subscribe(id, listener) {
      const label = open(id);
      label.listeners.add(listener);
      return () => {
        label.listeners.delete(listener);
        rest(id, label);
      };
    },
    subscribeAll(listener) {
      everyone.add(listener);
      return () => {
        everyone.delete(listener);
        for (const [id, label] of [...labels]) rest(id, label);
      };
    },
    followed: () => [...labels.keys()],
    follows: (id) => everyone.size > 0 || labels.has(id),
    told(id, revision, tag) {
      const changes = everyone.size > 0 && tag !== null && nextChange(tag) !== null;
      const label = changes ? open(id) : labels.get(id);
      if (!label) return;
      label.newest = Math.max(label.newest, revision);
      label.tag ??= tag;
      follow(id, label);
    },
    updated(id, revision, tag) {
      const label = everyone.size > 0 ? open(id) : labels.get(id);
      if (!label || revision.revision <= label.newest) return;
      // What was due before comes before; a label that rests after that is followed again.
      follow(id, label);
      labels.set(id, label);
      label.newest = revision.revision;
      publish(label, { kind: 'updated', id, revision, tag });
      become(id, label, tag);
      follow(id, label);
    },
    bound(label) {
      tell({ kind: 'bound', label });
    },
    removed(id) {
      forget(id, 'deleted');
      tell({ kind: 'deleted', id });
    },
    missed() {
      tell({ kind: 'missed' });
    },
    close() {
      for (const id of [...labels.keys()]) forget(id, 'stopping');
      tell({ kind: 'bye', reason: 'stopping' });
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
