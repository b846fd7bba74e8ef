import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { backoff, maxPauseMs, webhookLimits } from '../../server/webhooks/records.js';
import { pauseOf } from '../../server/webhooks/send.js';
import { startHere } from '../support/here.js';
import { sharedPostgres } from '../support/postgres/server.js';
import { call, endAfterwards, milk, type RunningServer, temporaryFolder } from '../support/server.js';
import { listening, until } from '../support/socket.js';

interface Received {
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly body: string;
  readonly type: string;
}

interface DeliveryBody {
  readonly number: number;
  readonly event: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_at: string | null;
  readonly last: { readonly status?: number; readonly error?: string } | null;
}

const folder = temporaryFolder();
const env = { WEBHOOKS: 'any', RATE_LIMIT: '1000' };
const waits = [0.05, 0.05, 0.05, 0.05];
let received: Received[];
let status: number;
let headers: Readonly<Record<string, string>>;
let url: string;

/** A receiver, which answers with `status`; 0: never. */
beforeEach(async () => {
  [received, status, headers] = [[], 204, {}];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const header = (name: string) => String(request.headers[`webhook-${name}`]);
      const { type } = JSON.parse(body) as { type: string };
      received.push({ id: header('id'), time: header('timestamp'), signature: header('signature'), body, type });
      if (status > 0) response.writeHead(status, headers).end();
    });
  });
  endAfterwards(() => {
    server.close().closeAllConnections();
  });
  url = `http://127.0.0.1:${await listening(server)}/esl`;
});

const hook = (server: RunningServer, path = '') => `${server.url}/api/esl/webhooks/till${path}`;
const put = (server: RunningServer, body: object = {}) =>
  call(hook(server), { method: 'PUT', body: { url, events: ['label.updated'], ...body } });
/** A server with the webhook. */
const startHooked = async (more: Readonly<Record<string, string>> = {}, attempts?: readonly number[]) => {
  const server = await startHere({ ...env, ...more }, attempts);
  await put(server);
  return server;
};
const update = (server: RunningServer, price: string) =>
  call(`${server.url}/api/esl/update`, { body: { ...milk, price } });
const deliveriesOf = async (server: RunningServer) =>
  ((await call(hook(server, '/deliveries'))).body as unknown as { deliveries: DeliveryBody[] }).deliveries;
const prices = () => received.map(({ body }) => (JSON.parse(body) as { data: { price?: string } }).data.price);

test('a webhook has its events sent, signed with its secret, and is listed without it', async () => {
  const server = await startHere(env);
  const made = await put(server, { events: ['label.updated', 'label.deleted'] });
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/esl/webhooks/till']);
  const { secret } = (made.body as unknown as { webhook: { secret: string } }).webhook;
  await update(server, '3.50');
  await call(`${server.url}/api/esl/labels/gone`, { method: 'PUT', body: {} });
  await call(`${server.url}/api/esl/labels/gone`, { method: 'DELETE' });
  await until(() => received.length === 3);
  expect(received.map(({ type }) => type)).toEqual(['label.updated', 'label.updated', 'label.deleted']);
  expect(prices()[0]).toBe('3.50');
  for (const { id, time, body, signature } of received) {
    const key = Buffer.from(secret.slice(6), 'base64');
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
    expect(Math.abs(Number(time) * 1000 - Date.now())).toBeLessThan(60_000);
  }
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
  await until(async () => (await deliveriesOf(server)).length === 3);
  expect(await deliveriesOf(server)).toMatchObject([
    { number: 3, state: 'delivered', attempts: 1, next_at: null, last: { status: 204 } },
    { number: 2 },
    { number: 1 },
  ]);
  const listed = await call(`${server.url}/api/esl/webhooks`);
  expect(listed.body).toMatchObject({ webhooks: [{ id: 'till', url, events: ['label.updated', 'label.deleted'] }] });
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  expect(JSON.stringify((await call(hook(server))).body)).not.toContain('whsec_');
  const again = await put(server);
  expect([again.status, JSON.stringify(again.body).includes('whsec_')]).toEqual([200, false]);
});

