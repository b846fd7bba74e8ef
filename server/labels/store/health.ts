import { StoreBusy } from './index.js';

/** Milliseconds that a call may be refused as busy before the store counts as failed. */
const maxBusyMs = 2000;
/** Bytes of a probe: at least those of most updates. */
export const minProbeBytes = 16 * 1024;

/**
 * Watches calls. After a failed one, or while one is refused as busy for {@link maxBusyMs}, only a write shows that the cause is gone.
 * @param write writes as many bytes as the largest call that failed: on a full disk, a smaller one may fit
 * @param failedBytes those of the largest call that failed; 0 after a probe
 */
export function createHealth(write: (bytes: number) => Promise<unknown>, failedBytes = 0) {
  /** When calls began to be refused as busy, by their names. */
  const busySince = new Map<string, number>();
  return {
    /** @param bytes of the call */
    async watch<T>(name: string, bytes: () => number, call: Promise<T>): Promise<T> {
      const start = performance.now();
      try {
        const result = await call;
        if (busySince.size > 0) busySince.delete(name);
        return result;
      } catch (error) {
        if (error instanceof StoreBusy) busySince.set(name, busySince.get(name) ?? start);
        // In PostgreSQL, two requests with one idempotency key are no failure.
        else if ((error as { code?: string }).code !== '23505')
          failedBytes = Math.max(failedBytes, minProbeBytes, bytes());
        throw error;
      }
    },
    mayFail(): boolean {
      const latest = performance.now() - maxBusyMs;
      return failedBytes > 0 || [...busySince.values()].some((since) => since < latest);
    },
    /** @throws if the store fails */
    async probe(): Promise<void> {
      const bytes = Math.max(failedBytes, minProbeBytes);
      await write(bytes);
      busySince.clear();
      // A larger call may have failed in the meantime.
      if (failedBytes <= bytes) failedBytes = 0;
    },
  };
}
