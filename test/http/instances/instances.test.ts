import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.js';
import { startTcpProxy } from '../../support/postgres/tcp-proxy.js';
import { startFleet } from '../../support/instances/fleet.js';
import { call, failingStart, milk, startServer } from '../../support/server.js';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => {
  postgres.stop();
});

const unlimited = { RATE_LIMIT: '1000000' };

test('an update through one instance is read, drawn and streamed by the other', async () => {
  const env = { DATABASE_URL: await postgres.create() };
  const [one, two] = await Promise.all([startServer(env), startServer(env)]);
  const request = get(`${two.url}/api/esl/labels/default/events`);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  for (let i = 1; i <= 4; i++) {
    const [writer, reader] = i % 2 ? [one, two] : [two, one];
    const { body } = await call(`${writer.url}/api/esl/update`, { body: { ...milk, price: `${i}.00` } });
    expect(body.label.revision).toBe(i);
    const image = await fetch(`${reader.url}/api/esl/labels/default/image.png`);
    expect([image.status, (await call(`${reader.url}/api/esl/labels/default`)).body.label.revision]).toEqual([200, i]);
  }
  const start = performance.now();
  while (!text.includes('event: label.displayed\nid: 4')) {
    expect(performance.now() - start).toBeLessThan(5000);
    await delay(20);
  }
  request.destroy();
  expect(await (await fetch(`${one.url}/metrics`)).text()).toMatch(/^esl_store_connections_total [1-9]/m);
  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
});

test('ten updates a minute pass of 200 that one client sends at once, over three instances behind a balancer', async () => {
  const fleet = await startFleet(await postgres.create(), { RATE_LIMIT: '10', TRUST_PROXY_HOPS: '1' });
  const calls = Array.from({ length: 200 }, () => call(`${fleet.url}/api/esl/update`, { body: milk }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  await fleet.stop();
});

test('a database that comes a second after the server is waited for (fault 8)', async () => {
  const url = await postgres.create();
  const free = await startTcpProxy(postgres.port);
  await free.close();
  const starting = startServer({ DATABASE_URL: url.replace(`:${postgres.port}/`, `:${free.port}/`) });
  await delay(1000);
  const proxy = await startTcpProxy(postgres.port, free.port);
  const server = await starting;
  expect((await call(`${server.url}/api/esl/update`, { body: milk })).status).toBe(200);
  expect(await server.stop()).toBe(0);
  await proxy.close();
});

test('a database that crashes forgets the counts of the limit, as is documented, and no label (fault 11)', async () => {
  const server = await startServer({ DATABASE_URL: await postgres.create(), RATE_LIMIT: '2' });
  const status = async () => (await call(`${server.url}/api/esl/update`, { body: milk })).status;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  await postgres.crash();
  const start = performance.now();
  while ((await status()) !== 200) expect(performance.now() - start).toBeLessThan(3000);
  expect((await call(`${server.url}/api/esl/labels/default`)).body.label.revision).toBe(3);
  expect(await server.stop()).toBe(0);
});

test('a server that stands still is answered for with 503 in time, and the instance goes on when it is back (fault 9) (fault 10)', async () => {
  const server = await startServer({ DATABASE_URL: await postgres.create(), ...unlimited });
  const update = async () => {
    const start = performance.now();
    const { status, headers } = await call(`${server.url}/api/esl/update`, { body: milk });
    return { status, retry: headers.get('retry-after'), ms: performance.now() - start };
  };
  expect(await update()).toMatchObject({ status: 200 });
  const thaw = await postgres.freeze();
  try {
    for (const { status, retry, ms } of await Promise.all(Array.from({ length: 20 }, update))) {
      expect([status, retry]).toEqual([503, '1']);
      expect(ms).toBeLessThan(1500);
    }
    expect((await call(`${server.url}/health`)).status).toBe(503);
  } finally {
    thaw();
  }
  const start = performance.now();
  while ((await update()).status !== 200) expect(performance.now() - start).toBeLessThan(3000);
  expect((await call(`${server.url}/api/esl/labels/default`)).body.label.revision).toBe(2);
  expect(await server.stop()).toBe(0);
});

test('a database that can not be used stops the start with a line that has no password (fault 8)', async () => {
  const [url, closed] = [postgres.url('nowhere'), 'postgres://esl:hidden@127.0.0.1:1/esl'];
  const [missing, wrong, away] = await Promise.all(
    [url, url.replace('secret', 'wrong-word'), closed].map((DATABASE_URL) => failingStart({ DATABASE_URL })),
  );
  for (const [start, said] of [
    [missing, 'there is no such database'],
    [wrong, 'the user or the password is refused'],
    // After it was waited for.
    [away, 'the server does not answer'],
  ] as const) {
    expect([start!.code, start!.stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(start!.stderr).toContain(said);
    expect(start!.stderr).not.toMatch(/secret|wrong-word|hidden/);
  }
});
