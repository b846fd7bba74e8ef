import { beforeEach, describe, expect, test } from '@jest/globals';
import { createPictures, loadLayouts } from '../../renderer/index.js';
import { createLayouts, type Layouts } from '../../server/labels/layouts.js';
import { createReadSource } from '../../server/labels/drawing/source.js';
import type { Store } from '../../server/labels/store/index.js';
import { memoryStore } from '../support/context.js';

const files = loadLayouts();
const standard = files.get('standard')!;
const plain = { ...standard, id: undefined };

let store: Store;
let layouts: Layouts;
beforeEach(async () => {
  store = await memoryStore();
  layouts = createLayouts(files, store, '');
});
const put = (id: string, more: object = {}) =>
  store.putLayout({ id, document: JSON.stringify({ ...plain, ...more }), updated_at: '2026-11-20T22:10:06.123Z' });

const ids = async () => (await layouts.page(null, { count: 100, bytes: Infinity })).ids;

describe('a layout of a file', () => {
  test('is found without a version, and shown with version 0 and no time', async () => {
    expect(await layouts.find('standard')).toEqual({ tenant: '', id: 'standard', version: 0, document: null });
    expect(JSON.parse(String(await layouts.bytes('standard')))).toEqual({ ...standard, version: 0, updated_at: null });
    expect(String(await layouts.bytes('standard'))).toMatch(/^{"id":"standard","version":0,"updated_at":null,/);
  });

  test('hides an own one of the same id', async () => {
    await put('standard', { title: 'Mine' });
    expect((await layouts.find('standard'))!.document).toBeNull();
    expect(await ids()).toEqual([...files.keys()]);
    expect(JSON.parse(String(await layouts.bytes('standard')))).toMatchObject({ title: standard.title });
  });
});

test('requests share the bytes of a version of a layout, which the store is asked for once', async () => {
  await put('mine');
  let reads = 0;
  const counted = createLayouts(files, { ...store, layout: (id) => (reads++, store.layout(id)) }, '');
  const all = [counted.bytes('mine'), counted.bytes('mine'), counted.find('mine'), counted.find('mine')];
  const [bytes, same, layout, again] = await Promise.all(all);
  expect([reads, bytes === same, layout === again]).toEqual([1, true, true]);
  expect([(await counted.bytes('mine')) === bytes, (await counted.find('mine')) === layout]).toEqual([true, true]);
  await put('mine', { title: 'New' });
  expect(JSON.parse(String(await counted.bytes('mine')))).toMatchObject({ title: 'New', version: 2 });
  expect(reads).toBe(2);
});

describe('a page of the list', () => {
  const page = async (after: string | null, count: number, bytes = Infinity) => {
    const { ids, more } = await layouts.page(after, { count, bytes });
    return [...ids, ...(more ? ['…'] : [])];
  };
  const all = [...files.keys()];

  test('goes on after any layout, a file or not, and has as many as fit by their number', async () => {
    for (const id of ['mine', 'standard', 'zero']) await put(id);
    expect(await page(null, all.length)).toEqual([...all, '…']);
    expect(await page(all[0]!, all.length)).toEqual([...all.slice(1), 'mine', '…']);
    expect(await page(all.at(-1)!, 1)).toEqual(['mine', '…']);
    // A file hides the one between them.
    expect(await page('mine', 1)).toEqual(['zero']);
    expect(await page('mine', 2)).toEqual(['zero']);
  });

  test('has as many as fit by their bytes, and at least one', async () => {
    const { length } = JSON.stringify(plain);
    for (const id of ['a', 'b', 'c']) await put(id);
    const last = all.at(-1)!;
    expect(await page(last, 9, 2 * length)).toEqual(['a', 'b', '…']);
    expect(await page(last, 9, 2 * length - 1)).toEqual(['a', '…']);
    expect(await page(last, 9, 1)).toEqual(['a', '…']);
    expect(await page('b', 9, 1)).toEqual(['c']);
  });
});

describe('an own layout', () => {
  test('is found with its version, and shown as it was put', async () => {
    await put('mine', { title: 'Mine' });
    await put('mine', { title: 'Mine too' });
    const document = JSON.stringify({ ...plain, title: 'Mine too' });
    expect(await layouts.find('mine')).toEqual({ tenant: '', id: 'mine', version: 2, document });
    const shown = { ...plain, id: 'mine', title: 'Mine too', version: 2, updated_at: '2026-11-20T22:10:06.123Z' };
    expect(JSON.parse(String(await layouts.bytes('mine')))).toEqual(shown);
    expect(await ids()).toEqual([...files.keys(), 'mine']);
  });

  test('is read again when others have taken its room', async () => {
    const document = JSON.stringify(plain) + ' '.repeat(250_000);
    const ids = Array.from({ length: 40 }, (_, i) => `mine-${i}`);
    for (const id of ids) await store.putLayout({ id, document, updated_at: '2026-11-20' });
    const first = await layouts.find('mine-0');
    for (const id of ids.slice(1)) await layouts.find(id);
    const last = await layouts.find('mine-39');
    expect(await layouts.find('mine-0')).not.toBe(first);
    expect(await layouts.find('mine-39')).toBe(last);
  });

  test('that is gone is not found, nor its text', async () => {
    await put('mine');
    await layouts.find('mine');
    await store.removeLayout('mine');
    expect([await layouts.find('mine'), await layouts.bytes('mine')]).toEqual([null, null]);
    expect([await layouts.find('other'), await layouts.bytes('other')]).toEqual([null, null]);
  });

  test('that goes between two questions is not found', async () => {
    await put('mine');
    const going = createLayouts(files, { ...store, layout: () => Promise.resolve(null) }, '');
    expect(await going.find('mine')).toBeNull();
  });

  test('that this version can not draw says so, and what to do', async () => {
    await put('old', { root: { type: 'carousel' } });
    const read = createReadSource(files, createPictures())((await layouts.find('old'))!);
    const message = expect.stringMatching(
      /^Expected .+\. The layout old, version 1, is not valid for this version of the server: PUT it again$/,
    );
    const problem = { field: 'layout', reason: 'invalid_layout', message };
    expect(read).toEqual({ ok: false, problems: expect.arrayContaining([problem]) });
    expect(JSON.parse(String(await layouts.bytes('old')))).toMatchObject({ root: { type: 'carousel' } });
  });

  test('is parsed once, so that what the renderer keeps for it stays of use', async () => {
    const read = createReadSource(files, createPictures());
    const parsed = async () => {
      const checked = read((await layouts.find('mine'))!);
      return checked.ok ? checked.value : null;
    };
    await put('mine');
    const first = await parsed();
    expect((await parsed())!.layout).toBe(first!.layout);
    await put('mine', { title: 'Other' });
    expect(await parsed()).toMatchObject({ version: 2, layout: { title: 'Other' } });
  });
});

describe('the layout of a field', () => {
  test('is what it names', async () => {
    await put('mine');
    const chosen = async (given: string) => {
      const checked = await layouts.choose(given);
      return checked.ok && { ...checked.value, document: checked.value.document?.length };
    };
    const { length } = JSON.stringify(plain);
    expect(await chosen('standard')).toEqual({ tenant: '', id: 'standard', version: 0, document: undefined });
    expect(await chosen('mine')).toEqual({ tenant: '', id: 'mine', version: 1, document: length });
  });

  test('that names none is a problem, with the nearest of all that there are', async () => {
    await put('mine');
    for (const [given, meant] of Object.entries({ minee: 'mine', standart: 'standard' })) {
      const message = expect.stringContaining(`(did you mean "${meant}"?)`) as unknown;
      const problems = [{ reason: 'unknown_layout', message }];
      expect(await layouts.choose(given)).toMatchObject({ ok: false, problems });
    }
    expect(await layouts.choose(null)).toEqual({ ok: false, problems: [] });
  });
});
