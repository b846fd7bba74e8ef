import { beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { startTcpProxy } from '../../support/postgres/tcp-proxy.js';
import { follow } from '../../support/instances/follower.js';
import { startHere } from '../../support/here.js';
import { startFailure } from '../../../server/serve.js';
import { call, failingStart, milk } from '../../support/server.js';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

const unlimited = { RATE_LIMIT: '1000000' };

test('an update through one instance is read, drawn and streamed by the other', async () => {
  const env = { DATABASE_URL: await postgres.create() };
  const [one, two] = await Promise.all([startHere(env), startHere(env)]);
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

test('ten updates a minute pass of 200 that one client sends concurrently, over three instances', async () => {
  const env = { DATABASE_URL: await postgres.create(), RATE_LIMIT: '10' };
  const servers = await Promise.all([1, 2, 3].map(() => startHere(env)));
  const calls = Array.from({ length: 200 }, (_, i) => call(`${servers[i % 3]!.url}/api/esl/update`, { body: milk }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);
});

test('a database that comes after the server is waited for (fault 8)', async () => {
  const url = await postgres.create();
  const free = await startTcpProxy(postgres.port);
  await free.close();
  const starting = startHere({ DATABASE_URL: url.replace(`:${postgres.port}/`, `:${free.port}/`) });
  await delay(300);
  const proxy = await startTcpProxy(postgres.port, free.port);
  const server = await starting;
  expect((await call(`${server.url}/api/esl/update`, { body: milk })).status).toBe(200);
  expect(await server.stop()).toBe(0);
  await proxy.close();
});

test('a database that crashes forgets the counts of the limit, as is documented, and no label (fault 11)', async () => {
  const server = await startHere({ DATABASE_URL: await postgres.create(), RATE_LIMIT: '2' });
  const status = async () => (await call(`${server.url}/api/esl/update`, { body: milk })).status;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  await postgres.crash();
  const start = performance.now();
  while ((await status()) !== 200) expect(performance.now() - start).toBeLessThan(3000);
  expect((await call(`${server.url}/api/esl/labels/default`)).body.label.revision).toBe(3);
  expect(await server.stop()).toBe(0);
});

test('a server that stands still is answered for with 503 in time, and the instance goes on when it is back (fault 9) (fault 10)', async () => {
  const server = await startHere({ DATABASE_URL: await postgres.create(), ...unlimited });
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
  const url = postgres.url('nowhere');
  for (const [DATABASE_URL, reason] of [
    [url, 'there is no such database'],
    [url.replace('secret', 'wrong-word'), 'the user or the password is refused'],
  ] as const) {
    const line = await startHere({ DATABASE_URL }).then(String, (error: unknown) => startFailure(error, {}));
    expect(line).toContain(reason);
    expect(line).not.toMatch(/secret|wrong-word|\n/);
  }
  // One that does not answer is waited for.
  const { code, stderr } = await failingStart({ DATABASE_URL: 'postgres://esl:hidden@127.0.0.1:1/esl' });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^((?!hidden).)*the server does not answer.*\n$/)]);
});

test('instances that hear no notification, as through PgBouncer, tell within 2 s what others have stored', async () => {
  const url = await postgres.create();
  const proxy = await startTcpProxy(postgres.port);
  proxy.deafen();
  const env = { DATABASE_URL: url.replace(`:${postgres.port}/`, `:${proxy.port}/`) };
  const [writer, reader] = await Promise.all([startHere(env), startHere(env)]);
  const follower = follow(reader.url, 'default', '10.3.0.1');
  while (follower.updated.length === 0) await delay(20);
  // By then all have looked at who else is there.
  await delay(1500);
  for (let i = 1; i <= 2; i++) {
    await call(`${writer.url}/api/esl/update`, { body: milk });
    const start = performance.now();
    while (follower.updated.at(-1) !== i) {
      expect(performance.now() - start).toBeLessThan(2500);
      await delay(10);
    }
    // Who hears it is told after some 25 ms.
    expect(performance.now() - start).toBeGreaterThan(200);
  }
  await follower.stop();
  await Promise.all([writer.stop(), reader.stop()]);
  await proxy.close();
});
