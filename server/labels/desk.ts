import type { Device } from '../../devices/index.js';
import type { Layout } from '../../renderer/index.js';
import { createHub, type Hub } from './events.js';
import { followOthers } from './follow.js';
import type { Images } from './images.js';
import { createLayouts, type Layouts } from './layouts.js';
import type { Backend, Store } from './store/index.js';
import type { Workshop } from './workshop/workshop.js';

/** What all labels are drawn with. */
export interface Tools {
  readonly clock: () => Date;
  readonly devices: ReadonlyMap<string, Device>;
  readonly workshop: Workshop;
  readonly images: Images;
  /** A refresh takes the panel's own time divided by the speed; `instant`: no time. */
  readonly config: { readonly refreshSpeed: 'instant' | number };
}

/** Everything that is needed to keep, draw and announce the labels of a tenant. */
export interface Desk extends Tools {
  readonly layouts: Layouts;
  readonly store: Store;
  readonly hub: Hub;
}

/** The desks of all tenants. */
export interface Desks {
  /** The desk of a tenant; `''` is the tenant of an open sandbox. */
  of(tenant: string): Desk;
  /** Ends all event streams. */
  close(): void;
}

/** Makes the desk of each tenant when it is first asked for. `files` are the layouts that all tenants have. */
export function createDesks(tools: Tools, files: ReadonlyMap<string, Layout>, backend: Backend): Desks {
  const desks = new Map<string, Desk>();
  const open = (tenant: string): Desk => {
    const store = backend.store(tenant);
    const desk = { ...tools, store, layouts: createLayouts(files, store, tenant), hub: createHub(tools.clock) };
    followOthers(desk, tenant, backend);
    desks.set(tenant, desk);
    return desk;
  };
  return {
    of: (tenant) => desks.get(tenant) ?? open(tenant),
    close() {
      for (const { hub } of desks.values()) hub.close();
    },
  };
}
