import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCache } from '../renderer/cache.js';

describe('a cache', () => {
  test('gives back what was kept on the same shelf under the same key, and nothing else', () => {
    const cache = createCache(1000);
    const [first, second] = [cache.shelf<string, string>(), cache.shelf<string, string>()];
    first.set('milk', 'a', 10);
    expect([first.get('milk'), second.get('milk'), first.get('Milk')]).toEqual(['a', undefined, undefined]);
  });

  test('never holds more than its bound on all shelves, and never gives a wrong value', () => {
    const uses = fc.array(fc.tuple(fc.nat(3), fc.nat(60), fc.integer({ min: 1, max: 100 })), { maxLength: 400 });
    fc.assert(
      fc.property(uses, (sequence) => {
        const cache = createCache(1000);
        const shelves = Array.from({ length: 4 }, () => cache.shelf<number, { name: string; bytes: number }>());
        const seen = new Map<string, readonly [number, number]>();
        for (const [shelf, key, bytes] of sequence) {
          const name = `${shelf} ${key}`;
          const known = shelves[shelf]!.get(key);
          if (known) expect(known.name).toBe(name);
          else shelves[shelf]!.set(key, { name, bytes }, bytes);
          seen.set(name, [shelf, key]);
        }
        // Asking moves values to the young generation, so each is asked once, and what is still there is counted.
        const held = new Map<string, number>();
        for (const [shelf, key] of seen.values()) {
          const value = shelves[shelf]!.get(key);
          if (value) held.set(value.name, value.bytes);
        }
        expect([...held.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(1000);
      }),
    );
  });

  test('keeps what is offered when its key comes for the second time, on the same shelf', () => {
    const cache = createCache(1000);
    const [first, second] = [cache.shelf<string, string>(), cache.shelf<string, string>()];
    first.offer('milk', 'a', 10);
    second.offer('milk', 'b', 10);
    expect([first.get('milk'), second.get('milk')]).toEqual([undefined, undefined]);
    first.offer('milk', 'a', 10);
    expect([first.get('milk'), second.get('milk')]).toEqual(['a', undefined]);
  });

  test('keeps what is asked for while the rest comes and goes', () => {
    const cache = createCache(1000);
    const [dates, names] = [cache.shelf<string, number>(), cache.shelf<string, number>()];
    dates.set('date', 1, 10);
    for (let i = 0; i < 1000; i++) {
      names.set(String(i), i, 20);
      expect(dates.get('date')).toBe(1);
    }
    expect(names.get('0')).toBeUndefined();
  });
});