test('what fails is tried again with the same id, while later events are sent, and is given up in the end', async () => {
  const server = await startHooked({}, waits);
  status = 500;
  await update(server, '1.00');
  await until(() => received.length >= 2);
  status = 204;
  await update(server, '2.00');
  await until(async () => (await deliveriesOf(server)).every(({ state }) => state === 'delivered'));
  expect(new Set(prices())).toEqual(new Set(['1.00', '2.00']));
  const [first] = received;
  expect(received.filter(({ id }) => id === first!.id).length).toBeGreaterThan(2);
  status = 301;
  await update(server, '3.00');
  await until(async () => (await deliveriesOf(server))[0]!.state === 'failed');
  expect((await deliveriesOf(server))[0]).toMatchObject({ attempts: 5, next_at: null, last: { status: 301 } });
  // Sent again on request.
  status = 200;
  const again = await call(hook(server, '/deliveries/3/send'), { method: 'POST' });
  expect([again.status, again.body]).toMatchObject([202, { delivery: { state: 'pending' } }]);
  await until(async () => (await deliveriesOf(server))[0]!.state === 'delivered');
  expect((await call(hook(server, '/deliveries/99/send'), { method: 'POST' })).status).toBe(404);
});

test('a receiver that becomes another protocol, or closes the connection, has not received the event', async () => {
  const server = await startHere(env);
  let answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const odd = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (answer === '' ? socket.end() : socket.write(answer)));
  });
  endAfterwards(() => odd.close());
  await put(server, { url: `http://127.0.0.1:${await listening(odd)}/` });
  for (const next of ['', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'x']) {
    const before = (await deliveriesOf(server)).length;
    await update(server, `${before + 1}.00`);
    await until(async () => (await deliveriesOf(server)).length > before);
    answer = next;
  }
  const found = await deliveriesOf(server);
  expect(found.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(['pending 1', 'pending 1', 'pending 1']);
  expect(found.at(-1)!.last!.error).toBe('The connection was closed without an answer');
  // The sender is free, and the server stops.
  await server.stop();
});

test('nothing is lost when the server is stopped before an event is delivered; another process sends it', async () => {
  const store = { DATABASE_URL: `sqlite:${folder.at('hooks.db')}` };
  const first = await startHooked(store);
  status = 0;
  await update(first, '1.00');
  await until(() => received.length === 1);
  await update(first, '2.00');
  await first.stop();
  status = 204;
  received = [];
  const second = await startHere({ ...env, ...store });
  await update(second, '3.00');
  await until(() => new Set(prices()).size === 3);
  expect([...new Set(prices())]).toEqual(['1.00', '2.00', '3.00']);
});

test.each(['SQLite', 'PostgreSQL'])('of two servers on %s, one sends each event', async (kind) => {
  const url = kind === 'SQLite' ? `sqlite:${folder.at('two.db')}` : await (await sharedPostgres()).create();
  const store = { DATABASE_URL: url };
  const [first, second] = [await startHooked(store), await startHooked(store)];
  for (let i = 1; i <= 6; i++) await update(i % 2 ? first : second, `${i}.00`);
  await until(() => received.length >= 6);
  await delay(300);
  expect(prices()).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00', '6.00']);
});

test('a webhook that is deleted receives nothing more, and its deliveries are gone', async () => {
  const server = await startHooked();
  await update(server, '1.00');
  await until(async () => (await deliveriesOf(server)).length === 1);
  expect((await call(hook(server), { method: 'DELETE' })).status).toBe(204);
  expect((await call(hook(server, '/deliveries'))).status).toBe(404);
  await update(server, '2.00');
  await delay(200);
  expect(prices()).toEqual(['1.00']);
  await put(server);
  expect(await deliveriesOf(server)).toEqual([]);
});

test('a webhook is deleted, replaced and sent again while it sends event after event', async () => {
  const server = await startHooked();
  const updates = Array.from({ length: 1000 }, (_, i) => ({ label: 'default', ...milk, price: `${i}.00` }));
  await call(`${server.url}/api/esl/updates`, { body: updates });
  await until(() => received.length > 150);
  const again = await call(hook(server, `/deliveries/${(await deliveriesOf(server))[0]!.number}/send`), {
    method: 'POST',
  });
  const replaced = await put(server);
  const deleted = await call(hook(server), { method: 'DELETE' });
  expect([again.status, replaced.status, deleted.status]).toEqual([202, 200, 204]);
  expect(received.length).toBeLessThan(1000);
  await put(server);
  expect(await deliveriesOf(server)).toEqual([]);
}, 60_000);

