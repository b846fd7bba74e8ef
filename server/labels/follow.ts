import type { Desk } from './desk.js';
import { announce } from './labels.js';
import type { Backend } from './store/index.js';

/** Labels that are looked at together, so that others need not wait for a connection. */
const atOnce = 8;

/**
 * Tells the streams of this process what other processes store for a tenant: new revisions and deletions, some 100 ms late. Of
 * several revisions of a label that come at once, the newest is told.
 */
export function followOthers(desk: Desk, tenant: string, backend: Pick<Backend, 'onChange'>): void {
  const { store, hub } = desk;
  /** Labels that may have changed. */
  const due = new Set<string>();
  let running = false;
  const look = async (id: string): Promise<void> => {
    const label = await store.label(id);
    if (label) announce(desk, label);
    else hub.removed(id);
  };
  const follow = async (): Promise<void> => {
    running = true;
    while (due.size > 0) {
      const ids = [...due].slice(0, atOnce);
      for (const id of ids) due.delete(id);
      // What can't be read now is told after the next change.
      await Promise.allSettled(ids.map(look));
    }
    running = false;
  };
  backend.onChange((changed) => {
    const ids =
      changed === 'anything' ? hub.followed() : changed.filter((one) => one.tenant === tenant).map(({ id }) => id);
    for (const id of ids) if (hub.follows(id)) due.add(id);
    if (!running) void follow();
  });
}
