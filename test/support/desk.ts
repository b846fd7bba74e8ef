import { loadDevices } from '../../devices/index.js';
import { createRenderer, defaultBinding, loadLayouts } from '../../renderer/index.js';
import type { Desk } from '../../server/labels/desk.js';
import { createHub } from '../../server/labels/events.js';
import { createImages } from '../../server/labels/images.js';
import { createLayouts } from '../../server/labels/layouts.js';
import type { Store } from '../../server/labels/store/index.js';
import { openStore } from '../../server/labels/store/url.js';

const renderer = await createRenderer();
const devices = loadDevices();
const files = loadLayouts();

/** A store in memory with the label `default`. */
export async function memoryStore(): Promise<Store> {
  const { store } = await openStore('memory:');
  await store.bind('default', null, defaultBinding, null);
  return store;
}

/** All that labels need, in this process; `more` takes the place of what is here. */
export async function createDesk({ store, ...more }: Partial<Desk> = {}): Promise<Desk> {
  const kept = store ?? (await memoryStore());
  const clock = more.clock ?? (() => new Date('2026-11-20T22:10:06.123Z'));
  return {
    clock,
    devices,
    layouts: createLayouts(files, kept),
    renderer,
    store: kept,
    images: createImages(),
    hub: createHub(clock),
    config: { refreshSpeed: 'instant' },
    ...more,
  };
}
