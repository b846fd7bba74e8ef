import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { readDatabaseUrl } from '../../../server/config.js';
import { type Balancer, balancers } from '../../support/balancer/balancer.js';
import { startNameServer } from '../../support/balancer/name-server.js';
import { canResolve, startResolving } from '../../support/balancer/nginx.js';
import { codes } from '../../../server/fields/problem.js';
import { freePort, until } from '../../support/socket.js';
import { share } from '../../support/labels/share.js';
import { type RunningServer, call, milk, startServer } from '../../support/server.js';

describe.each(share([...balancers].reverse(), 2))('three servers behind %s', (name, start) => {
  let servers: readonly RunningServer[];
  let balancer: Balancer;
  beforeAll(async () => {
    const env = { RATE_LIMIT: '100000', TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'info' };
    servers = await Promise.all([1, 2, 3].map(() => startServer(env)));
    balancer = await start(servers.map(({ port }) => port));
  });
  afterAll(async () => {
    await balancer.stop();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const update = () => call(`${balancer.url}/api/esl/update`, { body: milk });

  test('get a share of the requests each, with the address of the client and the id of the request', async () => {
    const headers = { 'X-Request-Id': 'till-7.request', 'X-Forwarded-For': '203.0.113.9' };
    for (let i = 0; i < 12; i++)
      expect((await call(`${balancer.url}/api/esl/update`, { body: milk, headers })).headers.get('x-request-id')).toBe(
        'till-7.request',
      );
    for (const { url, output } of servers) {
      expect((await call(`${url}/api/esl/labels/default`)).body.label.revision).toBe(4);
      // What a stranger says of himself is not believed.
      expect(output.stderr).toContain('"request_id":"till-7.request","client":"127.0.0.1"');
      expect(output.stderr).not.toContain('203.0.113.9');
    }
  });

  test('say in their own words that a body is too large', async () => {
    // More than nginx lets through by itself, and less than the server reads on before it closes.
    const { status, body } = await call(`${balancer.url}/api/esl/update`, { body: ' '.repeat(1_200_000) });
    expect([status, body.errors[0]!.reason]).toEqual([413, 'body_too_large']);
  });

  if (name === 'nginx')
    test('keep their metrics from strangers', async () => {
      expect((await fetch(`${balancer.url}/metrics`)).status).toBe(404);
      expect((await fetch(`${balancer.url}/health/ready`)).status).toBe(200);
    });

  if (name === 'nginx')
    test('are described by problem documents where nginx answers itself', async () => {
      const problem = async (path: string, init: RequestInit, status: number, code: string) => {
        const response = await fetch(balancer.url + path, init);
        const headers = { 'X-Request-Id': response.headers.get('x-request-id') };
        expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
        const body = (await response.json()) as Record<string, unknown>;
        expect(Array.isArray(body.errors)).toBe(code === 'VALIDATION_ERROR');
        expect(body).toMatchObject({ success: false, code, status, request_id: headers['X-Request-Id'] });
        expect([codes[code as keyof typeof codes].type, codes[code as keyof typeof codes].title]).toEqual([
          body.type,
          body.title,
        ]);
      };
      await problem('/metrics', {}, 404, 'NOT_FOUND');
      await problem('/.problem.json', {}, 404, 'NOT_FOUND');
      const large = { method: 'POST', body: ' '.repeat(4_200_000) };
      await problem('/api/esl/update', large, 413, 'VALIDATION_ERROR');
      await problem(`/${'a'.repeat(9000)}`, {}, 414, 'VALIDATION_ERROR');
      await problem('/api', { headers: { 'X-Long': 'a'.repeat(9000) } }, 431, 'VALIDATION_ERROR');
      const plain = { headers: { Accept: 'application/json', 'X-Request-Id': 'till"7.request' } };
      const response = await fetch(`${balancer.url}/metrics`, plain);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toMatchObject({ request_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    });

  test('lose no request when the second is stopped (fault 38)', async () => {
    let done = false;
    const statuses: number[] = [];
    const tills = Array.from({ length: 8 }, async () => {
      while (!done) statuses.push((await update()).status);
    });
    while (statuses.length < 50) await delay(10);
    expect(await servers[1]!.stop()).toBe(0);
    const stopped = statuses.length;
    while (statuses.length < stopped + 50) await delay(10);
    done = true;
    await Promise.all(tills);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('pass events at once, and a last word when they stop', async () => {
    const stream = await fetch(`${balancer.url}/api/esl/labels/default/events`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (words: string) => {
      while (!text.includes(words)) text += (await reader.read()).value!;
    };
    await readUntil('retry: ');
    for (let i = 0; i < 3; i++) await update();
    await readUntil('event: label.updated');
    await Promise.all(servers.map((server) => server.stop()));
    await readUntil('"reason":"stopping"');
    expect((await reader.read()).done).toBe(true);
    if (name !== 'nginx') return;
    const { status, body, headers: answered } = await update();
    expect([status, body.code, answered.get('retry-after')]).toEqual([502, 'SERVER_ERROR', '2']);
  });
});

(canResolve() ? test : test.skip)('nginx finds a server again whose address has changed', async () => {
  const port = await freePort();
  const names = await startNameServer('127.0.0.2');
  const server = await startServer({ HOST: '127.0.0.2', PORT: String(port), ALLOWED_HOSTS: '*' });
  const nginx = await startResolving(port, names.port);
  const answers = () => fetch(`${nginx.url}/health/live`).then(({ status }) => status === 200);
  await until(answers);
  await server.stop();
  const moved = await startServer({ HOST: '127.0.0.3', PORT: String(port), ALLOWED_HOSTS: '*' });
  names.move('127.0.0.3');
  await until(answers);
  await nginx.stop();
  await moved.stop();
  names.stop();
});

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly pull_policy?: string;
  readonly stop_grace_period?: string;
  readonly environment: { readonly DATABASE_URL: string };
}

test('compose.many.yaml passes on a password with any characters', () => {
  const { services } = parse(readFileSync('compose.many.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  process.env.PGPASSWORD = 'p@ss/w:rd#%';
  const { DATABASE_URL } = services['esl-1']!.environment;
  const { user, password, host, database } = new pg.Client({ connectionString: readDatabaseUrl({ DATABASE_URL }) });
  delete process.env.PGPASSWORD;
  expect([user, password, host, database]).toEqual(['esl', 'p@ss/w:rd#%', 'database', 'esl']);
});

test('each problem of nginx has the type and the title of its code', () => {
  const lines = Array.from(
    readFileSync('.docker/nginx.conf', 'utf8').matchAll(/"type":"([^"]+)","title":"([^"]+)","code":"(\w+)"/g),
    ([, ...words]) => words,
  );
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const [type, title, code] of lines) expect(codes[code as keyof typeof codes]).toMatchObject({ type, title });
});

test('compose.many.yaml starts the servers that nginx knows', () => {
  const [nginx, compose] = ['.docker/nginx.conf', 'compose.many.yaml'].map((file) => readFileSync(file, 'utf8'));
  const names = Array.from(nginx!.matchAll(/server (\S+):3000/g), ([, name]) => name);
  const { services } = parse(compose!, { merge: true }) as { services: Record<string, Service> };
  const servers = Object.entries(services).filter(([, { image }]) => image === 'esl-simulator');
  expect(names).toEqual(servers.map(([name]) => name));
  expect(names).toHaveLength(3);
  // One build, and time to stop: 10 s for requests.
  expect(servers.map(([, { build }]) => build)).toEqual(['.', undefined, undefined]);
  expect(servers.map(([, one]) => [one.pull_policy, one.stop_grace_period])).toEqual(Array(3).fill(['never', '15s']));
  // Event streams are not buffered.
  const [, unbuffered] = /location ~ (\S+) \{[^}]*proxy_buffering off;/.exec(nginx!)!;
  const paths = ['/api/esl/events', '/api/esl/labels/default/events', '/api/esl/labels/events', '/api/esl/requests'];
  expect(paths.map((path) => new RegExp(unbuffered!).test(path))).toEqual([true, true, false, false]);
  const [, port] = /listen (\d+);/.exec(nginx!)!;
  expect(compose).toContain(`:${port}:${port}'`);
  expect(compose).toContain('./.docker/nginx.conf:/etc/nginx/nginx.conf:ro');
  // Docker's name server, asked again for each server, as a container that is made again may have another address.
  expect(nginx).toMatch(/^ *resolver 127\.0\.0\.11 valid=\d+s/m);
  expect(nginx).toMatch(/upstream esl \{\n +zone /);
  expect(nginx!.match(/server esl-\d:3000 .* resolve;/g)).toHaveLength(3);
  const [, minor] = /image: nginx:1\.(\d+)-alpine/.exec(compose!)!;
  expect(Number(minor)).toBeGreaterThanOrEqual(28);
});
