import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { macOf } from '../../../server/oepl/mac.js';
import { createDirectory } from '../../../server/oepl/directory.js';
import { updateLabels } from '../../../server/labels/bulk.js';
import { share } from '../../support/labels/share.js';
import { serveApp } from '../../support/app.js';
import { createContext } from '../../support/context.js';
import { call, milk, post, startServer, temporaryFolder } from '../../support/server.js';
import { openSocket, requestOf, until } from '../../support/socket.js';

test('an unknown address of an access point lists the labels again only after one has changed', async () => {
  const { store, devices } = await createContext({});
  let listed = 0;
  const labels: typeof store.labels = (...args) => (listed++, store.labels(...args));
  const directory = createDirectory({ store: { ...store, labels }, devices });
  for (let i = 0; i < 100; i++) expect(await directory.find(macOf(`unknown-${i}`))).toBeNull();
  expect(listed).toBe(1);
  const binding = { ...(await store.label('default'))!.binding, device: 'solum-m3-1.6-bwr' };
  await store.bind('later', null, binding, null);
  expect((await directory.find(macOf('later')))?.label.id).toBe('later');
  expect(listed).toBe(2);
  await store.remove('later');
  expect(await directory.find(macOf('later'))).toBeNull();
});

test('a bulk draws nothing more when its client has disconnected, and what is drawn is stored', async () => {
  const context = await createContext({});
  const updates = Array(5).fill({ label: 'default', update: milk, warnings: [], idempotency: null });
  let asked = 0;
  const outcomes = await updateLabels(context, updates, 'a', null, () => ++asked > 2);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['updated', 'updated', 'failed', 'failed', 'failed']);
  expect((await context.store.label('default'))!.current!.revision).toBe(2);
});

test('a client waits for a slow response longer than a client may read nothing, unless it has closed its half', async () => {
  const { server } = await serveApp({});
  const { port } = server.address() as AddressInfo;
  Object.assign(server, { timeout: 500 });
  const slow = post(JSON.stringify(milk), ['Content-Type: application/json', 'X-ESL-Simulate: slow']);
  const [waiting, idle] = [await openSocket(port, slow), await openSocket(port)];
  const half = await openSocket(port, slow);
  half.socket.end();
  await until(() => idle.closed() && half.closed());
  expect([half.said(), waiting.closed()]).toEqual(['', false]);
  await until(() => waiting.said().includes('HTTP/1.1 '));
});

describe('SIGTERM ends a server within five seconds, with code 0 or a message', () => {
  const entries = Array.from({ length: 32_000 }, (_, i) => ({ mac: i.toString(16).padStart(16, '0') }));
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="tagDB.json"\r\n\r\n${JSON.stringify(entries)}\r\n--b--\r\n`;
  const upload = `POST /restore_db HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${file.length}\r\n\r\n${file}`;
  const json = ['Content-Type: application/json'];
  const bulk = JSON.stringify(
    Array.from({ length: 1000 }, (_, i) => ({ label: `l${i % 20}`, ...milk, product_name: `ｗ${i}` })),
  );
  const send = (path: string, body: string) => post(body, json).replace('/api/esl/update', path);
  /** Requests that run long, or that never end. */
  const long = {
    'a restore': { text: upload, oepl: true },
    'a backup': { text: requestOf('/backup_db'), oepl: true },
    'a bulk': { text: send('/api/esl/updates', bulk), oepl: false },
    'a slow simulation': { text: post(JSON.stringify(milk), [...json, 'X-ESL-Simulate: slow']), oepl: false },
    'half a body': { text: post(JSON.stringify(milk)).slice(0, -5), oepl: false },
    'half a head': { text: 'GET / HTTP/1.1\r\n', oepl: false },
    'an event stream': { text: requestOf('/api/esl/events'), oepl: false },
    'no request': { text: '', oepl: false },
  };

  test.each(share(Object.entries(long), 2))('of %s, whose clients stay or leave', async (_, { text, oepl }) => {
    const { path } = temporaryFolder();
    const env = { DATABASE_URL: `sqlite:${path}/esl.db`, OEPL_PORT: '0', RATE_LIMIT: '100000' };
    const server = await startServer(env);
    const bind = (i: number) =>
      call(`${server.url}/api/esl/labels/l${i}`, { method: 'PUT', body: { device: 'solum-m3-1.6-bwr' } });
    await Promise.all(Array.from({ length: 20 }, (_, i) => bind(i)));
    const port = oepl ? Number(/access point: http:\/\/[^:]+:(\d+)/.exec(server.output.stdout)![1]) : server.port;
    const [leaving] = await Promise.all([1, 2, 3].map(() => openSocket(port, text)));
    await delay(150);
    leaving!.socket.destroy();
    const begin = performance.now();
    const ended = once(server.process, 'close') as Promise<[number | null]>;
    server.process.kill('SIGTERM');
    const [code] = await ended;
    const isDescribed = code === 0 || server.output.stderr !== '';
    expect({ isDescribed, isFast: performance.now() - begin < 5_500 }).toEqual({ isDescribed: true, isFast: true });
  });
});