test('a page of another site can’t have an event sent again', async () => {
  const server = await startHooked({ CORS_ORIGIN: 'https://till.example' });
  await update(server, '1.00');
  await until(async () => (await deliveriesOf(server)).length > 0);
  const send = async (origin?: string) =>
    (await call(hook(server, '/deliveries/1/send'), { method: 'POST', headers: origin ? { Origin: origin } : {} }))
      .status;
  expect([await send('https://evil.example'), await send('null'), received.length]).toEqual([403, 403, 1]);
  expect([await send('https://till.example'), await send(server.url), await send()]).toEqual([202, 202, 202]);
});

test('the id of an event has no dots, which divide what is signed', async () => {
  const server = await startHere(env);
  await put(server, { events: ['label.updated', 'label.displayed'] });
  await call(`${server.url}/api/esl/labels/aisle.7`, { method: 'PUT', body: {} });
  await call(`${server.url}/api/esl/labels/aisle.7/update`, { body: milk });
  await until(() => received.some(({ type }) => type === 'label.displayed'));
  expect(received.map(({ id }) => id.includes('.'))).not.toContain(true);
  expect(received.at(-1)!.id).toMatch(/^\d+:displayed:aisle%2E7:1$/);
});

test('a webhook that replaces a deleted one begins with its own events', async () => {
  const server = await startHooked();
  status = 0;
  await update(server, '1.00');
  await until(() => received.length === 1);
  // Its sender still waits for the answer.
  await call(hook(server), { method: 'DELETE' });
  await delay(5);
  await put(server);
  status = 204;
  await update(server, '2.00');
  await until(() => prices().includes('2.00'));
  await until(async () => (await deliveriesOf(server)).length > 0);
  expect((await deliveriesOf(server)).map(({ number, state }) => [number, state])).toEqual([[1, 'delivered']]);
}, 60_000);

const webhookOf = async (server: RunningServer) =>
  ((await call(hook(server))).body as unknown as { webhook: { disabled_at: string | null } }).webhook;

test('a receiver that asks for a pause gets nothing until then, and then everything, unless its webhook is changed', async () => {
  const server = await startHooked({}, waits);
  [status, headers] = [429, { 'Retry-After': '2' }];
  await update(server, '1.00');
  await until(async () => (await deliveriesOf(server)).length === 1);
  const asked = Date.now();
  [status, headers] = [204, { 'Retry-After': '60' }];
  await update(server, '2.00');
  await update(server, '3.00');
  await delay(700);
  expect(prices()).toEqual(['1.00']);
  expect((await deliveriesOf(server))[0]).toMatchObject({ state: 'pending', attempts: 1, last: { status: 429 } });
  expect(Object.keys((await deliveriesOf(server))[0]!.last!).sort()).toEqual(['at', 'status']);
  // Nothing is lost of what happens in the pause, and a success asks for none.
  await until(() => received.length === 4);
  expect(Date.now() - asked).toBeGreaterThan(1_000);
  expect(prices()).toEqual(['1.00', '1.00', '2.00', '3.00']);
  [status, headers] = [503, { 'Retry-After': '3600' }];
  await update(server, '4.00');
  await until(() => received.length === 5);
  await until(async () => (await deliveriesOf(server)).length === 4);
  const [{ next_at }] = (await deliveriesOf(server)) as [DeliveryBody];
  expect(Date.parse(next_at!) - Date.now()).toBeGreaterThan(3_500_000);
  [status, headers] = [204, {}];
  await put(server);
  await update(server, '5.00');
  await until(() => prices().includes('5.00'));
  await call(hook(server, '/deliveries/4/send'), { method: 'POST' });
  await until(async () => (await deliveriesOf(server)).every(({ state }) => state === 'delivered'));
});

test('a Retry-After is a number of seconds or a date, and at most 8 hours', () => {
  const at = Date.parse('2026-11-26T20:00:00Z');
  for (const [header, ms] of [
    [undefined, 0],
    ['', 0],
    ['5', 5000],
    [' 120 ', 120_000],
    ['-5', 0],
    ['soon', 0],
    ['Thu, 26 Nov 2026 20:00:30 GMT', 30_000],
    ['Thu, 26 Nov 2026 19:00:00 GMT', 0],
    ['9'.repeat(400), maxPauseMs],
    ['Fri, 26 Nov 2027 20:00:00 GMT', maxPauseMs],
  ] as const)
    expect([header, pauseOf(header, at)]).toEqual([header, ms]);
});

