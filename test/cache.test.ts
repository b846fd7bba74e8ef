import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCache } from '../renderer/cache.js';

describe('a cache', () => {
  test('gives back what was kept under the same number and text, and nothing else', () => {
    const cache = createCache<string>(1000);
    cache.set(1, 'milk', 'a', 10);
    expect([cache.get(1, 'milk'), cache.get(2, 'milk'), cache.get(1, 'Milk')]).toEqual(['a', undefined, undefined]);
  });

  test('never holds more than its bound, and never gives a wrong value', () => {
    const uses = fc.array(fc.tuple(fc.nat(3), fc.nat(60), fc.integer({ min: 1, max: 100 })), { maxLength: 400 });
    fc.assert(
      fc.property(uses, (sequence) => {
        const cache = createCache<{ name: string; bytes: number }>(1000);
        const seen = new Set<string>();
        for (const [group, text, bytes] of sequence) {
          const name = `${group} ${text}`;
          const known = cache.get(group, String(text));
          if (known) expect(known.name).toBe(name);
          else cache.set(group, String(text), { name, bytes }, bytes);
          seen.add(name);
        }
        // Asking moves values to the young generation, so each is asked once, and what is still there is counted.
        const held = new Map<string, number>();
        for (const name of seen) {
          const [group, text] = name.split(' ');
          const value = cache.get(Number(group), text!);
          if (value) held.set(value.name, value.bytes);
        }
        expect([...held.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(1000);
      }),
    );
  });

  test('keeps what is asked for while the rest comes and goes', () => {
    const cache = createCache<number>(1000);
    cache.set(0, 'date', 1, 10);
    for (let i = 0; i < 1000; i++) {
      cache.set(1, String(i), i, 20);
      expect(cache.get(0, 'date')).toBe(1);
    }
    expect(cache.get(1, '0')).toBeUndefined();
  });
});
