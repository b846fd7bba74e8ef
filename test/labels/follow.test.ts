import { expect, test } from '@jest/globals';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { defaultBinding } from '../../renderer/index.js';
import { createLabelContexts } from '../../server/labels/contexts.js';
import { followOthers } from '../../server/labels/follow.js';
import { type ChangeListener, StoreBusy } from '../../server/labels/store/index.js';
import { createMemoryBackend } from '../../server/labels/store/memory/backend.js';
import { createContext, memoryStore } from '../support/context.js';
import { deliveryOf } from '../support/store/contract.js';

test('what another process has stored is told though the store could not be read at first', async () => {
  const store = await memoryStore();
  let reads = 0;
  const context = await createContext({
    store: {
      ...store,
      label: (id) => (++reads <= 3 ? Promise.reject(new StoreBusy('away')) : store.label(id)),
    },
  });
  let change!: ChangeListener;
  followOthers(context, '', { onChange: (listener) => void (change = listener) });
  const heard: string[] = [];
  context.hub.subscribe('default', (event) => heard.push(event.kind));
  await store.append((await store.label('default'))!, deliveryOf('1.00'));
  change([{ tenant: '', id: 'default' }]);
  for (let i = 0; i < 200 && heard.length === 0; i++) await delay(20);
  expect(heard[0]).toBe('updated');
  expect(reads).toBe(4);
});

test('nobody is asked for a label that nobody listens to any more', async () => {
  const store = await memoryStore();
  let reads = 0;
  const context = await createContext({
    store: { ...store, label: () => (reads++, Promise.reject(new StoreBusy('away'))) },
  });
  let change!: ChangeListener;
  followOthers(context, '', { onChange: (listener) => void (change = listener) });
  const leave = context.hub.subscribe('default', () => undefined);
  change('anything');
  await delay(50);
  leave();
  await delay(600);
  expect(reads).toBeLessThanOrEqual(2);
});

test('a stream of all labels hears of those that other processes write for its tenant', async () => {
  const context = await createContext();
  let change!: ChangeListener;
  followOthers(context, 'shop', { onChange: (listener) => void (change = listener) });
  const heard: string[] = [];
  context.hub.subscribeAll((event) => heard.push('id' in event ? `${event.kind} ${event.id}` : event.kind));
  const news = async (...changed: Parameters<ChangeListener>): Promise<string[]> => {
    change(...changed);
    await turn();
    return heard.splice(0);
  };
  // It has no content.
  expect(await news([{ tenant: 'shop', id: 'default' }])).toEqual(['bound']);
  expect(await news([{ tenant: 'other', id: 'a' }])).toEqual([]);
  expect(await news([{ tenant: 'shop', id: 'a' }])).toEqual(['deleted a']);
  expect(await news('anything')).toEqual(['missed']);
});

test('each tenant has the label "default", also where the store failed at first, and its streams end with the others', async () => {
  const backend = createMemoryBackend();
  let failures = 1;
  const contexts = createLabelContexts(await createContext(), new Map(), {
    ...backend,
    store: (tenant) => ({
      ...backend.store(tenant),
      label: (id) => (failures-- > 0 ? Promise.reject(new StoreBusy('away')) : backend.store(tenant).label(id)),
    }),
  });
  await expect(contexts.enter('shop')).rejects.toThrow('away');
  const reasons: string[] = [];
  for (const tenant of ['', 'shop']) {
    const { store, hub } = await contexts.enter(tenant);
    expect(await store.label('default')).toMatchObject({ binding: defaultBinding });
    hub.subscribeAll((event) => reasons.push(`${tenant} ${event.kind}`));
  }
  contexts.close();
  expect(reasons.sort()).toEqual([' bye', 'shop bye']);
});
