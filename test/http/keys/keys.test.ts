import { beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { readKey } from '../../../server/keys/text.js';
import { runHere } from '../../support/cli.js';
import { call, milk, type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { until } from '../../support/socket.js';

const DATABASE_URL = `sqlite:${temporaryFolder().at('esl.db')}`;
const env = { DATABASE_URL, LOG_LEVEL: 'trace', OEPL_PORT: '0', RATE_LIMIT: '20' };
let server: RunningServer;
/** All keys, by the tenant and the scopes that they were made for. */
const keys: Record<string, string> = {};

/** Runs `esl-sim keys`, on the store of the server. Gives what it prints. */
async function cli(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(['keys', ...args], { env: { DATABASE_URL } });
  expect([code, stderr]).toEqual([0, stderr]);
  return stdout.toString().trim();
}

type Request = NonNullable<Parameters<typeof call>[1]>;

const send = (key: string | undefined, path: string, { headers, ...request }: Request = {}) =>
  call(`${server.url}${path}`, {
    ...request,
    headers: { ...headers, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
  });

async function follow(key?: string): Promise<{ readonly text: Promise<string> }> {
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const stream = await fetch(`${server.url}/api/esl/labels/default/events`, { headers });
  expect(stream.status).toBe(200);
  return { text: stream.text() };
}

const farewell = /event: bye\ndata: {"reason":"unauthorized"}\n\n$/;

beforeAll(async () => {
  server = await startServer(env);
});

describe('a server without keys', () => {
  test('is open, also to a request with one, and closes within 2 s of the first key', async () => {
    expect((await send('esl_live_x', '/api/esl/update', { body: milk })).status).toBe(200);
    expect((await send(undefined, '/api')).body).toMatchObject({ authentication: { required: false } });
    const stream = await follow();
    const accessPoint = /access point: (\S+)\/\n/.exec(server.output.stdout)![1]!;
    expect((await fetch(`${accessPoint}/get_db`)).status).toBe(200);
    const listener = new WebSocket(`${accessPoint.replace('http', 'ws')}/ws`);
    const closed = new Promise((resolve) => listener.once('close', resolve));

    keys.all = await cli('create', '--name', 'all');
    expect(readKey(keys.all)).toMatchObject({ mode: 'live' });
    const ms = await until(async () => (await send(undefined, '/api/esl/labels/default')).status === 401);
    expect(ms).toBeLessThan(2_000);
    expect(await stream.text).toMatch(farewell);
    const refused = await fetch(`${accessPoint}/get_db`);
    expect(`${refused.status} ${await refused.text()}`).toMatch(/^403 This access point is closed/);
    await closed;
    const again = new WebSocket(`${accessPoint.replace('http', 'ws')}/ws`);
    expect(String(await new Promise((resolve) => again.once('error', resolve)))).toContain('403');
  });
});

describe('a server with keys', () => {
  beforeAll(async () => {
    const reader = '--tenant north --scope read --mode test';
    const till = '--tenant north --scope update';
    for (const [name, args] of Object.entries({ north: '--tenant north', south: '--tenant south', reader, till }))
      keys[name] = await cli('create', '--name', name, ...args.split(' '));
    await until(async () => (await send(keys.till, '/api/esl/labels')).status === 403);
  });

  test('shows without a key what it is, and nothing else', async () => {
    const open = ['/', '/api', '/openapi.json', '/health', '/problems/unauthorized', '/api/esl/layouts/schema.json'];
    for (const path of open) expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    expect((await send(undefined, '/api')).body).toMatchObject({
      authentication: { required: true, scopes: { manage: expect.stringContaining('delete') as unknown } },
    });
    const document = (await send(undefined, '/openapi.json')).body as unknown as {
      paths: Record<string, Record<string, { security?: unknown }>>;
    };
    const scopeOf = (path: string, method: string) => document.paths[path]![method]!.security;
    expect(scopeOf('/api/esl/update', 'post')).toEqual([{ key: ['update'] }]);
    expect(scopeOf('/api/esl/labels/{id}', 'get')).toEqual([{ key: ['read'] }]);
    expect(scopeOf('/api/esl/labels/{id}', 'delete')).toEqual([{ key: ['manage'] }]);
    expect(document.paths['/health']!.get!.security).toBeUndefined();
  });

  test('requires a key in its header, and its scope', async () => {
    const challenge = 'Bearer realm="esl-simulator"';
    const none = await send(undefined, '/api/esl/labels');
    expect([none.status, none.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(none.headers.get('www-authenticate')).toBe(challenge);
    expect(none.headers.get('content-type')).toBe('application/problem+json');
    for (const key of [keys.north!.slice(0, -1), 'esl_live_000000000000_secret']) {
      const { status, headers, body } = await send(key, '/api/esl/update', { body: milk });
      expect([status, headers.get('www-authenticate')]).toEqual([401, `${challenge}, error="invalid_token"`]);
      expect(body.detail).toContain('is not whole');
      // It took nothing from a budget.
      expect(headers.get('ratelimit')).toBeNull();
    }
    const lacking = await send(keys.reader, '/api/esl/update', { body: milk });
    expect([lacking.status, lacking.body.code, lacking.headers.get('www-authenticate')]).toEqual([
      403,
      'VALIDATION_ERROR',
      `${challenge}, error="insufficient_scope", scope="update"`,
    ]);
  });

  test('shows how to send one, without saying it', async () => {
    const { body } = await send(keys.reader, '/api/esl/example');
    expect(body.curl).toContain(' -H "Authorization: Bearer $ESL_KEY" ');
  });

  test('makes the label default for a new tenant, whichever of many requests is first', async () => {
    const first = await Promise.all(Array.from({ length: 10 }, () => send(keys.south, '/api/esl/labels/default')));
    expect(first.map(({ status, body }) => [status, body.label.revision])).toEqual(first.map(() => [200, 0]));
  });

  test('keeps answers of one key out of caches for another', async () => {
    await send(keys.north, '/api/esl/update', { body: milk });
    const authorised = { headers: { Authorization: `Bearer ${keys.north}` } };
    const { headers } = await fetch(`${server.url}/api/esl/labels/default/revisions/1/image.png`, authorised);
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(headers.get('vary')).toBe('Origin, Authorization');
  });

  test('counts by key', async () => {
    const left = async (key: string) =>
      Number((await send(keys[key], '/api/esl/update', { body: milk })).headers.get('x-ratelimit-remaining'));
    const [north, south] = [await left('north'), await left('south')];
    expect(south).toBe(19);
    expect([await left('north'), await left('south')]).toEqual([north - 1, south - 1]);
  });

  test('takes both keys of a rotation, and refuses a revoked one within 2 s, its streams too', async () => {
    const id = readKey(keys.north!)!.id;
    await send(keys.north, '/api/esl/labels/a', { method: 'PUT', body: {} });
    keys.next = await cli('rotate', id, '--overlap', '9999d');
    await until(async () => (await send(keys.next, '/api/esl/labels/a')).status === 200);
    expect((await send(keys.north, '/api/esl/labels/a')).status).toBe(200);
    const stream = await follow(keys.north);
    await cli('revoke', id);
    const revoked = performance.now();
    await until(async () => (await send(keys.north, '/api/esl/labels/a')).status === 401);
    expect(await stream.text).toMatch(farewell);
    expect(performance.now() - revoked).toBeLessThan(2_000);
    expect((await send(keys.north, '/api/esl/labels/a')).body.detail).toBe('The key was revoked');
    expect((await send(keys.next, '/api/esl/labels/a')).status).toBe(200);
  });

  test('writes no key into logs and errors, wherever it was sent', async () => {
    const key = keys.all!;
    const odd = [
      send(key, `/api/esl/labels/${key}`),
      send(key, `/${key}`),
      send(key, `/api/esl/${encodeURIComponent(key).replaceAll('_', '%5F')}`),
      send(key, '/api/esl/update', { body: { ...milk, price: key, [key]: key } }),
      send(key, `/api/esl/labels?after=${key}`),
      send(key, '/api/esl/update', { body: milk, headers: { 'X-ESL-Simulate': key } }),
      send(key, '/api/esl/update', { body: milk, headers: { 'X-ESL-Simulate': 'server_error' } }),
      send(key, '/api/esl/update', { body: milk, headers: { 'Idempotency-Key': key.repeat(4) } }),
      send(undefined, '/api', { headers: { Authorization: key } }),
    ];
    const answers = await Promise.all(odd);
    for (const { body } of answers)
      for (const one of Object.values(keys)) expect(JSON.stringify(body)).not.toContain(one.slice(22, 40));
    await server.stop();
    expect(server.output.stderr).toContain('"msg":"answered"');
    for (const one of Object.values(keys)) expect(server.output.stderr).not.toContain(one.slice(22, 40));
  });

  test('requires them after a new start, and warns of the access point', async () => {
    server = await startServer(env);
    expect((await send(keys.next, '/api/esl/labels/a')).status).toBe(200);
    expect((await send(undefined, '/api/esl/labels/a')).status).toBe(401);
    expect(server.output.stderr).toContain('The access point of OEPL_PORT refuses all requests');
  });
});
