import { defaultBinding, type Layout } from '../../renderer/index.js';
import type { LabelContext, Tools } from './context.js';
import { createHub } from './events.js';
import { followOthers } from './follow.js';
import { defaultLabel } from './labels.js';
import { createLayouts } from './layouts.js';
import type { Backend } from './store/index.js';

/** The contexts of all tenants. */
export interface LabelContexts {
  /** The context of a tenant; `''` is the tenant of an open sandbox. */
  of(tenant: string): LabelContext;
  /** The context of a tenant, on which there is the label `default`. */
  enter(tenant: string): Promise<LabelContext>;
  /** Ends all event streams. */
  close(): void;
}

/** Makes the context of each tenant when it is first asked for. `files` are the layouts that all tenants have. */
export function createLabelContexts(tools: Tools, files: ReadonlyMap<string, Layout>, backend: Backend): LabelContexts {
  const contexts = new Map<string, LabelContext>();
  /** Tenants that have the label `default`, which nobody can delete. */
  const entered = new Set<string>();
  const open = (tenant: string): LabelContext => {
    const store = backend.store(tenant);
    const context = { ...tools, store, layouts: createLayouts(files, store, tenant), hub: createHub(tools.clock) };
    followOthers(context, tenant, backend);
    contexts.set(tenant, context);
    return context;
  };
  const of = (tenant: string) => contexts.get(tenant) ?? open(tenant);
  return {
    of,
    async enter(tenant) {
      const context = of(tenant);
      const { store } = context;
      // Nothing is bound where somebody else has made the label meanwhile.
      if (!entered.has(tenant) && !(await store.label(defaultLabel)))
        await store.bind(defaultLabel, null, defaultBinding, null);
      entered.add(tenant);
      return context;
    },
    close() {
      for (const { hub } of contexts.values()) hub.close();
    },
  };
}
