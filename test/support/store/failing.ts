import type { Backend, Store } from '../../../server/labels/store/index.js';
import type { Limiter } from '../../../server/labels/store/limiter.js';

/** When the call that fails does so: before it is done, or after it, so that only its answer is lost. */
export type Moment = 'before' | 'after';

/** A backend one of whose calls fails. */
export interface FailingBackend extends Backend {
  /** Whether it has failed. */
  readonly failed: () => boolean;
}

type Call = (...args: never[]) => Promise<unknown>;

const calls = {
  store: [
    ...(['label', 'labels', 'revision', 'append', 'bind', 'recordRequest', 'recorded', 'remove'] as const),
    ...(['layout', 'layoutVersion', 'layoutSizes', 'putLayout', 'removeLayout'] as const),
  ],
  backend: ['keys', 'putKey', 'check'],
  limiter: ['consume', 'peek'],
} as const satisfies {
  store: readonly (keyof Store)[];
  backend: readonly (keyof Backend)[];
  limiter: readonly (keyof Limiter)[];
};

/** A backend whose `nth` call fails, whatever it is: 1 is the first of all. */
export function failingBackend(backend: Backend, nth: number, moment: Moment): FailingBackend {
  let made = 0;
  let failed = false;
  const watch =
    (call: Call): Call =>
    async (...args) => {
      const fails = ++made === nth;
      if (!fails) return call(...args);
      failed = true;
      if (moment === 'after') await call(...args);
      throw new Error('The store failed');
    };
  const watched = <T extends object>(part: T, names: readonly (keyof T)[]): T => ({
    ...part,
    ...Object.fromEntries(names.map((name) => [name, watch((part[name] as Call).bind(part))])),
  });
  return {
    ...watched(backend, calls.backend),
    store: (tenant) => watched(backend.store(tenant), calls.store),
    limiter: (policy) => watched(backend.limiter(policy), calls.limiter),
    failed: () => failed,
  };
}
