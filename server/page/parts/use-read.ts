import { useEffect, useState } from 'preact/hooks';
import { apiErrorFrom } from '../api/request.js';
import { startAfter } from '../browser/ends.js';

export interface ReadValue<T> {
  readonly key: string;
  readonly value: T;
}

/**
 * Reads a value after a delay, and again for each new key; null: nothing to read. The last value stays until the next
 * one is read, and if the server refuses.
 */
export function useRead<T>(key: string | null, delayMs: number, read: (signal: AbortSignal) => Promise<T>) {
  const [last, setLast] = useState<ReadValue<T> | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    return startAfter(delayMs, async (signal) => {
      try {
        const value = await read(signal);
        if (!signal.aborted) setLast({ key, value });
      } catch (error) {
        if (!signal.aborted) apiErrorFrom(error);
      }
    });
  }, [key]);
  return last;
}
