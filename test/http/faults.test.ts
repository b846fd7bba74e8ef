import { describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { loadDevices } from '../../devices/index.js';
import { defaultBinding, loadLayouts } from '../../renderer/index.js';
import { type Store, StoreBusy, StoreFull } from '../../server/labels/store/index.js';
import { type Parts, serveApp } from '../support/app.js';
import { listen } from '../support/events.js';
import { drawingPoolOf } from '../support/context.js';
import { openSandbox } from '../support/store/sandbox.js';
import { call, milk } from '../support/server.js';
import { deliveryOf } from '../support/store/contract.js';

const clock = (): Date => new Date('2026-11-20T22:10:06.123Z');

async function serve(
  faults: (good: Parts) => Partial<Parts>,
  prepare: (store: Store) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const store = await openSandbox('memory:');
  await store.bind('default', null, { ...defaultBinding, time_zone: 'Pacific/Auckland' }, null);
  await prepare(store);
  return (await serveApp({ store, clock }, faults)).url;
}

/** Serves with a store of which some methods are others. */
const serveStore = (faults: (good: Store) => Partial<Store>, prepare?: (store: Store) => Promise<void>) =>
  serve(({ store }) => ({ store: { ...store, ...faults(store) } }), prepare);

describe('when something fails', () => {
  test('a list before its first entry, the answer is an error; after it, the connection breaks', async () => {
    const failing = (from: number) => {
      let read = 0;
      return serve(({ layouts }) => {
        const bytes: typeof layouts.bytes = (id) =>
          ++read > from ? Promise.reject(new StoreBusy('locked')) : layouts.bytes(id);
        return { layouts: { ...layouts, bytes } };
      });
    };
    expect((await call(`${await failing(0)}/api/esl/layouts`)).status).toBe(503);
    const url = await failing(3);
    await expect(call(`${url}/api/esl/layouts`)).rejects.toThrow(/terminated|fetch failed/);
    expect((await call(`${url}/health`)).status).toBe(200);
  });

  test.each([
    [new Error('disk I/O error at /secret/path'), 500, null, /^(?!.*(secret|I\/O|stack))/],
    [new StoreBusy('locked'), 503, '1', /./],
    [new StoreFull('The disk is full'), 503, '10', /^The disk of the store is full\. Nothing was stored$/],
  ])('the store with "%s", the answer is %i, with Retry-After: %s (fault 1)', async (failure, code, wait, detail) => {
    const url = await serveStore(() => ({ append: () => Promise.reject(failure) }));
    const { status, body, headers } = await call(`${url}/api/esl/update`, { body: milk });
    expect([status, body.code, headers.get('retry-after')]).toEqual([code, 'SERVER_ERROR', wait]);
    expect(body.retry_after).toBe(wait === null ? undefined : Number(wait));
    expect(body.detail).toMatch(detail);
    expect(JSON.stringify(body)).not.toMatch(/secret|I\/O|stack/);
    const { body: document } = await call(`${url}/openapi.json`);
    expect(document).toHaveProperty('paths /api/esl/update post responses 503 headers Retry-After'.split(' '));
  });

  test('the counting, nothing is stored, and the answer is 503', async () => {
    const url = await serve(({ limiters }) => ({
      limiters: { ...limiters, update: { ...limiters.update, consume: () => Promise.reject(new Error('gone')) } },
    }));
    const { status, body } = await call(`${url}/api/esl/update`, { body: milk });
    expect([status, body.code]).toEqual([503, 'SERVER_ERROR']);
    expect((await call(`${url}/api/esl/labels/default`)).body.label.revision).toBe(0);
  });

  test('the drawing once, the answer is 500 without its words, and the next one is drawn (fault 35)', async () => {
    let broken = true;
    const url = await serve(({ drawingPool }) => ({
      drawingPool: {
        ...drawingPool,
        run: (kind, job, client) =>
          broken ? Promise.reject(new Error('Skia: no surface at 0xdead')) : drawingPool.run(kind, job, client),
      },
    }));
    for (const path of ['/api/esl/update', '/api/esl/preview']) {
      const { status, body } = await call(`${url}${path}`, { body: milk });
      expect([status, body.code]).toEqual([500, 'SERVER_ERROR']);
      expect(JSON.stringify(body)).not.toContain('Skia');
    }
    broken = false;
    const { status, body } = await call(`${url}/api/esl/update`, { body: milk });
    expect([status, body.label.revision]).toEqual([200, 1]);
  });

  test('the store silently, health fails in time', async () => {
    const url = await serve(({ backend }) => ({
      backend: { ...backend, check: () => new Promise<void>(() => undefined) },
    }));
    const { status, body, headers } = await call(`${url}/health`);
    expect([status, body.status, headers.get('retry-after')]).toEqual([503, 'fail', '1']);
  });

  test('nothing, and the store is only slow, health passes', async () => {
    const url = await serve(({ backend }) => ({ backend: { ...backend, check: () => delay(400) } }));
    const { status, body } = await call(`${url}/health`);
    expect([status, body.status]).toEqual([200, 'pass']);
  });

  test('the store with a reason, readiness names it without the words of the database', async () => {
    const outputOf = async (error: Error) => {
      const url = await serve(({ backend }) => ({ backend: { ...backend, check: () => Promise.reject(error) } }));
      const { status, body } = await call(`${url}/health/ready`);
      const { checks } = body as unknown as { checks: { store: readonly { output?: string }[] } };
      return `${status} ${String(checks.store[0]?.output)}`;
    };
    const full = '503 the disk is full: updates fail until there is room';
    expect(await outputOf(new Error('database or disk is full'))).toBe(full);
    expect(await outputOf(new Error('attempt to write a readonly database'))).toMatch(/^503 it is read-only/);
    expect(await outputOf(new StoreBusy('locked'))).toMatch(/^503 .*another process holds it locked$/);
    expect(await outputOf(new Error('no such table: labels'))).toBe('503 it failed');
  });

  test('a stream at its start, it ends; and an event of that moment is sent once', async () => {
    let reads = 0;
    let meanwhile = (): Promise<unknown> => Promise.reject(new StoreBusy('locked'));
    const url = await serveStore((store) => ({
      // The second is that of a stream which begins.
      label: async (id) => {
        if (++reads === 2) await meanwhile();
        return store.label(id);
      },
    }));
    const update = (price: string) => call(`${url}/api/esl/update`, { body: { ...milk, price } });
    const broken = listen(`${url}/api/esl/labels/default/events`).then((begun) => begun.next());
    await expect(broken).rejects.toThrow(/terminated|fetch failed/);
    [reads, meanwhile] = [0, () => update('1.00')];
    const stream = await listen(`${url}/api/esl/labels/default/events`);
    const next = async () => {
      const event = await stream.next();
      const { label, revision } = event!.data as { label?: { revision: number }; revision?: number };
      return `${event!.event} ${label?.revision ?? revision!}`;
    };
    expect([await next(), await next()]).toEqual(['label.updated 1', 'label.displayed 1']);
    await update('2.00');
    expect(await next()).toBe('label.updated 2');
  });

  test('a layout is deleted while the list is read, the others are listed', async () => {
    const url = await serve(({ layouts }) => ({
      layouts: { ...layouts, bytes: (id) => (id === 'standard' ? Promise.resolve(null) : layouts.bytes(id)) },
    }));
    const { status, body } = await call(`${url}/api/esl/layouts`);
    expect([status, body.layouts.length]).toEqual([200, loadLayouts().size - 1]);
    expect(body.layouts).not.toContain(null);
  });

  test('the panel profile because its file is gone, the picture stays and the rest says so', async () => {
    const devices = new Map(loadDevices());
    const url = await serve(() => ({ devices, drawingPool: drawingPoolOf(devices) }));
    await call(`${url}/api/esl/update`, { body: milk });
    const profile = devices.get('solum-m2-2.9-bwr')!;
    devices.set(profile.id, { ...profile, inks: profile.inks.slice(0, 2) });
    expect((await call(`${url}/api/esl/labels/default/frame.bin`)).status).toBe(404);
    devices.delete('solum-m2-2.9-bwr');
    expect((await fetch(`${url}/api/esl/labels/default/image.png`)).status).toBe(200);
    const panel = await call(`${url}/api/esl/labels/default/image.png?view=panel`);
    expect([panel.status, panel.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(panel.body.detail).toContain('solum-m2-2.9-bwr');
    const update = await call(`${url}/api/esl/update`, { body: milk });
    expect(update.body.errors).toMatchObject([{ field: 'device', reason: 'unknown_device' }]);
    expect((await call(`${url}/api/esl/labels/default`)).body.label.content.price).toBe('3.50');
  });
});

test.each([
  ['an update', { method: 'POST', path: '/api/esl/update', body: milk }],
  ['a binding', { method: 'PUT', path: '/api/esl/labels/new', body: {} }],
  ['a deletion', { method: 'DELETE', path: '/api/esl/labels/mine', body: undefined }],
])('%s is answered only when the store has it', async (_, { path, ...request }) => {
  const order: string[] = [];
  let begin!: () => void;
  let finish!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (finish = resolve));
  const slowly =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      begin();
      await released;
      const result = await write(...args);
      order.push('stored');
      return result;
    };
  const url = await serveStore(
    (store) => ({
      append: slowly((...args: Parameters<Store['append']>) => store.append(...args)),
      bind: slowly((...args: Parameters<Store['bind']>) => store.bind(...args)),
      remove: slowly((id: string) => store.remove(id)),
    }),
    async (store) => {
      await store.bind('mine', null, defaultBinding, null);
    },
  );
  const answered = call(`${url}${path}`, request).then(({ status }) => {
    order.push('answered');
    return status;
  });
  await begun;
  // An answer that comes too early has time to arrive.
  for (let i = 0; i < 3; i++) await call(`${url}/health`);
  order.push('released');
  finish();
  expect(await answered).toBeLessThan(300);
  expect(order).toEqual(['released', 'stored', 'answered']);
});

test('an event is serialised once, however many streams send it', async () => {
  let written = 0;
  let good!: Parts;
  const url = await serve((dependencies) => {
    good = dependencies;
    const devices = new Map(dependencies.devices);
    // The view of a label looks its panel up.
    devices.get = (id) => {
      written++;
      return dependencies.devices.get(id);
    };
    return { devices };
  });
  const streams = await Promise.all([1, 2, 3, 4].map(() => fetch(`${url}/api/esl/labels/default/events`)));
  const readers = streams.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader());
  const readUntil = async (words: string) => {
    await Promise.all(
      readers.map(async (reader) => {
        for (let text = ''; !text.includes(words);) text += (await reader.read()).value!;
      }),
    );
  };
  await readUntil('label.updated');
  const label = (await good.store.label('default'))!;
  await good.store.append(label, deliveryOf('7.00'));
  written = 0;
  good.events.wake();
  await readUntil('label.updated');
  expect(written).toBe(1);
  await Promise.all(readers.map((reader) => reader.cancel()));
});
