import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultBinding } from '../../../renderer/index.js';
import { StoreBusy, type StoredLabel } from '../../../server/labels/store/index.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { startTcpProxy, type TcpProxy } from '../../support/postgres/tcp-proxy.js';
import { deliveryOf } from '../../support/store/contract.js';
import { openPostgresSandbox, openSandbox, type Sandbox } from '../../support/store/sandbox.js';

let server: PostgresServer;
let prepared: string;
let proxy: TcpProxy;
let store: Sandbox;
let label: StoredLabel;
beforeAll(async () => {
  server = await sharedPostgres();
  prepared = await server.create();
  await (await openSandbox(prepared)).close();
});
beforeEach(async () => {
  proxy = await startTcpProxy(server.port);
  const url = await server.create(prepared);
  store = await openPostgresSandbox(url.replace(`:${server.port}/`, `:${proxy.port}/`));
  label = (await store.bind('a', null, defaultBinding, null))!;
});
afterEach(async () => {
  await store.close();
  await proxy.close();
});

/** What becomes of a call, and how long that takes, in milliseconds. */
async function timed(work: Promise<unknown>): Promise<{ readonly outcome: unknown; readonly ms: number }> {
  const start = performance.now();
  const outcome = await work.catch((error: unknown) => error as Error);
  return { outcome, ms: performance.now() - start };
}

function expectBusy({ outcome, ms }: Awaited<ReturnType<typeof timed>>): void {
  expect(outcome).toBeInstanceOf(StoreBusy);
  expect(ms).toBeLessThan(1500);
}

/** Tries until it succeeds. @returns after how many milliseconds */
async function recovery(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  while ((await work().catch(() => null)) === null) await delay(20);
  return performance.now() - start;
}

const limiter = () => store.limiter({ name: 'update', quota: 1000, windowS: 60 });

describe('a server that stands still', () => {
  test('is not waited for: every call is refused within 1.5 s, and all is well within 3 s of its return', async () => {
    const counts = limiter();
    const first = (await store.append(label, deliveryOf('1.00')))!;
    await Promise.all(Array.from({ length: 20 }, () => store.label('a')));
    const thaw = await server.freeze();
    const calls = [
      ...Array.from({ length: 30 }, (_, i) => store.append(first, deliveryOf(`${i}.00`))),
      ...Array.from({ length: 30 }, () => store.label('a')),
      store.bind('b', null, defaultBinding, null),
      store.remove('a'),
      store.putLayout({ id: 'offer', document: '{}', updated_at: '' }),
      counts.consume('client'),
      store.check(),
    ].map(timed);
    try {
      for (const call of await Promise.all(calls)) expectBusy(call);
      expectBusy(await timed(store.append(first, deliveryOf('9.00'))));
    } finally {
      thaw();
    }
    expect(await recovery(() => store.append(label, deliveryOf('100.00')))).toBeLessThan(3000);
    // Nothing that was refused is stored: what reached the server meanwhile came too late.
    expect(await store.label('a')).toMatchObject({ current: { revision: 2, update: { price: '100.00' } } });
    expect(await store.label('b')).toBeNull();
    expect(await store.layout('offer')).toBeNull();
    counts.close();
  });

  test('on the way there neither is waited for', async () => {
    const first = (await store.append(label, deliveryOf('1.00')))!;
    proxy.freeze(true);
    expectBusy(await timed(store.append(first, deliveryOf('1.00'))));
    proxy.freeze(false);
    expect(await recovery(() => store.label('a'))).toBeLessThan(3000);
    await delay(300);
    expect(await store.label('a')).toEqual(first);
  });
});

describe('a connection that is reset', () => {
  test('while nobody uses it is not noticed (fault 12)', async () => {
    for (let i = 1; i <= 3; i++) {
      await Promise.all(Array.from({ length: 4 }, () => store.label('a')));
      proxy.cut();
      expect(await store.append(label, deliveryOf('1.00'))).toMatchObject({ current: { revision: i } });
    }
  });

  test('before the answer to an update arrives: it is stored once, and acknowledged (fault 12)', async () => {
    const first = (await store.append(label, deliveryOf('1.00')))!;
    proxy.cutAnswersTo(/UPDATE labels|append_1/);
    setTimeout(() => {
      proxy.cutAnswersTo(null);
    }, 100);
    const outcome = await store.append(first, deliveryOf('2.00')).catch((error: unknown) => error);
    proxy.cutAnswersTo(null);
    const now = (await store.label('a'))!;
    if (outcome instanceof StoreBusy) expect(now.current!.revision).toBeLessThanOrEqual(2);
    else expect([outcome, now.current!.revision]).toEqual([now, 2]);
  });

  test('before the answer to the end of a transaction arrives: the server is asked what became of it', async () => {
    proxy.cutAnswersTo(/COMMIT/);
    const bound = store.bind('b', null, defaultBinding, null);
    await delay(0);
    const outcome = await bound.catch((error: unknown) => error);
    proxy.cutAnswersTo(null);
    expect(outcome).toMatchObject({ id: 'b', version: 1 });
    expect(await store.label('b')).toEqual(outcome);
  });

  test('again and again: what is acknowledged is stored, once', async () => {
    const prices = Array.from({ length: 100 }, (_, i) => `${i}.00`);
    const outcomes = [];
    for (const [i, price] of prices.entries()) {
      const updated = store.append(label, deliveryOf(price)).catch(() => null);
      // At another moment of each fourth update, however busy the machine is.
      if (i % 4 === 3) {
        await delay(i % 3);
        proxy.cut();
      }
      outcomes.push(await updated);
    }
    const acknowledged = outcomes.flatMap((outcome) => outcome?.current?.revision ?? []);
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const { revision } = (await store.label('a'))!.current!;
    // One may be stored that was refused: it was under way when all time was over.
    expect(revision - acknowledged.length).toBeLessThanOrEqual(prices.length - acknowledged.length);
    expect(revision).toBeGreaterThanOrEqual(acknowledged.length);
    for (const updated of outcomes.slice(-30))
      if (updated) expect(await store.revision('a', updated.current!.revision)).toEqual(updated.current);
  });
});

test('a server that crashes and comes back has lost nothing that was acknowledged', async () => {
  const acknowledged: number[] = [];
  const over = new AbortController();
  const writer = (async () => {
    while (!over.signal.aborted) {
      const updated = await store.append(label, deliveryOf('1.00')).catch(() => null);
      if (updated) acknowledged.push(updated.current!.revision);
    }
  })();
  await delay(300);
  const before = acknowledged.length;
  await server.crash();
  expect(await recovery(() => store.label('a'))).toBeLessThan(3000);
  await delay(300);
  over.abort();
  await writer;
  expect(acknowledged.length).toBeGreaterThan(before);
  expect(acknowledged).toEqual([...new Set(acknowledged)].sort((a, b) => a - b));
  expect((await store.label('a'))!.current!.revision).toBeGreaterThanOrEqual(acknowledged.at(-1)!);
});
