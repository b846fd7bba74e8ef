import type { Backend } from '../../labels/store/index.js';
import type { WatchStage } from '../../labels/drawing/timed-jobs.js';

/** The calls that write. Most reads come from memory, and would hide the times of the disk. */
const writes = ['append', 'bind', 'recordRequest', 'remove', 'putLayout', 'removeLayout', 'changeRecords'] as const;

/** A backend whose stores measure their writes, failed ones included. */
export function timedBackend(backend: Backend, watch: WatchStage): Backend {
  return {
    ...backend,
    store(tenant) {
      const store = backend.store(tenant);
      return {
        ...store,
        ...Object.fromEntries(writes.map((name) => [name, timedCall(store[name].bind(store), watch)])),
      };
    },
  };
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
