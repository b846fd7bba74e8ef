import { setTimeout as delay } from 'node:timers/promises';
import type { LabelContext } from './context.js';
import { announce } from './labels.js';
import type { Backend } from './store/index.js';

/** Labels that are looked at together, so that others need not wait for a connection. */
const atOnce = 8;
/** How long to wait with those that could not be read, in milliseconds. */
const againMs = 250;

/**
 * Tells the streams of this process what other processes store for a tenant: new revisions and deletions, some 100 ms late. Of
 * several revisions of a label that come at once, the newest is told. What the store refuses to read is asked for again. Where
 * it is not known which labels have changed, those who listen to all are told that they missed something: to look at all labels
 * after each write would take too long.
 */
export function followOthers(context: LabelContext, tenant: string, backend: Pick<Backend, 'onChange'>): void {
  const { store, hub } = context;
  /** Labels that may have changed. */
  const due = new Set<string>();
  let running = false;
  const look = async (id: string): Promise<void> => {
    const label = await store.label(id);
    if (label?.current) announce(context, label);
    // A label without content has no revision that would tell of its binding.
    else if (label) hub.bound(label);
    else hub.removed(id);
  };
  const follow = async (): Promise<void> => {
    running = true;
    while (due.size > 0) {
      const ids = [...due].slice(0, atOnce);
      for (const id of ids) due.delete(id);
      const looks = await Promise.allSettled(ids.map(look));
      // What can't be read now is looked at again: there may be no other change that would tell of it.
      const failed = ids.filter((id, i) => looks[i]!.status === 'rejected' && hub.follows(id));
      for (const id of failed) due.add(id);
      if (failed.length > 0) await delay(againMs, undefined, { ref: false });
    }
    running = false;
  };
  backend.onChange((changed) => {
    if (changed === 'anything') hub.missed();
    const ids =
      changed === 'anything' ? hub.followed() : changed.filter((one) => one.tenant === tenant).map(({ id }) => id);
    for (const id of ids) if (hub.follows(id)) due.add(id);
    if (!running) void follow();
  });
}
