import { defaultBinding, type Layout } from '../../renderer/index.js';
import type { LabelContext, Tools } from './context.js';
import { createEvents } from './events.js';
import { defaultLabel } from './labels.js';
import { createLayouts } from './layouts.js';
import type { Backend } from './store/index.js';

/** What a new label `default` is bound to: with an article number, its first picture shows all that `standard` has. */
export const sampleBinding = { ...defaultBinding, sku: '4006381333931' };

export type LabelContexts = ReturnType<typeof createLabelContexts>;

/** Creates the context of each tenant on its first request. `files` are the layouts of all tenants. */
export function createLabelContexts(tools: Tools, files: ReadonlyMap<string, Layout>, backend: Backend) {
  const contexts = new Map<string, LabelContext>();
  /** Tenants with the label `default`, which no request can delete. */
  const entered = new Set<string>();
  const open = (tenant: string): LabelContext => {
    const store = backend.store(tenant);
    const events = createEvents(store.log, tools.clock);
    const context = { ...tools, store, layouts: createLayouts(files, store, tenant), events };
    contexts.set(tenant, context);
    return context;
  };
  backend.onChange(() => {
    for (const { events } of contexts.values()) events.wake();
  });
  const of = (tenant: string) => contexts.get(tenant) ?? open(tenant);
  return {
    /** The context of a tenant; `''` is the tenant of an open sandbox. */
    of,
    /** The context of a tenant, after the label `default` was created. */
    async enter(tenant: string): Promise<LabelContext> {
      const context = of(tenant);
      const { store } = context;
      // Binds nothing if another process has created the label meanwhile.
      if (!entered.has(tenant) && !(await store.label(defaultLabel)))
        await store.bind(defaultLabel, null, sampleBinding, null);
      entered.add(tenant);
      return context;
    },
    /** Ends all event streams. */
    close(): void {
      for (const { events } of contexts.values()) events.close();
    },
  };
}
