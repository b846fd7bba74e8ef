import type { Revision } from './store/index.js';

/** What is sent to streams. `updated`: a revision was stored. `displayed`: the panel has finished its refresh. */
export type LabelEvent =
  | { readonly kind: 'updated'; readonly id: string; readonly revision: Revision }
  | { readonly kind: 'displayed'; readonly id: string; readonly revision: number; readonly displayed_at: string }
  | { readonly kind: 'bye'; readonly id: string; readonly reason: Farewell };

/** Why a stream ends: the label was deleted, the server stops, or the client reads too slowly. */
export type Farewell = 'deleted' | 'stopping' | 'slow';

type Listener = (event: LabelEvent) => void;

export interface Hub {
  /** Calls `listener` for each event of the label. The returned function ends that. */
  subscribe(id: string, listener: Listener): () => void;
  /** The labels that somebody listens to. */
  followed(): readonly string[];
  /** A listener of the label knows this revision: no older one, and not this one, is told again. */
  told(id: string, revision: number): void;
  /** A new revision was stored; its panel takes `refreshMs` to show it. Listeners that know it are told nothing. */
  updated(id: string, revision: Revision, refreshMs: number): void;
  /** Whether the panel is refreshing, so that it does not show the newest revision yet. */
  refreshing(id: string): boolean;
  /** Ends the streams of a deleted label. */
  removed(id: string): void;
  /** Ends all streams. */
  close(): void;
}

/** A refresh, which can't be interrupted. `next` is the newest revision that waits for its end. */
interface Refresh {
  timer: NodeJS.Timeout;
  next: { readonly revision: number; readonly refreshMs: number } | null;
}

/** Tells the streams of this process what happens to labels. */
export function createHub(clock: () => Date): Hub {
  const listeners = new Map<string, Set<Listener>>();
  /** The newest revisions that the listeners know. */
  const newest = new Map<string, number>();
  const refreshes = new Map<string, Refresh>();

  const publish = (event: LabelEvent): void => {
    for (const listener of [...(listeners.get(event.id) ?? [])]) listener(event);
  };
  const told: Hub['told'] = (id, revision) => {
    if (listeners.has(id)) newest.set(id, Math.max(revision, newest.get(id) ?? 0));
  };
  const displayed = (id: string, revision: number): void => {
    if (!listeners.has(id)) return;
    publish({ kind: 'displayed', id, revision, displayed_at: clock().toISOString() });
  };
  const refresh = (id: string, revision: number, refreshMs: number): void => {
    const timer = setTimeout(() => {
      const next = refreshes.get(id)?.next;
      refreshes.delete(id);
      displayed(id, revision);
      if (next) refresh(id, next.revision, next.refreshMs);
    }, refreshMs);
    timer.unref();
    refreshes.set(id, { timer, next: null });
  };
  const forget = (id: string, reason: Farewell): void => {
    clearTimeout(refreshes.get(id)?.timer);
    refreshes.delete(id);
    newest.delete(id);
    publish({ kind: 'bye', id, reason });
  };

  return {
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size > 0 || listeners.get(id) !== set) return;
        listeners.delete(id);
        newest.delete(id);
      };
    },
    followed: () => [...listeners.keys()],
    told,
    updated(id, revision, refreshMs) {
      if (revision.revision <= (newest.get(id) ?? 0)) return;
      told(id, revision.revision);
      publish({ kind: 'updated', id, revision });
      const running = refreshes.get(id);
      if (running) running.next = { revision: revision.revision, refreshMs };
      else if (refreshMs === 0) displayed(id, revision.revision);
      else refresh(id, revision.revision, refreshMs);
    },
    refreshing: (id) => refreshes.has(id),
    removed(id) {
      forget(id, 'deleted');
    },
    close() {
      for (const id of [...refreshes.keys(), ...listeners.keys()]) forget(id, 'stopping');
    },
  };
}
