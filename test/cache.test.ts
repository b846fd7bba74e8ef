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

  test('holds no more than its bound in all memos and no less than two fifths, and never gives a wrong value', () => {
    const use = fc.tuple(fc.nat(3), fc.nat(60), fc.integer({ min: 1, max: 100 }));
    type Use = readonly [memo: number, key: number, bytes: number];
    const used = (sequence: readonly Use[]) => {
      const cache = createCache(1000);
      const memos = Array.from({ length: 4 }, () => cache.memo<number, { name: string; bytes: number }>());
      for (const [memo, key, bytes] of sequence) {
        const name = `${memo} ${key}`;
        const known = memos[memo]!.get(key);
        if (known) expect(known.name).toBe(name);
        else memos[memo]!.set(key, { name, bytes }, bytes);
      }
      return memos;
    };
    let full = 0;
    fc.assert(
      fc.property(fc.array(use, { maxLength: 120, size: 'max' }), (sequence) => {
        const names = new Map(sequence.map(([memo, key]) => [`${memo} ${key}`, { memo, key }]));
        // To ask for a value can push others out, so each is requested from a separate cache that was used in the same way.
        const held = [...names.values()].map(({ memo, key }) => used(sequence)[memo]!.get(key)?.bytes ?? 0);
        const sum = held.reduce((total, bytes) => total + bytes, 0);
        expect(sum).toBeLessThanOrEqual(1000);
        // Half of it, less the value that found no room.
        if (!held.includes(0)) return;
        full++;
        expect(sum).toBeGreaterThan(400);
      }),
      { numRuns: 30, endOnFailure: true },
    );
    expect(full).toBeGreaterThan(5);
  });

  test('knows a key that was asked about before, in the same memo', () => {
    const cache = createCache(1000);
    const [first, second] = [cache.memo<string, string>(), cache.memo<string, string>()];
    expect([first.again('milk'), second.again('milk'), first.again('Milk')]).toEqual([false, false, false]);
    expect([first.again('milk'), second.again('milk')]).toEqual([true, true]);
    const numbers = cache.memo<number, string>();
    expect([numbers.again(1), numbers.again(2), numbers.again(1)]).toEqual([false, false, true]);
  });

  test('notes a few values of each memo', () => {
    const cache = createCache(1000);
    const [first, second] = [cache.memo<number, string>(), cache.memo<number, string>()];
    first.note(1, 'a');
    second.note(1, 'b');
    expect([first.noted(1), second.noted(1), first.noted(2)]).toEqual(['a', 'b', undefined]);
    const others = Array.from({ length: 500 }, () => cache.memo<number, string>().noted(1));
    expect(others.every((value) => value === undefined)).toBe(true);
    for (let i = 0; i < 5000; i++) first.note(i, String(i));
    const noted = Array.from({ length: 5000 }, (_, i) => first.noted(i)).flatMap((value, i) =>
      value ? [[i, value]] : [],
    );
    expect(noted.every(([i, value]) => value === String(i))).toBe(true);
    expect([noted.length > 20, noted.length < 500, first.get(4999)]).toEqual([true, true, undefined]);
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
