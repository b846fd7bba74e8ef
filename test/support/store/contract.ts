import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultBinding } from '../../../renderer/index.js';
import {
  type Delivery,
  type Draft,
  type StoredLabel,
  keptRevisions,
  maxTombstones,
  type IdempotencyRecord,
  type LabelFilter,
  recordLifetimeMs,
  layoutCapacity,
  recordCapacity,
  retained,
  sweepEach,
} from '../../../server/labels/store/index.js';
import type { Arrival } from '../../../server/labels/tag/tag.js';
import type { Sandbox } from './sandbox.js';
import { milk } from '../server.js';
import { until } from '../socket.js';

const binding = { ...defaultBinding, sku: '1' };

/** A draft that is identified by its price. */
export function draftOf(price: string): Draft {
  return {
    updated_at: '2026-11-20T22:10:06.123Z',
    update: { ...milk, price },
    binding,
    layout_version: 0,
    content: {
      ...{ ...milk, price, sku: '1', date: '2026-11-20', model_line: 'x', locale: 'en-US', currency: 'USD', data: {} },
    },
    warnings: [{ code: 'TEXT_SHRUNK', field: 'unit', message: 'smaller', shown: 'ẞ 🥛' }],
    step: { lines: { product_name: 2 }, hidden: 1 },
    image: { width: 8, height: 8, inks: 2, sha256: price },
    png: Uint8Array.from([0, 255, ...Buffer.from(price)]),
  };
}

/** The delivery of a draft to a tag, which shows it immediately, or as `arrival` says. */
export function deliveryOf(price: string, arrival: Partial<Arrival> = {}): Delivery {
  const draft = draftOf(price);
  const full = { seconds: 15, basis: 'assumed', ms: 0 } as const;
  const usual = { at: Date.parse(draft.updated_at), full, partial: null, trouble: null, troubleMs: 60_000 };
  return { draft, arrival: { ...usual, ...arrival } };
}

/** Makes labels and layouts, and deletes them. */
type Retire = (store: Sandbox, ids: readonly string[]) => Promise<void>;

/** Concurrent calls: a backend may refuse those that wait for longer than a second, as on a busy machine. */
const groupSize = 5;

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < items.length; i += groupSize) await Promise.all(items.slice(i, i + groupSize).map(work));
}

/** Waits until a store passes its check, which has only 150 ms: a busy machine may take longer once. */
export async function passesCheck(store: Pick<Sandbox, 'check'>): Promise<void> {
  const passes = () =>
    store.check().then(
      () => true,
      () => false,
    );
  await until(passes);
}

/** Does what {@link Retire} does, over the store. */
export const retireAll: Retire = async (store, ids) => {
  await inGroups(ids, (id) => store.bind(id, null, binding, null));
  await inGroups(ids, (id) => store.remove(id));
  await inGroups(ids, (id) => store.putLayout({ id, document: '{}', updated_at: '2026-11-20' }));
  await inGroups(ids, (id) => store.removeLayout(id));
};

/**
 * What every backend of the store promises. `open` gives an empty one.
 * @param retire a faster way, where there is one
 */
