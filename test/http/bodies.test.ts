import { beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import type { Context } from '../../server/http/dependencies.js';
import { anyBodyOf, readBody } from '../../server/http/middleware/read-body.js';
import { call, milk, raw } from '../support/server.js';
import { listening, openSocket, until } from '../support/socket.js';
import { useServer } from '../support/use-server.js';

const server = useServer({ TRUST_PROXY_HOPS: '1', RATE_LIMIT: '1000' });
const from = (address: string, length: string) =>
  [
    'POST /api/esl/devices/solum-m2-2.9-bwr/decode HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/octet-stream',
    `${length}\r\n\r\n`,
  ].join('\r\n');
const large = 'Content-Length: 2097152';

/** Waits until the server has read all that was sent, however busy the machine is: each request takes several turns of its loop. */
async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await call(`${server.url}/health`);
}
// The first requests of a server take longer than bodies may take to arrive, on a busy machine.
beforeAll(settled);

test('a client has 16 MB of bodies at a time: more are 503 before they are read, until it has finished others', async () => {
  const lengths = Array.from({ length: 8 }, (_, i) => (i % 2 ? large : 'Transfer-Encoding: chunked'));
  const reading = await Promise.all(lengths.map((length) => openSocket(server.port, from('10.1.0.1', length))));
  await settled();
  const { headers, body, closed, status } = await raw(server.port, from('10.1.0.1', large));
  expect([status, headers['retry-after'], closed]).toEqual([503, '1', true]);
  const detail = expect.stringContaining('Nothing was stored') as unknown;
  expect(body).toMatchObject({ code: 'SERVER_ERROR', retry_after: 1, detail });
  expect(reading.map(({ said }) => said())).toEqual(Array.from({ length: 8 }, () => ''));
  const update = async (address: string) =>
    (await call(`${server.url}/api/esl/update`, { body: milk, headers: { 'X-Forwarded-For': address } })).status;
  // Other clients have their own.
  expect([await update('10.1.0.1'), await update('10.1.0.2')]).toEqual([503, 200]);
  reading[0]!.socket.destroy();
  await until(async () => (await update('10.1.0.1')) === 200);
});

test('four refused bodies of a client are read on at a time, so that it receives the response', async () => {
  const open = (count: number) =>
    Promise.all(Array.from({ length: count }, () => openSocket(server.port, from('10.4.0.1', large))));
  const reading = await open(8);
  await settled();
  const refused = await open(6);
  const answered = () => refused.filter(({ said }) => said().startsWith('HTTP/1.1 503 ')).length;
  await until(() => answered() > 0);
  await delay(100);
  expect(answered()).toBe(2);
  await until(() => answered() === 6);
  for (const { socket } of [...reading, ...refused]) socket.destroy();
  const later = await Promise.all((await open(12)).slice(8).map((client) => until(() => client.said() !== '')));
  expect(Math.max(...later)).toBeGreaterThan(300);
});

test('bodies of a few clients leave the reserve to the updates of others', async () => {
  const clients = ['10.2.0.1', '10.2.0.2', '10.2.0.3', '10.2.0.4'];
  const reading = await Promise.all(
    clients.flatMap((address) => Array.from({ length: 8 }, () => openSocket(server.port, from(address, large)))),
  );
  await settled();
  const { status } = await raw(server.port, from('10.2.0.5', large));
  const headers = { 'X-Forwarded-For': '10.2.0.6' };
  expect([status, (await call(`${server.url}/api/esl/update`, { body: milk, headers })).status]).toEqual([503, 200]);
  for (const { socket } of reading) socket.destroy();
});

test('JSON above 16 KB is left for a thread to parse', async () => {
  const app = new Koa();
  const bodies: unknown[] = [];
  app.use(async (ctx) => {
    await readBody(256 * 1024)(ctx as unknown as Context, () => Promise.resolve());
    bodies.push(anyBodyOf(ctx as unknown as Context));
    ctx.body = '';
  });
  const read = createServer((asked, answer) => void app.callback()(asked, answer));
  const url = `http://127.0.0.1:${await listening(read)}/`;
  for (const length of [16_384, 16_385]) {
    const body = JSON.stringify({ a: 'x'.repeat(length - 8) });
    await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    expect(bodies.pop()).toEqual(
      length > 16_384 ? { json: Buffer.from(body) } : { object: JSON.parse(body) as unknown, problems: [] },
    );
  }
  read.close();
});

test('a body that stops is 408 and leaves its share, and one that arrives steadily is read', async () => {
  const [silent, late, steady] = [
    await openSocket(server.port, from('10.3.0.1', large)),
    await openSocket(server.port, from('10.3.0.1', large) + 'x'.repeat(100_000)),
    await openSocket(server.port, from('10.3.0.1', 'Content-Length: 240')),
  ];
  for (let i = 0; i < 24; i++) {
    await delay(500);
    steady.socket.write('x'.repeat(10));
  }
  await until(() => [silent, late, steady].every(({ said }) => said() !== ''));
  expect(silent.said()).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*"reason":"request_timeout"/);
  expect(silent.said()).toContain('Expected more of the body within 10 s but received only 0 of 2097152 bytes');
  await until(silent.closed);
  // Its first bytes came in time, but no more.
  await until(late.closed);
  expect(late.said()).toMatch(/^HTTP\/1\.1 408 [^]*only 100000 of 2097152 bytes/);
  // It is no PNG.
  expect(steady.said()).toMatch(/^HTTP\/1\.1 4(?!08)/);
}, 40_000);
