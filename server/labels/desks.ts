import { defaultBinding, type Layout } from '../../renderer/index.js';
import type { Desk, Tools } from './desk.js';
import { createHub } from './events.js';
import { followOthers } from './follow.js';
import { defaultLabel } from './labels.js';
import { createLayouts } from './layouts.js';
import type { Backend } from './store/index.js';

/** The desks of all tenants. */
export interface Desks {
  /** The desk of a tenant; `''` is the tenant of an open sandbox. */
  of(tenant: string): Desk;
  /** The desk of a tenant, on which there is the label `default`. */
  enter(tenant: string): Promise<Desk>;
  /** Ends all event streams. */
  close(): void;
}

/** Makes the desk of each tenant when it is first asked for. `files` are the layouts that all tenants have. */
export function createDesks(tools: Tools, files: ReadonlyMap<string, Layout>, backend: Backend): Desks {
  const desks = new Map<string, Desk>();
  /** Tenants that have the label `default`, which nobody can delete. */
  const entered = new Set<string>();
  const open = (tenant: string): Desk => {
    const store = backend.store(tenant);
    const desk = { ...tools, store, layouts: createLayouts(files, store, tenant), hub: createHub(tools.clock) };
    followOthers(desk, tenant, backend);
    desks.set(tenant, desk);
    return desk;
  };
  const of = (tenant: string) => desks.get(tenant) ?? open(tenant);
  return {
    of,
    async enter(tenant) {
      const desk = of(tenant);
      const { store } = desk;
      // Nothing is bound where somebody else has made the label meanwhile.
      if (!entered.has(tenant) && !(await store.label(defaultLabel)))
        await store.bind(defaultLabel, null, defaultBinding, null);
      entered.add(tenant);
      return desk;
    },
    close() {
      for (const { hub } of desks.values()) hub.close();
    },
  };
}
