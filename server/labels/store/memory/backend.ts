import { setImmediate as turn } from 'node:timers/promises';
import {
  type Backend,
  type Once,
  type PutFacts,
  type Store,
  type StoredKey,
  type StoredLabel,
  wholeId,
} from '../index.js';
import { createMemoryAnswers } from './answers.js';
import { createMemoryLabels } from './labels.js';
import { createMemoryLayouts } from './layouts.js';
import { createMemoryLimiter } from './limiter.js';

/**
 * A backend in the memory of this process, which nobody else reads or writes. What is handed in and given out is kept as it
 * is: nobody may change it.
 */
export function createMemoryBackend(): Backend {
  const stores = new Map<string, Store>();
  const keys = new Map<string, StoredKey>();
  /* oxlint-disable typescript/require-await -- the contract is asynchronous, memory is not */
  return {
    store(tenant) {
      const store = stores.get(wholeId(tenant)) ?? createMemoryStore();
      stores.set(tenant, store);
      return store;
    },
    keys: async () => [...keys.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    async putKey(key) {
      keys.set(wholeId(key.id), key);
    },
    limiter: (policy) => createMemoryLimiter(policy),
    check: async () => undefined,
    onChange: () => undefined,
    stats: () => ({}),
    close: async () => undefined,
  };
  /* oxlint-enable typescript/require-await */
}

function createMemoryStore(): Store {
  const labels = createMemoryLabels();
  const layouts = createMemoryLayouts();
  const answers = createMemoryAnswers();
  const known = (once: Once | null): boolean => once !== null && answers.find(once.key, once.at) !== null;
  const keep = (once: Once | null, label: StoredLabel | null): StoredLabel | null => {
    if (once && label) answers.add(once, { label, layout: null });
    return label;
  };
  /* oxlint-disable typescript/require-await -- the contract is asynchronous, memory is not */
  return {
    label: async (id) => labels.label(wholeId(id)),
    labels: async (after, limit) => labels.labels(wholeId(after ?? ''), limit),
    revision: async (id, revision) => labels.revision(wholeId(id), revision),
    async append(seen, delivery, once = null) {
      wholeId(seen.id);
      const label = known(once) ? null : keep(once, labels.append(seen, delivery));
      // The updates of one turn of the event loop are answered together: their client wakes up once, and not for each. To wake
      // it took a quarter of the time of an update.
      await turn();
      return label;
    },
    async bind(id, seen, binding, delivery, layoutVersion = 0, once = null) {
      wholeId(id);
      const outdated = layoutVersion > 0 && layouts.layout(binding.layout)?.version !== layoutVersion;
      if (outdated || known(once)) return null;
      return keep(once, seen ? labels.change(id, seen, binding, delivery) : labels.create(id, binding));
    },
    async remember(seen, once) {
      const now = labels.label(wholeId(seen.id));
      const same = now?.version === seen.version && now.current?.revision === seen.current?.revision;
      return same && !known(once) && keep(once, now) !== null;
    },
    remembered: async (key, now) => answers.find(key, now),
    remove: async (id) => labels.remove(wholeId(id)),
    layout: async (id) => layouts.layout(wholeId(id)),
    layoutVersion: async (id) => layouts.layout(wholeId(id))?.version ?? null,
    layoutSizes: async (after, limit) => layouts.layoutSizes(wholeId(after ?? ''), limit),
    async putLayout(layout, once = null) {
      wholeId(layout.id);
      if (known(once)) return { kind: 'repeated' };
      const put = layouts.putLayout(layout);
      if (once && 'layout' in put) {
        const { version, updated_at } = put.layout;
        answers.add(once, { label: null, layout: { kind: put.kind, version, updated_at } satisfies PutFacts });
      }
      return put;
    },
    layoutUses: async (id) => labels.boundTo(wholeId(id)).count,
    async removeLayout(id) {
      const layout = layouts.layout(wholeId(id));
      if (!layout) return { kind: 'absent' };
      const { count, first } = labels.boundTo(id);
      if (first !== null) return { kind: 'bound', count, first };
      layouts.remove(layout);
      return { kind: 'removed' };
    },
  };
  /* oxlint-enable typescript/require-await */
}
