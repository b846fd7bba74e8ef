import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCache } from '../renderer/cache.js';

describe('a cache', () => {
  test('gives back what was kept in the same memo under the same key, and nothing else', () => {
    const cache = createCache(1000);
    const [first, second] = [cache.memo<string, string>(), cache.memo<string, string>()];
    first.set('milk', 'a', 10);
    expect([first.get('milk'), second.get('milk'), first.get('Milk')]).toEqual(['a', undefined, undefined]);
  });

  test('never holds more than its bound in all memos, and never gives a wrong value', () => {
    const uses = fc.array(fc.tuple(fc.nat(3), fc.nat(60), fc.integer({ min: 1, max: 100 })), { maxLength: 400 });
    fc.assert(
      fc.property(uses, (sequence) => {
        const cache = createCache(1000);
        const memos = Array.from({ length: 4 }, () => cache.memo<number, { name: string; bytes: number }>());
        const seen = new Map<string, readonly [number, number]>();
        for (const [memo, key, bytes] of sequence) {
          const name = `${memo} ${key}`;
          const known = memos[memo]!.get(key);
          if (known) expect(known.name).toBe(name);
          else memos[memo]!.set(key, { name, bytes }, bytes);
          seen.set(name, [memo, key]);
        }
        // Asking moves values to the young generation, so each is asked once, and what is still there is counted.
        const held = new Map<string, number>();
        for (const [memo, key] of seen.values()) {
          const value = memos[memo]!.get(key);
          if (value) held.set(value.name, value.bytes);
        }
        expect([...held.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(1000);
      }),
    );
  });

  test('knows a key that was asked about before, in the same memo', () => {
    const cache = createCache(1000);
    const [first, second] = [cache.memo<string, string>(), cache.memo<string, string>()];
    expect([first.again('milk'), second.again('milk'), first.again('Milk')]).toEqual([false, false, false]);
    expect([first.again('milk'), second.again('milk')]).toEqual([true, true]);
  });

  test('keeps what is asked for while the rest comes and goes', () => {
    const cache = createCache(1000);
    const [dates, names] = [cache.memo<string, number>(), cache.memo<string, number>()];
    dates.set('date', 1, 10);
    for (let i = 0; i < 1000; i++) {
      names.set(String(i), i, 20);
      expect(dates.get('date')).toBe(1);
    }
    expect(names.get('0')).toBeUndefined();
  });
});
