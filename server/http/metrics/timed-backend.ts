import type { Backend, Store } from '../../labels/store/index.js';
import type { WatchStage } from '../../labels/drawing/timed-jobs.js';

/** What is written to the disk. Reads of a label come from memory most of the time, and would hide how long the disk takes. */
const writes = ['append', 'bind', 'remember', 'remove', 'putLayout', 'removeLayout'] as const;

/** A backend whose stores time their writes, those that fail included. */
export function timedBackend(backend: Backend, watch: WatchStage): Backend {
  return { ...backend, store: (tenant) => timedStore(backend.store(tenant), watch) };
}

function timedStore(store: Store, watch: WatchStage): Store {
  const timed = Object.fromEntries(writes.map((name) => [name, timedCall(store[name].bind(store), watch)]));
  return { ...store, ...timed };
}

function timedCall<Args extends never[]>(
  call: (...args: Args) => Promise<unknown>,
  watch: WatchStage,
): (...args: Args) => Promise<unknown> {
  return async (...args) => {
    const start = performance.now();
    try {
      return await call(...args);
    } finally {
      watch('store', (performance.now() - start) / 1000);
    }
  };
}
