import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { defaultBinding, loadLayouts } from '../../../renderer/index.js';
import { createKey, newKey, revokeKey } from '../../../server/keys/changes.js';
import { recordOf } from '../../../server/keys/record.js';
import { createKeyRing, type KeyRing } from '../../../server/keys/ring.js';
import { makeKey } from '../../../server/keys/text.js';
import { createLabelContexts } from '../../../server/labels/contexts.js';
import type { Limiter } from '../../../server/labels/store/limiter.js';
import { createMemoryBackend } from '../../../server/labels/store/sqlite/memory.js';
import { serveApp } from '../../support/app.js';
import { wantedKey } from '../../support/keys.js';
import { column, name, withRoot } from '../../support/labels/documents.js';
import { atSize } from '../../support/labels/share.js';
import { deliveryOf } from '../../support/store/contract.js';
import { milk } from '../../support/server.js';

const requests = atSize(1_000, 10_000);
const now = new Date('2026-11-20T22:10:06Z');
const wanted = wantedKey('a', ['read', 'update', 'manage']);
const backend = createMemoryBackend();
const lines: string[] = [];
let ring: KeyRing;
let served: Awaited<ReturnType<typeof serveApp>>;
/** Points that were taken from budgets, by client. */
const spent = new Map<string, number>();
let keys: Record<'good' | 'other' | 'reader' | 'expired' | 'revoked' | 'unknown' | 'wrong', string>;

const counting = (limiter: Limiter): Limiter => ({
  ...limiter,
  consume: (client, points = 1) => {
    spent.set(client, (spent.get(client) ?? 0) + points);
    return limiter.consume('anybody', 0);
  },
});

beforeAll(async () => {
  const keyText = async (more: object = {}) => (await createKey(backend, { ...wanted, ...more }, now)).text;
  const revoked = await createKey(backend, wanted, now);
  await revokeKey(backend, revoked.key.id, now);
  // A client has the id of a key, and made up the rest.
  const forged = makeKey('live');
  await backend.putKey(recordOf({ ...newKey(wanted, now).key, id: forged.id }));
  keys = {
    good: await keyText(),
    other: await keyText({ tenant: 'b' }),
    reader: await keyText({ scopes: ['read'] }),
    expired: await keyText({ expires_at: now.toISOString() }),
    revoked: revoked.text,
    unknown: makeKey('live').text,
    wrong: forged.text,
  };
  for (const id of ['default', 'secret']) {
    const label = await backend.store('a').bind(id, null, defaultBinding, null);
    await backend.store('a').append(label!, deliveryOf('1.00'));
  }
  await backend.store('a').putLayout({ id: 'ours', document: '{}', updated_at: now.toISOString() });
  ring = await createKeyRing({ backend, given: [], clock: () => now, onFailure: () => undefined });
  served = await serveApp(
    {},
    (good) => ({
      keys: ring,
      log: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      limiters: {
        ...{ update: counting(good.limiters.update), preview: counting(good.limiters.preview) },
        view: counting(good.limiters.view),
      },
    }),
    (made) => createLabelContexts(made, loadLayouts(), backend),
  );
});
afterAll(() => {
  ring.close();
  served.server.close();
});

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: object;
}