export function storeContract(name: string, open: () => Promise<Sandbox>, retire = retireAll): void {
  describe(`the store ${name}`, () => {
    let store: Sandbox;
    let label: StoredLabel;
    beforeEach(async () => {
      store = await open();
      label = (await store.bind('a', null, binding, null))!;
    });
    afterEach(() => store.close());

    test('knows no label that nobody bound', async () => {
      expect(await store.label('b')).toBeNull();
      expect(await store.revision('b', 1)).toBeNull();
    });

    test('gives back a revision as it was given, bytes and warnings included', async () => {
      const updated = await store.append(label, deliveryOf('1.00'));
      expect(updated).toMatchObject({ id: 'a', binding, version: label.version });
      expect(updated!.current).toEqual({ ...draftOf('1.00'), revision: 1 });
      expect(await store.revision('a', 1)).toEqual(updated!.current);
      expect(await store.label('a')).toEqual(updated);
    });

    test('numbers revisions without a gap, however many come at once', async () => {
      const prices = Array.from({ length: 20 }, (_, i) => `${i}.00`);
      const revisions = await Promise.all(prices.map((price) => store.append(label, deliveryOf(price))));
      const numbers = revisions.map((label) => label!.current!.revision).sort((a, b) => a - b);
      expect(numbers).toEqual(prices.map((_, i) => i + 1));
    });

    test(`keeps the last ${keptRevisions} revisions`, async () => {
      await Promise.all(Array.from({ length: keptRevisions }, (_, i) => store.append(label, deliveryOf(`${i}.00`))));
      const numbers = Array.from({ length: keptRevisions + 3 }, (_, i) => i);
      for (const dropped of [1, 2]) {
        await store.append(label, deliveryOf('1.00'));
        const found = await Promise.all(numbers.map(async (number) => (await store.revision('a', number))?.revision));
        const newest = keptRevisions + dropped;
        expect(found).toEqual(numbers.map((number) => (number > dropped && number <= newest ? number : undefined)));
      }
    });

    const slow = { full: { seconds: 15, basis: 'assumed', ms: 15_000 } } as const;

    test('tells the tag of each revision, in the order in which they are stored', async () => {
      const prices = Array.from({ length: 20 }, (_, i) => `${i + 1}.00`);
      await Promise.all(prices.map((price) => store.append(label, deliveryOf(price, slow))));
      const { tag } = (await store.label('a'))!;
      const refresh = { revision: 1, picture: '1.00', from: 0 };
      const waiting = { revision: 20, picture: '20.00' };
      const { device } = binding;
      expect(tag).toMatchObject({ device, shown: { revision: 0 }, refresh, waiting, refreshes: 1 });
      const again = deliveryOf('20.00', { at: tag!.refresh!.ends_at });
      const later = { shown: { revision: 1 }, refresh: { revision: 21 }, unchanged: true };
      expect((await store.append(label, again))!.tag).toMatchObject(later);
    });

    test('gives a label no tag before its first content, and a new one after it was deleted', async () => {
      expect(label.tag).toBeNull();
      await store.append(label, deliveryOf('1.00', slow));
      await store.remove('a');
      const again = (await store.bind('a', null, binding, null))!;
      expect([again.tag, (await store.label('a'))!.tag]).toEqual([null, null]);
      expect(await store.append(again, deliveryOf('1.00'))).toMatchObject({ tag: { refreshes: 1 } });
    });

    test('tells the tag of a content that was redrawn for a binding; one for another panel has a new tag', async () => {
      const first = await store.append(label, deliveryOf('1.00'));
      const bound = await store.bind('a', first, { ...binding, sku: '2' }, deliveryOf('2.00'));
      expect(bound).toMatchObject({ binding: { sku: '2' }, current: { revision: 2, update: { price: '2.00' } } });
      expect(bound!.tag).toMatchObject({ shown: { revision: 2, picture: '2.00' }, refreshes: 2 });
      const { draft, arrival } = deliveryOf('3.00');
      const other = { ...binding, device: 'other' };
      const moved = await store.bind('a', bound, other, { draft: { ...draft, binding: other }, arrival });
      expect(moved!.tag).toMatchObject({ device: 'other', refresh: { from: 0, revision: 3 }, refreshes: 1 });
      expect(await store.label('a')).toEqual(moved);
    });

    test('keeps what the tag shows, however many revisions came since, until it shows another', async () => {
      await store.append(label, deliveryOf('1.00'));
      for (let i = 0; i < keptRevisions + 10; i++) await store.append(label, deliveryOf(`2.${i}`, slow));
      const found = async (numbers: readonly number[]) => {
        const revisions = await Promise.all(numbers.map((number) => store.revision('a', number)));
        return revisions.flatMap((one) => one?.revision ?? []);
      };
      const last = keptRevisions + 11;
      // It refreshes from 1 to 2.
      expect(await found([1, 2, 3, last])).toEqual([1, 2, last]);
      const at = deliveryOf('').arrival.at + 60_000;
      await store.append(label, deliveryOf('3.00', { at }));
      expect(await found([1, 2, last, last + 1])).toEqual([last, last + 1]);
      await store.append(label, deliveryOf('4.00', { at }));
      expect((await store.label('a'))!.tag).toMatchObject({ shown: { revision: keptRevisions + 13 } });
    });

    test('refuses a revision for a label that was bound anew since it was read', async () => {
      const bound = await store.bind('a', label, { ...binding, sku: '2' }, null);
      expect(await store.append(label, deliveryOf('1.00'))).toBeNull();
      expect(await store.append(bound!, deliveryOf('1.00'))).toMatchObject({ current: { revision: 1 } });
    });

    test('refuses a binding drawn from a content that is no longer the newest', async () => {
      await store.append(label, deliveryOf('1.00'));
      expect(await store.bind('a', label, { ...binding, sku: '2' }, null)).toBeNull();
      expect((await store.label('a'))!.binding.sku).toBe('1');
    });

    test('refuses a binding of a label that somebody else bound meanwhile, or that is gone', async () => {
      await store.bind('a', label, { ...binding, sku: '2' }, null);
      expect(await store.bind('a', label, { ...binding, sku: '3' }, null)).toBeNull();
      expect((await store.label('a'))!.binding.sku).toBe('2');
      const seen = (await store.label('a'))!;
      await store.remove('a');
      expect(await store.bind('a', seen, { ...binding, sku: '4' }, null)).toBeNull();
      expect(await store.label('a')).toBeNull();
    });

    test('makes a label once, when two want to make it', async () => {
      const made = await Promise.all([store.bind('b', null, binding, null), store.bind('b', null, binding, null)]);
      expect(made.filter((one) => one !== null)).toHaveLength(1);
    });

    test('never gives a number twice, not even after the label was deleted', async () => {
      await store.append(label, deliveryOf('1.00'));
      expect(await store.remove('a')).toBe(true);
      expect(await store.remove('a')).toBe(false);
      expect(await store.label('a')).toBeNull();
      expect(await store.revision('a', 1)).toBeNull();
      expect(await store.append(label, deliveryOf('2.00'))).toBeNull();
      const again = (await store.bind('a', null, binding, null))!;
      expect(again.current).toBeNull();
      expect(await store.append(again, deliveryOf('2.00'))).toMatchObject({ current: { revision: 2 } });
    });

    test('never gives a number twice, however many labels and layouts were deleted', async () => {
      const gone = Array.from({ length: maxTombstones }, (_, i) => `gone-${i}`);
      for (let i = 0; i < 3; i++) await store.append(label, deliveryOf('1.00'));
      const old = await store.label('a');
      await store.remove('a');
      for (const document of ['{"a":1}', '{"a":2}']) await put(document);
      await store.removeLayout('offer');
      await retire(store, gone);
      const again = (await store.bind('a', null, binding, null))!;
      expect(await store.append(again, deliveryOf('2.00'))).toMatchObject({ current: { revision: 4 } });
      expect(await store.append(old!, deliveryOf('3.00'))).toBeNull();
      expect(await put('{}')).toMatchObject({ kind: 'created', layout: { version: 3 } });
    });

    test('lists labels in the order of their ids, page by page', async () => {
      for (const id of ['c', 'B', 'b-1', 'b']) await store.bind(id, null, binding, null);
      await store.remove('c');
      expect((await store.labels(null, 3)).map(({ id }) => id)).toEqual(['B', 'a', 'b']);
      expect((await store.labels('b', 3)).map(({ id }) => id)).toEqual(['b-1']);
    });

    const put = (document: string, id = 'offer') => store.putLayout({ id, document, updated_at: '2026-11-20' });
    const bindTo = (layout: string, version?: number, id = 'b') =>
      store.bind(id, null, { ...binding, layout }, null, version);

    test('gives back a layout as it was put, with a version', async () => {
      const layout = { id: 'offer', version: 1, document: '{"a":"🥛"}', updated_at: '2026-11-20' };
      expect(await put('{"a":"🥛"}')).toEqual({ kind: 'created', layout });
      expect(await store.layout('offer')).toEqual(layout);
      expect(await store.layoutVersion('offer')).toBe(1);
      expect(await store.layoutSizes(null, 2)).toEqual([{ id: 'offer', bytes: Buffer.byteLength(layout.document) }]);
      expect([await store.layout('other'), await store.layoutVersion('other')]).toEqual([null, null]);
    });

    test('lists layouts in the order of their ids, page by page', async () => {
      for (const id of ['c', 'a', 'b-1', 'b']) await put('{}', id);
      await store.removeLayout('c');
      expect((await store.layoutSizes(null, 2)).map(({ id }) => id)).toEqual(['a', 'b']);
      expect((await store.layoutSizes('b', 2)).map(({ id }) => id)).toEqual(['b-1']);
    });

    test('keeps the version of a layout that is put again as it is, and its time', async () => {
      await put('{"a":1}');
      const again = await store.putLayout({ id: 'offer', document: '{"a":1}', updated_at: '2026-11-21' });
      expect(again).toMatchObject({ kind: 'same', layout: { version: 1, updated_at: '2026-11-20' } });
      expect(await put('{"a":2}')).toMatchObject({ kind: 'replaced', layout: { version: 2 } });
      expect(await put('{"a":1}')).toMatchObject({ kind: 'replaced', layout: { version: 3 } });
    });

    test('gives each of the layouts that come at once a version of its own', async () => {
      const puts = await Promise.all(Array.from({ length: 20 }, (_, i) => put(`{"a":${i}}`)));
      const versions = puts.map((one) => ('layout' in one ? one.layout.version : 0));
      expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      expect(puts.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    });

    test('never gives a version twice, not even after the layout was deleted', async () => {
      await put('{"a":1}');
      expect(await store.removeLayout('offer')).toEqual({ kind: 'removed' });
      expect(await store.removeLayout('offer')).toEqual({ kind: 'absent' });
      expect([await store.layout('offer'), await store.layoutVersion('offer')]).toEqual([null, null]);
      expect(await put('{"a":1}')).toMatchObject({ kind: 'created', layout: { version: 2 } });
    });

    test('keeps a layout as long as a label is bound to it', async () => {
      await put('{}');
      await bindTo('offer', 1);
      await bindTo('offer', 1, 'c');
      expect(await store.removeLayout('offer')).toEqual({ kind: 'bound', count: 2, first: 'b' });
      expect([await store.layoutUses('offer'), await store.layoutUses('other')]).toEqual([2, 0]);
      await store.remove('b');
      expect(await store.layoutUses('offer')).toBe(1);
      await store.bind('c', await store.label('c'), binding, null);
      expect(await store.removeLayout('offer')).toEqual({ kind: 'removed' });
    });

    test('refuses a binding to a layout that was replaced or deleted meanwhile', async () => {
      await put('{"a":1}');
      await put('{"a":2}');
      expect(await bindTo('offer', 1)).toBeNull();
      expect(await bindTo('offer', 2)).toMatchObject({ id: 'b' });
      expect(await bindTo('other', 1, 'c')).toBeNull();
    });

    test(`has room for ${layoutCapacity.count} layouts`, async () => {
      const ids = Array.from({ length: layoutCapacity.count }, (_, i) => `l${i}`);
      await inGroups(ids, (id) => put('{}', id));
      expect(await put('{}', 'more')).toEqual({ kind: 'full' });
      expect(await put('{"a":1}', 'l7')).toMatchObject({ kind: 'replaced' });
      await store.removeLayout('l8');
      expect(await put('{}', 'more')).toMatchObject({ kind: 'created' });
    });

    test(`has room for ${layoutCapacity.bytes} bytes of layouts`, async () => {
      const large = JSON.stringify({ a: 'x'.repeat(layoutCapacity.bytes / 64 - 8) });
      const ids = ['a', 'd', ...Array.from({ length: 62 }, (_, i) => `l${i}`)];
      for (const id of ids) expect(await put(large, id)).toMatchObject({ kind: 'created' });
      expect(await put('{}', 'e')).toEqual({ kind: 'full' });
      expect(await put('{}', 'd')).toMatchObject({ kind: 'replaced' });
      await store.removeLayout('a');
      expect((await put(large, 'e')).kind).toBe('created');
      expect((await put(large, 'f')).kind).toBe('full');
    });

    test('refuses an id with NUL, which a backend could cut off: the others stay as they are', async () => {
      await put('{}', 'a');
      const id = 'a\0';
      for (const ask of [
        () => store.label(id),
        () => store.labels(id, 1),
        () => store.revision(id, 1),
        () => store.append({ ...label, id }, deliveryOf('1.00')),
        () => store.bind(id, null, binding, null),
        () => store.bind(id, label, binding, null),
        () => store.remove(id),
        () => store.layout(id),
        () => store.layoutVersion(id),
        () => store.layoutSizes(id, 1),
        () => put('{"a":1}', id),
        () => store.layoutUses(id),
        () => store.removeLayout(id),
      ])
        await expect(ask()).rejects.toThrow('NUL');
      expect(await store.label('a')).toEqual(label);
      expect(await store.layout('a')).toMatchObject({ version: 1, document: '{}' });
    });

    const at = Date.parse('2026-11-20T22:10:06.123Z');
    const recordOf = (key: string, request = 'r'): IdempotencyRecord => ({
      ...{ key, request, at, requestId: 'req_1', note: { a: ['ẞ'] } },
    });
    /** The label in the record of a request. */
    const withoutBytes = ({ current, ...rest }: StoredLabel) => ({
      ...{ ...rest, current: current && { ...current, png: new Uint8Array() } },
    });

    test('does an update with a key once, and remembers its label for a day', async () => {
      expect(await store.recorded('k', at)).toBeNull();
      const updated = await store.append(label, deliveryOf('1.00'), recordOf('k'));
      expect(updated).toMatchObject({ current: { revision: 1 } });
      expect(await store.append(label, deliveryOf('1.00'), recordOf('k', 'other'))).toBeNull();
      await store.append(label, deliveryOf('2.00'));
      const { request, requestId, note } = recordOf('k');
      const answer = { request, at, requestId, note, label: withoutBytes(updated!), layout: null };
      expect(await store.recorded('k', at)).toEqual(answer);
      expect(await store.recorded('k', at + recordLifetimeMs - 1)).toEqual(answer);
      expect(await store.recorded('k', at + recordLifetimeMs)).toBeNull();
      const later = { ...recordOf('k'), at: at + recordLifetimeMs };
      expect(await store.append(label, deliveryOf('3.00'), later)).toMatchObject({ current: { revision: 3 } });
    });

    test('does one of the updates with a key that come at once', async () => {
      const same = Array.from({ length: 10 }, (_, i) => store.append(label, deliveryOf(`${i}.00`), recordOf('k')));
      expect((await Promise.all(same)).filter((one) => one !== null)).toHaveLength(1);
      expect((await store.label('a'))!.current!.revision).toBe(1);
    });

    test('remembers nothing of an update that was refused', async () => {
      await store.bind('a', label, { ...binding, sku: '2' }, null);
      expect(await store.append(label, deliveryOf('1.00'), recordOf('k'))).toBeNull();
      expect(await store.recorded('k', at)).toBeNull();
    });

    test('does a binding with a key once: a new label, a changed one, and one that stays as it is', async () => {
      const made = await store.bind('b', null, binding, null, 0, recordOf('new'));
      expect(await store.recorded('new', at)).toMatchObject({ label: made });
      await store.remove('b');
      expect(await store.bind('b', null, binding, null, 0, recordOf('new'))).toBeNull();
      const other = { ...binding, sku: '2' };
      const bound = (await store.bind('a', label, other, deliveryOf('1.00'), 0, recordOf('changed')))!;
      expect(await store.recorded('changed', at)).toMatchObject({ label: withoutBytes(bound) });
      expect(await store.bind('a', bound, binding, null, 0, recordOf('changed'))).toBeNull();
      expect(await store.recordRequest(bound, recordOf('same'))).toBe(true);
      expect(await store.recordRequest(bound, recordOf('same'))).toBe(false);
      expect(await store.recorded('same', at)).toMatchObject({ label: withoutBytes(bound) });
      await store.append(bound, deliveryOf('2.00'));
      expect(await store.recordRequest(bound, recordOf('late'))).toBe(false);
      expect(await store.recorded('late', at)).toBeNull();
    });

    test('puts a layout with a key once', async () => {
      const layout = { id: 'offer', document: '{"a":1}', updated_at: '2026-11-20' };
      const putOnce = (document: string) => store.putLayout({ ...layout, document }, recordOf('k'));
      expect(await putOnce('{"a":1}')).toMatchObject({ kind: 'created' });
      await put('{"a":2}');
      expect(await putOnce('{"a":1}')).toEqual({ kind: 'repeated' });
      const summary = { kind: 'created', version: 1, updated_at: '2026-11-20' };
      expect(await store.recorded('k', at)).toMatchObject({ label: null, layout: summary });
      expect(await store.layoutVersion('offer')).toBe(2);
    });

    test('keeps the labels, layouts and requests of each tenant from all others', async () => {
      const other = store.store('acme');
      expect([await other.label('a'), await other.labels(null, 9)]).toEqual([null, []]);
      const theirs = (await other.bind('a', null, { ...binding, sku: '2' }, null))!;
      await other.append(theirs, deliveryOf('7.00'), recordOf('k'));
      expect(await store.label('a')).toEqual(label);
      expect([await store.revision('a', 1), await store.recorded('k', at)]).toEqual([null, null]);
      expect(await store.append(label, deliveryOf('1.00'), recordOf('k'))).toMatchObject({ current: { revision: 1 } });
      expect(await other.revision('a', 1)).toMatchObject({ update: { price: '7.00' } });

      await put('{"a":1}');
      expect([await other.layout('offer'), await other.layoutVersion('offer')]).toEqual([null, null]);
      expect(await other.layoutSizes(null, 9)).toEqual([]);
      expect(await other.putLayout({ id: 'offer', document: '{}', updated_at: '' })).toMatchObject({ kind: 'created' });
      await bindTo('offer', 1);
      expect(await other.removeLayout('offer')).toEqual({ kind: 'removed' });
      expect(await store.removeLayout('offer')).toMatchObject({ kind: 'bound' });
      expect(await other.remove('b')).toBe(false);
      expect(await other.remove('a')).toBe(true);
      expect(await store.label('a')).toMatchObject({ binding, current: { revision: 1 } });
    });

    test('finds labels by their bindings, the beginning of their ids and whether their tags change', async () => {
      const later = { at: Date.now() + 60_000 };
      for (const [id, sku] of Object.entries({ 'a-1': '7', 'a-2': '7', 'a.3': '', b: '7' }))
        await store.bind(id, null, { ...binding, sku, layout: id === 'a-2' ? 'promotion' : 'standard' }, null);
      await store.bind('gone', null, { ...binding, sku: '7' }, null);
      await store.remove('gone');
      await store.append((await store.label('b'))!, deliveryOf('1.00', { ...slow, ...later }));
      const find = async (filter: LabelFilter, limit = 10, after: string | null = null) => {
        const { ids, next } = await store.findLabels(filter, after, limit);
        return [...ids, ...(next === null ? [] : ['after', next])].join(' ');
      };
      expect(await find({})).toBe('a a-1 a-2 a.3 b');
      expect(await find({ sku: '7' })).toBe('a-1 a-2 b');
      expect(await find({ sku: '7' }, 2)).toBe('a-1 a-2 after a-2');
      expect(await find({ sku: '7' }, 2, 'a-2')).toBe('b');
      expect(await find({ sku: '' })).toBe('a.3');
      expect(await find({ prefix: 'a-' })).toBe('a-1 a-2');
      expect(await find({ prefix: 'a-2' }, 10, 'a-1')).toBe('a-2');
      expect(await find({ prefix: 'a', layout: 'promotion' })).toBe('a-2');
      expect(await find({ device: binding.device, sku: '1' })).toBe('a');
      expect(await find({ device: 'another' })).toBe('');
      const changes = (expected: boolean, after = later.at) => find({ changes: { after, expected } });
      expect([await changes(true), await changes(true, later.at + 60_000)]).toEqual(['b', '']);
      expect(await changes(false)).toBe('a a-1 a-2 a.3');
    });

    test('keeps keys by their ids, and replaces them', async () => {
      expect(await store.keys()).toEqual([]);
      await store.putKey({ id: 'b', record: '{"a":"ẞ"}' });
      await store.putKey({ id: 'a', record: '{}' });
      await store.putKey({ id: 'b', record: '{"a":2}' });
      const records = { a: '{}', b: '{"a":2}' };
      expect(Object.fromEntries((await store.keys()).map(({ id, record }) => [id, record]))).toEqual(records);
    });

    test('has limiters that admit exactly the quota, however many come at once', async () => {
      const limiter = store.limiter({ name: 'update', quota: 10, windowS: 60 });
      const standings = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('client')));
      expect(standings.filter(({ admitted }) => admitted)).toHaveLength(10);
      const left = (asked: number) => Math.max(0, 10 - asked - 1);
      expect(standings.map(({ remaining }) => remaining)).toEqual(standings.map((_, i) => left(i)));
      const many = await Promise.all([4, 4, 4].map((points) => limiter.consume('other', points)));
      expect(many.map(({ granted, admitted }) => `${granted} ${admitted}`)).toEqual(['4 true', '4 true', '2 false']);
      expect(await limiter.peek('another')).toMatchObject({ admitted: true, remaining: 10 });
      limiter.close();
    });

    test('logs each change once, in the order of commits, with numbers that increase', async () => {
      const from = (await store.log.newest()) - 1;
      const updated = (await store.append(label, deliveryOf('1.00')))!;
      const record = { key: 'k', request: 'r', at: 0, requestId: 'req', note: null };
      const bound = (await store.bind('a', updated, { ...binding, sku: '2' }, null, 0, record))!;
      expect(await store.recordRequest(bound, { ...record, key: 'l' })).toBe(true);
      expect(await store.append(label, deliveryOf('9.00'))).toBeNull();
      const redrawn = await store.bind('a', bound, { ...binding, sku: '3' }, deliveryOf('2.00'));
      await store.putLayout({ id: 'offer', document: '{}', updated_at: '' });
      await store.putLayout({ id: 'offer', document: '{}', updated_at: '' });
      await store.removeLayout('offer');
      await store.remove('a');
      const { entries, next } = (await store.log.since(from, 100))!;
      const withoutBytes = (one: StoredLabel | null) => {
        const current = one!.current && { ...one!.current, png: new Uint8Array() };
        return { id: one!.id, binding: one!.binding, tag: one!.tag, current };
      };
      // The drafts of these tests have another binding than their labels.
      const revision = (one: StoredLabel | null) => ['revision', { ...withoutBytes(one), binding: null }];
      const found = entries.map((entry) => {
        if (!('label' in entry)) return [entry.kind, entry.id];
        return entry.kind === 'revision' ? revision(entry.label) : [entry.kind, withoutBytes(entry.label)];
      });
      expect(found).toEqual([
        ['binding', withoutBytes(label)],
        revision(updated),
        ['binding', withoutBytes(bound)],
        revision(redrawn),
        ['layout', 'offer'],
        ['layout', 'offer'],
        ['deletion', 'a'],
      ]);
      const numbers = entries.map(({ seq }) => seq);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(next).toBe(await store.log.newest());
      expect(next).toBeGreaterThanOrEqual(numbers.at(-1)!);
    });

    test('reads the log in pages, for each tenant alone, and says where it ends', async () => {
      const other = store.store('shop');
      const from = await store.log.newest();
      for (const price of ['1.00', '2.00', '3.00']) {
        await store.append(label, deliveryOf(price));
        await other.bind(`b-${price}`, null, binding, null);
      }
      const first = (await store.log.since(from, 2))!;
      expect(first.entries.map(({ kind }) => kind)).toEqual(['revision', 'revision']);
      expect(first.next).toBe(first.entries[1]!.seq);
      const second = (await store.log.since(first.next, 2))!;
      expect(second.entries).toHaveLength(1);
      expect(await store.log.since(second.next, 2)).toEqual({ entries: [], next: second.next });
      const shop = (await other.log.since(await other.log.newest(), 9))!;
      expect(shop.entries).toEqual([]);
      for (const unknown of [from - 1_000_000, second.next + 1_000_000])
        expect(await store.log.since(unknown, 9)).toBeNull();
    });

    test('finds the current revisions whose tags change later', async () => {
      const at = deliveryOf('1.00').arrival.at;
      const other = (await store.bind('b', null, binding, null))!;
      const third = (await store.bind('c', null, binding, null))!;
      await store.append(label, deliveryOf('1.00', slow));
      await store.append(label, deliveryOf('2.00', slow));
      await store.append(other, deliveryOf('3.00'));
      await store.append(third, deliveryOf('3.00', slow));
      const seq = await store.log.newest();
      await store.append(third, deliveryOf('4.00', slow));
      const idsOf = async (...args: Parameters<typeof store.log.unsettled>) =>
        (await store.log.unsettled(...args)).entries.map(({ id, kind }) => `${kind} ${id}`);
      expect(await idsOf(seq, at)).toEqual(['revision a']);
      expect(await idsOf(seq + 1, at)).toEqual(['revision a', 'revision c']);
      expect(await idsOf(seq + 1, at + 30_000)).toEqual([]);
      expect(await store.log.unsettled(seq, null)).toMatchObject({ time: at, entries: [{ id: 'a' }] });
      await store.remove('a');
      expect(await idsOf(seq, at)).toEqual([]);
    });

    test(`retains at least ${retained} entries, and the revisions of labels longer`, async () => {
      const [quiet, start] = [(await store.bind('quiet', null, binding, null))!, await store.log.newest()];
      const stored = await store.append(quiet, deliveryOf('7.00'));
      for (let i = 0; i < retained + sweepEach; i += 200)
        await Promise.all(Array.from({ length: 200 }, () => store.append(label, deliveryOf('1.00'))));
      const gone = async (seq: number) => (await store.log.since(seq, 1)) === null;
      for (let i = 0; i < 50 && !(await gone(start)); i++) await delay(20);
      const newest = await store.log.newest();
      expect([await gone(start), await gone(newest - retained)]).toEqual([true, false]);
      expect(await store.label('quiet')).toEqual(stored);
      expect(await store.revision('quiet', 1)).toEqual(stored!.current);
      await store.append(quiet, deliveryOf('8.00'));
      expect(await store.remove('quiet')).toBe(true);
    }, 60_000);

    test('changes records of their versions all at once, or none', async () => {
      const put = (id: string, value: string | null, version = 0) => ({ kind: 'k', id, value, version });
      const made = [put('b', '1'), put('a', '2'), { ...put('c', '3'), kind: 'other' }];
      expect(await store.changeRecords(made)).toBe('changed');
      const [a, b] = await store.records('k', null, 10);
      expect([a?.id, a?.value, b?.id]).toEqual(['a', '2', 'b']);
      expect((await store.records('k', 'a', 10)).map(({ id }) => id)).toEqual(['b']);
      expect(await store.records('k', null, 1)).toEqual([a]);
      expect(await store.lastRecords('k', null, 10)).toEqual([b, a]);
      expect(await store.lastRecords('k', null, 1)).toEqual([b]);
      expect(await store.lastRecords('k', 'b', 10)).toEqual([a]);
      expect(await store.changeRecords([put('a', '4', a!.version), put('b', '5', b!.version + 1)])).toBe('stale');
      expect(await store.changeRecords([put('a', '4'), put('new', '5')])).toBe('stale');
      expect(await store.record('k', 'a')).toEqual(a);
      expect(await store.changeRecords([put('a', '4', a!.version), put('b', null, b!.version)])).toBe('changed');
      expect((await store.record('k', 'a'))!.version).toBeGreaterThan(a!.version);
      expect(await store.record('k', 'b')).toBeNull();
      expect(await store.changeRecords([put('b', '6', b!.version)])).toBe('stale');
      expect(await store.changeRecords([put('big', 'x'.repeat(recordCapacity.characters + 1))])).toBe('full');
      expect(await store.record('other', 'a')).toBeNull();
      expect(await store.recordTenants('k')).toEqual(['']);
      expect(await store.recordTenants('none')).toEqual([]);
    });

    test('passes its check', async () => {
      await passesCheck(store);
    });
  });
}
