import type { LogEntry, StoredLabel } from './store/index.js';
import { nextChange, type TagRefresh, runningIn, settle, type Tag } from './tag/tag.js';

/**
 * What happens to a label. `updated`: it was created, bound, or has a new revision. `refreshing`: its panel begins to refresh.
 * `displayed`: the panel shows a revision; `at`: since when, in milliseconds since 1970. `seq` is the number in the log of the
 * entry that caused it.
 */
export type LabelEvent = { readonly seq: number; readonly id: string } & (
  | { readonly kind: 'updated'; readonly label: StoredLabel }
  | { readonly kind: 'refreshing'; readonly refresh: TagRefresh }
  | { readonly kind: 'displayed'; readonly revision: number; readonly at: number }
  | { readonly kind: 'deleted' }
);

export type TagChanges = ReturnType<typeof createTagChanges>;

interface Pending {
  readonly seq: number;
  readonly tag: Tag;
}

/** Turns entries of a log into events, and the time that passes after them into the events of tags. */
export function createTagChanges() {
  const tags = new Map<string, Pending>();
  const keep = (id: string, pending: Pending): void => {
    if (nextChange(pending.tag) === null) tags.delete(id);
    else tags.set(id, pending);
  };
  const until = (id: string, time: number): readonly LabelEvent[] => {
    const events: LabelEvent[] = [];
    let pending = tags.get(id);
    if (!pending) return events;
    for (let next = nextChange(pending.tag); next !== null && next <= time; next = nextChange(pending.tag)) {
      const tag = settle(pending.tag, next);
      events.push(...changesOf(id, pending.seq, pending.tag, tag));
      pending = { ...pending, tag };
    }
    keep(id, pending);
    return events;
  };
  return {
    /** The events of an entry, and those of its tag that were due before it. */
    enter: (entry: LogEntry): readonly LabelEvent[] => {
      const { id, seq, at } = entry;
      switch (entry.kind) {
        case 'revision': {
          const { label } = entry;
          const due = until(id, at);
          const tag = label.tag!;
          const earlier = tags.get(id)?.tag ?? tagBefore(tag, label.current!.revision);
          keep(id, { seq, tag });
          return [...due, { kind: 'updated', seq, id, label }, ...changesOf(id, seq, earlier, tag)];
        }
        case 'binding':
          return [{ kind: 'updated', seq, id, label: entry.label }];
        case 'deletion':
          tags.delete(id);
          return [{ kind: 'deleted', seq, id }];
        case 'layout':
          return [];
      }
    },
    /** Continues with the tag of an entry as it was at a time (milliseconds since 1970), without events. */
    resume(entry: LogEntry, time: number): void {
      if (entry.kind === 'revision') keep(entry.id, { seq: entry.seq, tag: settle(entry.label.tag!, time) });
    },
    /** The events of a label's tag until a time. */
    until,
    /** When the tag of a label changes next; null: not before its next revision. */
    next(id: string): number | null {
      const pending = tags.get(id);
      return pending ? nextChange(pending.tag) : null;
    },
    /** Labels with future tag changes. */
    pending: () => [...tags.keys()],
  };
}

/** A tag before it was sent the content of `revision`, as far as events need it. */
function tagBefore(tag: Tag, revision: number): Tag {
  const shown = { ...tag.shown, revision: revision - 1 };
  return { ...tag, shown, refreshes: tag.refreshes - (tag.refresh?.revision === revision ? 1 : 0) };
}

/** The events between two states of a tag. */
function changesOf(id: string, seq: number, earlier: Tag, later: Tag): readonly LabelEvent[] {
  const { shown, refresh, refreshes, device } = later;
  const sameTag = device === earlier.device;
  const events: LabelEvent[] = [];
  if (shown.revision > (sameTag ? earlier.shown.revision : 0))
    events.push({ kind: 'displayed', seq, id, revision: shown.revision, at: shown.since });
  if (refresh && refreshes > (sameTag ? earlier.refreshes : 0)) events.push({ kind: 'refreshing', seq, id, refresh });
  // A running refresh began after the end of the one before. A finished one began before the displayed revision.
  return runningIn(later) ? events : events.reverse();
}
