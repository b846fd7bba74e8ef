import { StoreBusy } from '../index.js';
import { deadline } from './database.js';

/** Lets those who write to the same thing do it one after the other, so that they don't wait in the database for each other. */
export interface Turns {
  /**
   * Does `work` after all that was asked for before with the same key. It must be done before `until`, by `performance.now()`.
   * @throws {StoreBusy} when its turn comes too late
   */
  take<T>(key: string, work: (until: number) => Promise<T>): Promise<T>;
}

/** Those who wait: whoever comes above that is refused at once. It bounds the memory. */
const mostWaiting = 2000;

/** @param rested is called when nobody waits for a key any more */
export function createTurns(rested: (key: string) => void = () => undefined): Turns {
  const lasts = new Map<string, Promise<unknown>>();
  let waiting = 0;
  return {
    async take(key, work) {
      if (waiting >= mostWaiting) throw new StoreBusy('Too many wait for the store');
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
          rested(key);
        }
      }
    },
  };
}
