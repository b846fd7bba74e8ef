import type { Layout } from '../../renderer/index.js';
import type { Desk, Tools } from './desk.js';
import { createHub } from './events.js';
import { followOthers } from './follow.js';
import { createLayouts } from './layouts.js';
import type { Backend } from './store/index.js';

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
