import { StoreBusy } from '../index.js';
import { deadline } from './database.js';

export type Turns = ReturnType<typeof createTurns>;

/** Waiting writers; further ones are refused immediately. It limits the memory. */
const maxWaiting = 2000;

/**
 * Runs writes with the same key one after the other, so that they don't wait for each other in the database.
 * @param onIdle is called when no write waits for a key
 */
export function createTurns(onIdle: (key: string) => void = () => undefined) {
  const lasts = new Map<string, Promise<unknown>>();
  let waiting = 0;
  return {
    /**
     * Runs `work` after all earlier work with the same key. It must end before `until`, by `performance.now()`.
     * @throws {StoreBusy} when its turn comes too late
     */
    async take<T>(key: string, work: (until: number) => Promise<T>): Promise<T> {
      if (waiting >= maxWaiting) throw new StoreBusy('Too many wait for the store');
      const until = deadline();
      const turn = async () => {
        if (performance.now() > until) throw new StoreBusy('Too many wait for the same');
        return work(until);
      };
      const before = lasts.get(key) ?? Promise.resolve();
      const mine = before.then(turn, turn);
      lasts.set(key, mine);
      waiting++;
      try {
        return await mine;
      } finally {
        waiting--;
        if (lasts.get(key) === mine) {
          lasts.delete(key);
          onIdle(key);
        }
      }
    },
  };
}
