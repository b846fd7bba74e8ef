import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { openStore } from '../../server/labels/store/url.js';
import {
  clientKey,
  createMemoryLimiter,
  createSqliteLimiter,
  rateHeaders,
  type Standing,
} from '../../server/http/limiter.js';
import {
  type Answer,
  type RunningServer,
  call,
  milk,
  post,
  raw,
  startServer,
  temporaryFolder,
} from '../support/server.js';

const folder = temporaryFolder();
const servers: RunningServer[] = [];
const start = async (env: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
  const server = await startServer({ RATE_WINDOW_S: '600', ...env });
  servers.push(server);
  return server;
};
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  folder.remove();
});

const update = (server: RunningServer, headers: Record<string, string> = {}, body: unknown = milk): Promise<Answer> =>
  call(`${server.url}/api/esl/update`, { body, headers });
const passed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;

describe('exactly the quota passes', () => {
  test('of 200 updates at once', async () => {
    const server = await start();
    const answers = await Promise.all(Array.from({ length: 200 }, () => update(server)));
    expect(passed(answers)).toBe(10);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    const { body } = await call(`${server.url}/api/esl/labels/default/revisions`);
    expect(body.revisions).toHaveLength(10);
  });

  test('of 200 updates at once over two processes on one file', async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder.path, 'two.db')}` };
    const pair = await Promise.all([start(env), start(env)]);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => update(pair[i % 2]!)));
    expect(passed(answers)).toBe(10);
  });

  test('again in the next window', async () => {
    const server = await start({ RATE_LIMIT: '1', RATE_WINDOW_S: '1' });
    let answer = await update(server);
    // On a slow machine more than a second may pass between two of them.
    for (let i = 0; i < 20 && answer.status === 200; i++) answer = await update(server);
    expect(answer.status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1000));
    expect((await update(server)).status).toBe(200);
  });
});

describe('every POST counts', () => {
  test('before its body is read, valid or not, on all labels in one budget', async () => {
    const server = await start({ RATE_LIMIT: '6' });
    const left = ({ headers }: Answer): string | null => headers.get('x-ratelimit-remaining');
    expect(left(await update(server))).toBe('5');
    expect(left(await update(server, {}, '{'))).toBe('4');
    expect(left(await update(server, { 'Content-Type': 'text/plain' }))).toBe('3');
    expect(left(await call(`${server.url}/api/esl/labels/default/update`, { body: milk }))).toBe('2');
    expect(left(await call(`${server.url}/api/esl/labels/nobody/update`, { body: milk }))).toBe('1');
    const short = await raw(server.port, post('{}').slice(0, -1), { end: true });
    expect([short.status, short.headers['x-ratelimit-remaining']]).toEqual([408, '0']);
    expect((await update(server, {}, '{')).status).toBe(429);
  });

  test('but GET, HEAD, OPTIONS and other operations never do', async () => {
    const server = await start();
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await call(`${server.url}/api/esl/labels/default`, { method })).headers.get('ratelimit')).toBeNull();
    await call(`${server.url}/api/esl/labels/x`, { method: 'PUT', body: {} });
    expect((await update(server)).headers.get('x-ratelimit-remaining')).toBe('9');
  });

  test('and a stranger can not pass for another by a header', async () => {
    const server = await start({ RATE_LIMIT: '3' });
    const answers: Answer[] = [];
    for (let i = 0; i < 4; i++) answers.push(await update(server, { 'X-Forwarded-For': `203.0.113.${i}` }));
    expect(passed(answers)).toBe(3);
  });

  test('for the client behind our own proxies, where there are some', async () => {
    const server = await start({ RATE_LIMIT: '1', TRUST_PROXY_HOPS: '1' });
    const from = async (chain: string) => (await update(server, { 'X-Forwarded-For': chain })).status;
    expect(await from('203.0.113.1')).toBe(200);
    expect(await from('198.51.100.7, 203.0.113.1')).toBe(429);
    expect(await from('203.0.113.2')).toBe(200);
    expect(await from('2001:db8:1:2::1')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
  });
});

describe('the headers', () => {
  test('say where a client stands, in the words of the draft and of habit', async () => {
    const server = await start({ RATE_LIMIT: '1' });
    const seconds = () => Math.ceil(Date.now() / 1000);
    const before = seconds();
    const { headers } = await update(server);
    expect(headers.get('ratelimit-policy')).toBe('"update";q=1;w=600');
    expect(headers.get('ratelimit')).toBe('"update";r=0;t=600');
    expect(headers.get('x-ratelimit-limit')).toBe('1');
    const reset = Number(headers.get('x-ratelimit-reset')) - 600;
    expect([reset >= before, reset <= seconds()]).toEqual([true, true]);
    const refused = await update(server);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, 'violated-policies': ['update'] });
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after));
    expect(refused.body.retry_after).toBeGreaterThanOrEqual(600 - (seconds() - before));
    expect(refused.body.retry_after).toBeLessThanOrEqual(600);
    for (const name of ['RateLimit', 'Retry-After', 'ETag', 'X-Request-Id', 'Location'])
      expect(headers.get('access-control-expose-headers')!.split(', ')).toContain(name);
  });

  test('are made from a standing alone', () => {
    const standing: Standing = {
      policy: { name: 'update', quota: 10, windowS: 60 },
      admitted: true,
      remaining: 9,
      resetS: 60,
    };
    expect(rateHeaders(standing, new Date(1_000_000))).toMatchObject({
      RateLimit: '"update";r=9;t=60',
      'X-RateLimit-Reset': '1060',
    });
  });
});

describe('a client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
  ])('at %s is counted as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  test.each(['memory:', `sqlite:${join(folder.path, 'told.db')}`])(
    'that waits as long as it is told passes, and not a second earlier: %s',
    async (url) => {
      const { store, quotas } = await openStore(url);
      const policy = { name: 'update', quota: 1, windowS: 60 };
      const limiter = quotas ? createSqliteLimiter(policy, quotas) : createMemoryLimiter(policy);
      const start = Date.now();
      const clock = jest.spyOn(Date, 'now');
      const at = (ms: number) => {
        clock.mockReturnValue(start + ms);
        return limiter.consume('a');
      };
      try {
        expect(await at(0)).toMatchObject({ admitted: true, resetS: 60 });
        expect(await at(1)).toMatchObject({ admitted: false, resetS: 60 });
        expect(await at(999)).toMatchObject({ admitted: false, resetS: 60 });
        expect(await at(1000)).toMatchObject({ admitted: false, resetS: 59 });
        expect(await at(58_500)).toMatchObject({ admitted: false, resetS: 2 });
        expect(await at(59_999)).toMatchObject({ admitted: false, resetS: 1 });
        expect(await at(58_500 + 2000)).toMatchObject({ admitted: true, resetS: 60 });
      } finally {
        clock.mockRestore();
        limiter.close();
        await store.close();
      }
    },
  );

  test('that comes when the memory is full shares its budget with the others that do', async () => {
    const limiter = createMemoryLimiter({ name: 'x', quota: 2, windowS: 60 }, 3);
    for (const client of ['a', 'b', 'c']) expect((await limiter.consume(client)).remaining).toBe(1);
    expect((await limiter.consume('d')).remaining).toBe(1);
    expect((await limiter.consume('e')).remaining).toBe(0);
    expect((await limiter.consume('f')).admitted).toBe(false);
    expect((await limiter.consume('a')).admitted).toBe(true);
  });
});

describe('X-ESL-Simulate', () => {
  test('shows each failure without touching state or quota', async () => {
    const server = await start();
    const simulated = (name: string, body: unknown = milk) => update(server, { 'X-ESL-Simulate': name }, body);
    const limited = await simulated('rate_limit');
    expect([limited.status, limited.body.code, limited.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      '600',
    ]);
    const failed = await simulated('server_error');
    expect([failed.status, failed.body.code]).toEqual([500, 'SERVER_ERROR']);
    const unknown = await simulated('rate_limt');
    expect(unknown.body.errors).toMatchObject([{ field: 'X-ESL-Simulate', reason: 'unknown_value' }]);
    const begin = performance.now();
    const [slow, wrong] = await Promise.all([simulated('slow'), simulated('slow', {})]);
    expect(performance.now() - begin).toBeGreaterThan(2900);
    expect([slow.status, slow.body.label.revision, slow.body.label.content.price]).toEqual([200, 1, '3.50']);
    expect(wrong.body.code).toBe('MISSING_FIELDS');
    const { body } = await call(`${server.url}/api/esl/labels/default`);
    expect(body.label.revision).toBe(0);
    expect((await update(server)).headers.get('x-ratelimit-remaining')).toBe('9');
  });

  test('does nothing where it is off', async () => {
    const server = await start({ SIMULATE: 'off' });
    expect((await update(server, { 'X-ESL-Simulate': 'server_error' })).status).toBe(200);
  });
});
