import { beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../support/cli.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { startTcpProxy } from '../../support/postgres/tcp-proxy.js';
import { follow } from '../../support/instances/follower.js';
import { startHere } from '../../support/here.js';
import { startFailure } from '../../../server/serve.js';
import { call, milk } from '../../support/server.js';
import { prepareDatabase } from '../../../server/labels/store/postgres/open.js';
import { until } from '../../support/socket.js';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

const unlimited = { RATE_LIMIT: '1000000' };

test('an update through one instance is read, drawn and streamed by the other', async () => {
  const env = { DATABASE_URL: await postgres.create() };
  const [one, two] = await Promise.all([startHere(env), startHere(env)]);
  const label = '/api/esl/labels/shelf';
  await call(`${one.url}${label}`, { method: 'PUT', body: {} });
  const request = get(`${two.url}${label}/events`);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  for (let i = 1; i <= 4; i++) {
    const [writer, reader] = i % 2 ? [one, two] : [two, one];
    const { body } = await call(`${writer.url}${label}/update`, { body: { ...milk, price: `${i}.00` } });
    expect(body.label.revision).toBe(i);
    const image = await fetch(`${reader.url}${label}/image.png`);
    expect([image.status, (await call(`${reader.url}${label}`)).body.label.revision]).toEqual([200, i]);
  }
  await until(() => /event: label\.displayed\nid: \d+:displayed:shelf:4\ndata: .*"revision":4/.test(text), 5000);
  await call(`${one.url}${label}`, { method: 'DELETE' });
  await until(() => /event: bye\nid: \d+\ndata: {"reason":"deleted"}\n\n$/.test(text), 5000);
  expect(await (await fetch(`${one.url}/metrics`)).text()).toMatch(/^esl_store_connections_total [1-9]/m);
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
  await proxy.close();
});

test('a database that crashes forgets the counts of the limit, as is documented, and no label (fault 11)', async () => {
  const server = await startHere({ DATABASE_URL: await postgres.create(), RATE_LIMIT: '2' });
  const status = async () => (await call(`${server.url}/api/esl/update`, { body: milk })).status;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  await postgres.crash();
  await until(async () => (await status()) === 200, 3000);
  expect((await call(`${server.url}/api/esl/labels/default`)).body.label.revision).toBe(3);
});

test('while the database hangs, each request gets 503 in time, and the instance recovers with it (fault 9) (fault 10)', async () => {
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
  await until(async () => (await update()).status === 200, 3000);
  expect((await call(`${server.url}/api/esl/labels/default`)).body.label.revision).toBe(2);
});

test('a stream goes on with nothing lost when the database hangs for a while, and on another instance (fault 10)', async () => {
  const env = { DATABASE_URL: await postgres.create(), ...unlimited };
  const [one, two] = await Promise.all([startHere(env), startHere(env)]);
  const update = (price: string) => call(`${one.url}/api/esl/update`, { body: { ...milk, price } });
  const follower = follow(one.url, 'default', '10.4.0.1');
  await until(() => follower.updated.length > 0);
  await update('1.00');
  const thaw = await postgres.freeze();
  await delay(2500);
  thaw();
  await until(async () => (await update('2.00')).status === 200, 3000);
  await until(() => follower.updated.at(-1) === 2, 5000);
  await follower.stop();
  const other = follow(two.url, 'default', '10.4.0.2', follower.last());
  await update('3.00');
  await until(() => other.updated.at(-1) === 3, 5000);
  expect([follower.updated, other.updated]).toEqual([[0, 1, 2], [3]]);
  await other.stop();
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
  // The start waits for a database that does not answer.
  const begin = performance.now();
  const failure = await prepareDatabase('postgres://esl:hidden@127.0.0.1:1/esl', 400).catch((error: unknown) => error);
  expect(startFailure(failure, {})).toMatch(/^((?!hidden).)*the server does not answer((?!hidden).)*$/);
  expect(performance.now() - begin).toBeGreaterThan(400);
});

test('a start that fails after its database was opened ends with a line, and nothing stays open (fault 8)', async () => {
  const url = await postgres.create();
  await (await startHere({ DATABASE_URL: url })).stop();
  const proxy = await startTcpProxy(postgres.port);
  proxy.cutAnswersTo(/FROM api_keys/);
  const broken = url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
  for (const [env, exitCode, said] of [
    [{ DATABASE_URL: url, DEVICES_DIR: '/nonexistent' }, 64, /^error: Expected a folder .*\n$/],
    [{ DATABASE_URL: broken }, 1, /^DATABASE_URL: .*\n$/],
  ] as const) {
    const begin = performance.now();
    const { code, stderr } = await run(['serve'], { env: { ...env, PORT: '0' } });
    expect([code, stderr]).toEqual([exitCode, expect.stringMatching(said)]);
    expect(performance.now() - begin).toBeLessThan(15_000);
  }
  await proxy.close();
});

test('instances without notifications, as behind PgBouncer, publish within 2 s what others have stored', async () => {
  const url = await postgres.create();
  const proxy = await startTcpProxy(postgres.port);
  proxy.deafen();
  const env = { DATABASE_URL: url.replace(`:${postgres.port}/`, `:${proxy.port}/`) };
  const [writer, reader] = await Promise.all([startHere(env), startHere(env)]);
  const follower = follow(reader.url, 'default', '10.3.0.1');
  await until(() => follower.updated.length > 0);
  await call(`${writer.url}/api/esl/update`, { body: milk });
  await until(() => follower.updated.at(-1) === 1, 2500);
  await follower.stop();
  await proxy.close();
});