test('410 ends a webhook: it is shown so, what waits has failed, and a PUT begins again with the next event', async () => {
  const store = { DATABASE_URL: `sqlite:${folder.at('gone.db')}` };
  let server = await startHooked(store);
  expect((await webhookOf(server)).disabled_at).toBeNull();
  status = 500;
  await update(server, '1.00');
  await until(async () => (await deliveriesOf(server)).length === 1);
  status = 410;
  await update(server, '2.00');
  await until(async () => (await webhookOf(server)).disabled_at !== null);
  status = 204;
  const failed = { state: 'failed', attempts: 1, next_at: null };
  expect(await deliveriesOf(server)).toMatchObject([failed, failed]);
  const again = await call(hook(server, '/deliveries/1/send'), { method: 'POST' });
  expect([again.status, again.body.errors[0]?.reason]).toEqual([422, 'webhook_disabled']);
  // Also in another process.
  await server.stop();
  server = await startHere({ ...env, ...store });
  await update(server, '3.00');
  await delay(300);
  expect(prices()).toEqual(['1.00', '2.00']);
  expect((await put(server)).body).toMatchObject({ webhook: { disabled_at: null } });
  await update(server, '4.00');
  await until(() => prices().includes('4.00'));
  expect(prices()).toEqual(['1.00', '2.00', '4.00']);
  await call(hook(server, '/deliveries/1/send'), { method: 'POST' });
  await until(() => prices().length === 4);
}, 60_000);

test('wrong webhooks are refused with what is wrong', async () => {
  const open = await startHere({ RATE_LIMIT: '1000' });
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xfb).toString('base64')}`;
  const isPublic = `Expected an address of the public internet, or WEBHOOKS=any on the server for url but received "${url}"`;
  // Libraries that verify signatures refuse what is no base64.
  const secrets = ['A'.repeat(33), `${'A'.repeat(32)}==`, 'A'.repeat(86), 'A'.repeat(88), `${'A'.repeat(33)}B==`];
  const rows: readonly (readonly [body: object, problem: string, message?: string])[] = [
    [{}, 'url missing'],
    [{ url: 'shop.example' }, 'url format'],
    [{ url }, 'url format', isPublic],
    [{ url: 'https://shop.example', events: ['x'] }, 'events.0 unknown_value'],
    [{ url: 'https://shop.example', secret: 'x' }, 'secret format'],
    ...secrets.map((each) => {
      const body = { url: 'https://shop.example', secret: `whsec_${each}` };
      return [body, 'secret format', '24 to 64 bytes in base64'] as const;
    }),
    ...[24, 25, 64].map((bytes) => [{ url: 'x', secret: secretOf(bytes) }, 'url format'] as const),
  ];
  const refused = async (body: object) => {
    const { status, body: answer } = await call(hook(open), { method: 'PUT', body });
    const [{ field, reason, message } = { field: '', reason: '', message: '' }] = answer.errors;
    return [`${status} ${field} ${reason}`, message];
  };
  for (const [body, problem, message = ''] of rows)
    expect(await refused(body)).toEqual([`400 ${problem}`, expect.stringContaining(message)]);
  for (let i = 0; i < 10; i++)
    await call(`${open.url}/api/esl/webhooks/w${i}`, { method: 'PUT', body: { url: 'http://192.0.9.1' } });
  expect((await refused({ url: 'https://shop.example' }))[0]).toBe('422  too_many');
});

afterEach(() => {
  status = 204;
});

test('many webhooks are no leak of listeners, of which Node would warn', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const server = await startHere(env);
  for (let i = 0; i < 10; i++)
    await call(`${server.url}/api/esl/webhooks/w${i}`, { method: 'PUT', body: { url, events: ['label.updated'] } });
  await update(server, '1.00');
  await until(() => received.length === 10);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('webhooks have these limits and pauses', () => {
  expect(webhookLimits).toEqual({ webhooks: 10, deliveries: 200, pending: 100 });
  expect(backoff).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800]);
  expect(maxPauseMs).toBe(8 * 3_600_000);
});
