import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { defaultBinding } from '../../renderer/index.js';
import { type Draft, type Store, type StoredLabel, kept } from '../../server/store/index.js';
import { milk } from './server.js';

const binding = { ...defaultBinding, sku: '1' };

/** A draft that is told apart by its price. */
export function draftOf(price: string): Draft {
  return {
    updated_at: '2026-11-20T22:10:06.123Z',
    update: { ...milk, price },
    binding,
    content: {
      ...milk,
      price,
      sku: '1',
      date: '2026-11-20',
      model_line: 'x',
      locale: 'en-US',
      currency: 'USD',
      data: {},
    },
    warnings: [{ code: 'TEXT_SHRUNK', field: 'unit', message: 'smaller', shown: 'ẞ 🥛' }],
    image: { width: 8, height: 8, inks: 2, sha256: '00' },
    png: Uint8Array.from([0, 255, ...Buffer.from(price)]),
  };
}

/** What every backend of the store promises. `open` gives an empty one. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`the store ${name}`, () => {
    let store: Store;
    let label: StoredLabel;
    beforeEach(async () => {
      store = await open();
      label = (await store.bind('a', null, binding, null))!;
    });
    afterEach(async () => {
      await store.close();
    });

    test('knows no label that nobody bound', async () => {
      expect(await store.label('b')).toBeNull();
      expect(await store.revision('b', 1)).toBeNull();
      expect(await store.revisions('b')).toEqual([]);
    });

    test('gives back a revision as it was given, bytes and warnings included', async () => {
      const revision = await store.append(label, draftOf('1.00'));
      expect(revision).toEqual({ ...draftOf('1.00'), revision: 1 });
      expect(await store.revision('a', 1)).toEqual(revision);
      expect((await store.label('a'))!.current).toEqual(revision);
    });

    test('numbers revisions without a gap, however many come at once', async () => {
      const prices = Array.from({ length: 20 }, (_, i) => `${i}.00`);
      const revisions = await Promise.all(prices.map((price) => store.append(label, draftOf(price))));
      expect(revisions.map((revision) => revision!.revision).sort((a, b) => a - b)).toEqual(
        prices.map((_, i) => i + 1),
      );
    });

    test(`keeps the last ${kept} revisions`, async () => {
      for (let i = 1; i <= kept + 2; i++) await store.append(label, draftOf(`${i}.00`));
      const numbers = (await store.revisions('a')).map(({ revision }) => revision);
      expect(numbers).toEqual(Array.from({ length: kept }, (_, i) => kept + 2 - i));
    });

    test('refuses a revision for a label that was bound anew since it was read', async () => {
      const bound = await store.bind('a', label, { ...binding, sku: '2' }, null);
      expect(await store.append(label, draftOf('1.00'))).toBeNull();
      expect(await store.append(bound!, draftOf('1.00'))).toMatchObject({ revision: 1 });
    });

    test('refuses a binding drawn from a content that is no longer the newest', async () => {
      await store.append(label, draftOf('1.00'));
      expect(await store.bind('a', label, { ...binding, sku: '2' }, null)).toBeNull();
      expect((await store.label('a'))!.binding.sku).toBe('1');
    });

    test('binds and redraws in one step', async () => {
      await store.append(label, draftOf('1.00'));
      const seen = (await store.label('a'))!;
      const bound = await store.bind('a', seen, { ...binding, sku: '2' }, draftOf('2.00'));
      expect(bound).toMatchObject({ binding: { sku: '2' }, current: { revision: 2, update: { price: '2.00' } } });
    });

    test('makes a label once, when two want to make it', async () => {
      const made = await Promise.all([store.bind('b', null, binding, null), store.bind('b', null, binding, null)]);
      expect(made.filter((one) => one !== null)).toHaveLength(1);
    });

    test('never gives a number twice, not even after the label was deleted', async () => {
      await store.append(label, draftOf('1.00'));
      expect(await store.remove('a')).toBe(true);
      expect(await store.remove('a')).toBe(false);
      expect(await store.label('a')).toBeNull();
      expect(await store.revision('a', 1)).toBeNull();
      expect(await store.append(label, draftOf('2.00'))).toBeNull();
      const again = (await store.bind('a', null, binding, null))!;
      expect(again.current).toBeNull();
      expect(await store.append(again, draftOf('2.00'))).toMatchObject({ revision: 2 });
    });

    test('lists labels in the order of their ids, page by page', async () => {
      for (const id of ['c', 'B', 'b-1', 'b']) await store.bind(id, null, binding, null);
      await store.remove('c');
      expect((await store.labels(null, 3)).map(({ id }) => id)).toEqual(['B', 'a', 'b']);
      expect((await store.labels('b', 3)).map(({ id }) => id)).toEqual(['b-1']);
    });

    test('passes its check', async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}
