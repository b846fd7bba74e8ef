import type { Desk } from './desk.js';
import { announce } from './labels.js';
import type { Backend } from './store/index.js';

/**
 * Tells the streams of this process what other processes store: new revisions and deletions, some 100 ms late. Of several
 * revisions of a label that come at once, the newest is told. Those who listen to all labels are told that they missed something:
 * to look at all labels after each write would take too long.
 */
export function followOthers(desk: Desk, backend: Pick<Backend, 'onChange'>): void {
  const { store, hub } = desk;
  let due = false;
  let running = false;
  const look = async (id: string): Promise<void> => {
    const label = await store.label(id);
    if (label) announce(desk, label);
    else hub.removed(id);
  };
  const follow = async (): Promise<void> => {
    running = true;
    while (due) {
      due = false;
      // What can't be read now is told after the next change.
      await Promise.allSettled(hub.followed().map(look));
    }
    running = false;
  };
  backend.onChange(() => {
    due = true;
    hub.missed();
    if (!running) void follow();
  });
}
