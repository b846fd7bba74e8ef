import { setImmediate as turn } from 'node:timers/promises';
import { type Store, wholeId } from '../index.js';
import { createMemoryLabels } from './labels.js';
import { createMemoryLayouts } from './layouts.js';

/**
 * A store in the memory of this process, which nobody else reads or writes. What is handed in and given out is kept as it is:
 * nobody may change it.
 */
export function createMemoryStore(): Store {
  const labels = createMemoryLabels();
  const layouts = createMemoryLayouts();
  /* eslint-disable @typescript-eslint/require-await -- the contract is asynchronous, memory is not */
  return {
    label: async (id) => labels.label(wholeId(id)),
    labels: async (after, limit) => labels.labels(wholeId(after ?? ''), limit),
    revision: async (id, revision) => labels.revision(wholeId(id), revision),
    async append(seen, delivery) {
      wholeId(seen.id);
      const label = labels.append(seen, delivery);
      // The updates of one turn of the event loop are answered together: their client wakes up once, and not for each. To wake
      // it took a quarter of the time of an update.
      await turn();
      return label;
    },
    async bind(id, seen, binding, delivery, layoutVersion = 0) {
      wholeId(id);
      if (layoutVersion > 0 && layouts.layout(binding.layout)?.version !== layoutVersion) return null;
      return seen ? labels.change(id, seen, binding, delivery) : labels.create(id, binding);
    },
    remove: async (id) => labels.remove(wholeId(id)),
    layout: async (id) => layouts.layout(wholeId(id)),
    layoutVersion: async (id) => layouts.layout(wholeId(id))?.version ?? null,
    layoutSizes: async (after, limit) => layouts.layoutSizes(wholeId(after ?? ''), limit),
    async putLayout(layout) {
      wholeId(layout.id);
      return layouts.putLayout(layout);
    },
    async removeLayout(id) {
      const layout = layouts.layout(wholeId(id));
      if (!layout) return { kind: 'absent' };
      const { count, first } = labels.boundTo(id);
      if (first !== null) return { kind: 'bound', count, first };
      layouts.remove(layout);
      return { kind: 'removed' };
    },
    check: async () => undefined,
    onChange: () => undefined,
    close: async () => undefined,
  };
  /* eslint-enable @typescript-eslint/require-await */
}