async function ask({ method = 'GET', path, key, body }: Asked): Promise<{ status: number; text: string; ms: number }> {
  const start = performance.now();
  const headers = {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    'X-Request-Id': 'request-1',
    // On a busy machine the server would close an idle connection as the next request comes.
    Connection: 'close',
  };
  const response = await fetch(`${served.url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  return { status: response.status, text: await response.text(), ms: performance.now() - start };
}

const labels = '/api/esl/labels';
/** Whatever could read or change something of tenant `a`. */
const operations: readonly Asked[] = [
  ...['', '/image.png', '/frame.bin', '/refresh.png', '/events', '/revisions', '/revisions/1/image.png'].map(
    (path) => ({
      path: `${labels}/secret${path}`,
    }),
  ),
  ...[{ path: labels }, { path: '/api/esl/layouts/ours' }, { path: '/api/esl/example' }],
  { method: 'POST', path: '/api/esl/update', body: milk },
  { method: 'POST', path: `${labels}/secret/update`, body: milk },
  { method: 'POST', path: '/api/esl/preview', body: { ...milk, layout: 'ours' } },
  { method: 'PUT', path: `${labels}/secret`, body: {} },
  { method: 'DELETE', path: `${labels}/secret` },
  { method: 'PUT', path: '/api/esl/layouts/ours', body: { title: 'x' } },
  { method: 'DELETE', path: '/api/esl/layouts/ours' },
];
/** Those that a key of another tenant may ask for, about what it does not have. */
const foreign = operations.filter(({ path, method }) => path.includes('secret') && method !== 'PUT');

async function snapshot(): Promise<unknown> {
  const store = backend.store('a');
  return [await store.labels(null, 100), await store.layout('ours'), await backend.keys()];
}

/** Refused requests, one after the other, of each kind as many. */
function* attacks(): Generator<Asked & { readonly expected: number }> {
  const { good, wrong, unknown, expired, revoked, other, reader } = keys;
  for (;;)
    for (const operation of operations) {
      const cutShort = [good.slice(0, -1), good.slice(0, 30), ''];
      const bad = [wrong, unknown, expired, revoked, ...cutShort, `${good}0`, 'x'.repeat(500)];
      for (const key of bad) yield { ...operation, key, expected: 401 };
      yield { ...operation, expected: 401 };
      yield { ...operation, path: `${operation.path}?key=${good}&access_token=${good}`, expected: 401 };
      if (operation.body) yield { ...operation, body: { ...operation.body, key: good }, expected: 401 };
      if (['PUT', 'DELETE'].includes(operation.method ?? '') || operation.path.endsWith('/update'))
        yield { ...operation, key: reader, expected: 403 };
      if (foreign.includes(operation)) yield { ...operation, key: other, expected: 404 };
    }
}

test(`${requests} requests without a valid key of the tenant read nothing, change nothing, spend nothing and learn nothing`, async () => {
  // The tenant of the other key has its label.
  expect((await ask({ path: `${labels}/default`, key: keys.other })).status).toBe(200);
  const before = await snapshot();
  const stream = attacks();
  const wrong: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let i = 0; i < requests / 8; i++) {
      const { expected, ...asked } = stream.next().value as Asked & { expected: number };
      const { status, text } = await ask(asked);
      const isLeaked = Object.values(keys).some((key) => text.includes(key.slice(22, 40)));
      if (status !== expected || isLeaked || text.includes('4006') || text.length > 600)
        wrong.push([asked, status, text]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(wrong).toEqual([]);
  expect(await snapshot()).toEqual(before);
  // What was refused with 404 has a valid key, and is that key's to spend.
  expect([...spent.keys()].map((client) => client.slice(0, 4))).toEqual(['key:']);
  const said = lines.join('');
  expect(lines.length).toBeGreaterThan(requests);
  for (const key of Object.values(keys)) expect(said).not.toContain(key.slice(22, 40));
});

test('an object of another tenant is answered like one that does not exist, byte for byte', async () => {
  for (const operation of foreign) {
    const taken = await ask({ ...operation, key: keys.other });
    const none = await ask({ ...operation, path: operation.path.replace('secret', 'absent'), key: keys.other });
    const text = taken.text.replaceAll('secret', 'absent');
    expect([operation.path, taken.status, text]).toEqual([operation.path, 404, none.text]);
  }
});

test('no key takes longer to refuse than another, and no label longer to miss', async () => {
  const asked = {
    unknown: { path: labels, key: keys.unknown },
    wrong: { path: labels, key: keys.wrong },
    expired: { path: labels, key: keys.expired },
    foreign: { path: `${labels}/secret`, key: keys.other },
    absent: { path: `${labels}/absent`, key: keys.other },
  };
  type Name = keyof typeof asked;
  const rounds = atSize(100, 400);
  const median = (times: number[]) => times.sort((a, b) => a - b)[rounds / 2]!;
  /** Whether one of a pair takes 1.5 times as long as the other, or more. */
  const isUneven = async (pair: readonly [Name, Name]) => {
    const times = pair.map(() => [] as number[]);
    for (let i = 0; i < rounds; i++)
      for (const [n, name] of pair.entries()) times[n]!.push((await ask(asked[name])).ms);
    return Math.abs(Math.log2(median(times[0]!) / median(times[1]!))) >= 0.6;
  };
  for (const pair of [
    ['unknown', 'wrong'],
    ['unknown', 'expired'],
    ['foreign', 'absent'],
  ] as const) {
    // A busy machine may disturb a measurement, but not three.
    const isAlwaysUneven = (await isUneven(pair)) && (await isUneven(pair)) && (await isUneven(pair));
    expect([...pair, isAlwaysUneven]).toEqual([...pair, false]);
  }
});

test('two tenants with a layout of the same id and version each draw with their own', async () => {
  const tenants = [keys.good, keys.other];
  for (const [i, key] of tenants.entries()) {
    const body = withRoot(column({ ...name, text: `Tenant ${i}` }));
    expect((await ask({ method: 'PUT', path: '/api/esl/layouts/same', key, body })).status).toBe(201);
  }
  const body = { ...milk, layout: 'same', metadata: false };
  const draw = async (key: string) => (await ask({ method: 'POST', path: '/api/esl/preview', key, body })).text;
  const [first, second, again] = [await draw(keys.good), await draw(keys.other), await draw(keys.good)];
  expect(first).toContain('PNG');
  expect([second === first, again === first]).toEqual([false, true]);
});
