import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { followOthers } from '../../server/labels/follow.js';
import { type ChangeListener, StoreBusy } from '../../server/labels/store/index.js';
import { createDesk, memoryStore } from '../support/desk.js';
import { deliveryOf } from '../support/store/contract.js';

test('what another process has stored is told though the store could not be read at first', async () => {
  const store = await memoryStore();
  let reads = 0;
  const desk = await createDesk({
    store: {
      ...store,
      label: (id) => (++reads <= 3 ? Promise.reject(new StoreBusy('away')) : store.label(id)),
    },
  });
  let change!: ChangeListener;
  followOthers(desk, '', { onChange: (listener) => void (change = listener) });
  const heard: string[] = [];
  desk.hub.subscribe('default', (event) => heard.push(event.kind));
  await store.append((await store.label('default'))!, deliveryOf('1.00'));
  change([{ tenant: '', id: 'default' }]);
  for (let i = 0; i < 200 && heard.length === 0; i++) await delay(20);
  expect(heard[0]).toBe('updated');
  expect(reads).toBe(4);
});

test('nobody is asked for a label that nobody listens to any more', async () => {
  const store = await memoryStore();
  let reads = 0;
  const desk = await createDesk({
    store: { ...store, label: () => (reads++, Promise.reject(new StoreBusy('away'))) },
  });
  let change!: ChangeListener;
  followOthers(desk, '', { onChange: (listener) => void (change = listener) });
  const leave = desk.hub.subscribe('default', () => undefined);
  change('anything');
  await delay(50);
  leave();
  await delay(600);
  expect(reads).toBeLessThanOrEqual(2);
});
