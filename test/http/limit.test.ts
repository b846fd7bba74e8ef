import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { costs } from '../../server/http/budgets/costs.js';
import { openBackend } from '../../server/labels/store/url.js';
import { makeKey } from '../../server/keys/text.js';
import { clientKey } from '../../server/http/client.js';
import { createMemoryLimiter } from '../../server/labels/store/memory-limiter.js';
import { startHere } from '../support/here.js';
import { type Answer, call, milk, post, raw, type RunningServer, temporaryFolder } from '../support/server.js';
import { serveApp } from '../support/app.js';
import { useServer } from '../support/use-server.js';

const folder = temporaryFolder();
const start = (env: Readonly<Record<string, string>> = {}) => startHere({ RATE_WINDOW_S: '600', ...env });

const update = (server: RunningServer, headers: Record<string, string> = {}, body: unknown = milk): Promise<Answer> =>
  call(`${server.url}/api/esl/update`, { body, headers });
const left = ({ headers }: Answer): string | null => headers.get('x-ratelimit-remaining');
const passed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;

test('exactly the quota passes of 60 concurrent updates over two servers on one file (fault 7)', async () => {
  const env = { DATABASE_URL: `sqlite:${folder.at('two.db')}` };
  const pair = await Promise.all([start(env), start(env)]);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => update(pair[i % 2]!)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  // On a busy disk, one that was let in may find the file locked for too long.
  const busy = answers.filter(({ status }) => status === 503);
  expect(passed(answers) + busy.length).toBe(10);
});

describe('every POST counts', () => {
  test('before its body is read, valid or not, on all labels in one budget', async () => {
    const server = await start({ RATE_LIMIT: '6' });
    expect(left(await update(server))).toBe('5');
    expect(left(await update(server, {}, '{'))).toBe('4');
    expect(left(await update(server, { 'Content-Type': 'text/plain' }))).toBe('3');
    expect(left(await call(`${server.url}/api/esl/labels/default/update`, { body: milk }))).toBe('2');
    expect(left(await call(`${server.url}/api/esl/labels/absent/update`, { body: milk }))).toBe('1');
    const short = await raw(server.port, post('{}').slice(0, -1), { end: true });
    expect([short.status, short.headers['x-ratelimit-remaining']]).toEqual([408, '0']);
    expect((await update(server, {}, '{')).status).toBe(429);
  });

  test('and a client can not pass for another by a header (fault 17)', async () => {
    const server = await start({ RATE_LIMIT: '3' });
    const answers: Answer[] = [];
    for (let i = 0; i < 4; i++) answers.push(await update(server, { 'X-Forwarded-For': `203.0.113.${i}` }));
    expect(passed(answers)).toBe(3);
  });

  test('for the client before our own proxies, if there are any (fault 16)', async () => {
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

describe('updates of the studio on the machine of the server', () => {
  /** The headers of its page, sent as a browser does; `fetch` may not set them. */
  const ask = (
    url: string,
    { origin = url, site = 'same-origin', host = new URL(url).host, ...more }: Readonly<Record<string, string>> = {},
  ) =>
    new Promise<string>((resolve, reject) => {
      const usual = { Host: host, Origin: origin, 'Sec-Fetch-Site': site, 'Content-Type': 'application/json' };
      const address = `${url.replace('localhost', '127.0.0.1')}/api/esl/update`;
      const asking = httpRequest(address, { method: 'POST', headers: { ...usual, ...more } });
      asking.on('error', reject).on('response', (answer) => {
        answer.resume();
        resolve(String(answer.headers['ratelimit-policy']));
      });
      asking.end(JSON.stringify(milk));
    });
  const [own, usual] = ['"studio";q=1000;w=60', '"update";q=10;w=600'];

  test('have their own budget; those of any other page or client do not', async () => {
    const server = await start();
    const { url, port } = server;
    for (const name of ['127.0.0.1', '[::1]', 'localhost']) {
      const host = `${name}:${port}`;
      expect([name, await ask(url, { host, origin: `http://${host}` })]).toEqual([name, own]);
    }
    const others: readonly Readonly<Record<string, string>>[] = [
      { origin: 'https://shop.example' },
      { origin: 'null' },
      { origin: `http://localhost:${port + 1}` },
      { origin: `https://localhost:${port}` },
      { site: 'same-site' },
      { site: 'cross-site' },
      { site: 'none' },
      { site: '' },
      { 'X-Forwarded-For': '203.0.113.1' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Real-IP': '203.0.113.1' },
      { Forwarded: 'for=203.0.113.1' },
      { Via: '1.1 proxy' },
    ];
    for (const headers of others) expect([headers, await ask(url, headers)]).toEqual([headers, usual]);
    // The ten of tills are those of curl: the studio has left them.
    expect((await update(server)).headers.get('ratelimit-policy')).toBe(usual);
    const foreign = await start({ ALLOWED_HOSTS: '*' });
    const host = `evil.example:${foreign.port}`;
    expect(await ask(foreign.url, { host, origin: `http://${host}` })).toBe(usual);
  });

  test('have it behind trusted proxies, too, by the address that those name', async () => {
    const { url } = await start({ TRUST_PROXY_HOPS: '1' });
    expect(await ask(url)).toBe(own);
    expect(await ask(url, { 'X-Forwarded-For': '203.0.113.1, 127.0.0.1' })).toBe(own);
    for (const address of ['203.0.113.1', '127.0.0.1, 203.0.113.1', 'nonsense', '2001:db8::1'])
      expect([address, await ask(url, { 'X-Forwarded-For': address })]).toEqual([address, usual]);
  });

  test('have the budget of their key where keys are set', async () => {
    const key = makeKey('test').text;
    const { url } = await start({ API_KEYS: key });
    expect(await ask(url, { Authorization: `Bearer ${key}` })).toBe(usual);
  });

  test.each([
    ['9', '"studio";q=9;w=600'],
    ['11', own],
    ['5000', '"studio";q=5000;w=60'],
  ])('are limited by RATE_LIMIT=%s only if it is stricter than usual, or more', async (limit, policy) => {
    const { url } = await start({ RATE_LIMIT: limit });
    expect(await ask(url)).toBe(policy);
  });
});

test('the headers show what is left, in the form of the draft and in the usual one', async () => {
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
  for (const name of ['RateLimit', 'Retry-After', 'ETag', 'X-Request-Id', 'Location', 'WWW-Authenticate'])
    expect(headers.get('access-control-expose-headers')!.split(', ')).toContain(name);
});

describe('a client', () => {
  let clocks: readonly jest.Spied<() => number>[] = [];
  /** From now on both clocks, that of the day and the steady one, show these milliseconds. */
  const show = (...ms: readonly [wall: number, steady: number]) => {
    clocks = [jest.spyOn(Date, 'now'), jest.spyOn(performance, 'now')];
    for (const [i, clock] of clocks.entries()) clock.mockReturnValue(ms[i]!);
  };
  afterEach(() => {
    for (const clock of clocks) clock.mockRestore();
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['203.0.113.9:1234', '203.0.113.9'],
    ['[2001:db8:1:2:3:4:5:6]:1234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
    ['nonsense:1', 'unknown'],
  ])('at %s is counted as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  const urls = ['memory:', `sqlite:${folder.at('limit.db')}`];
  test.each(urls)('passes after the wait that it was given, and not a second earlier: %s', async (url) => {
    const store = await openBackend(url);
    const policy = { name: 'update', quota: 1, windowS: 60 } as const;
    const limiter = store.limiter(policy);
    // In whole milliseconds: a sum of fractions may fall short of a second.
    const start = { wall: Date.now(), steady: Math.round(performance.now()) };
    const at = (ms: number) => {
      show(start.wall + ms, start.steady + ms);
      return limiter.consume('a');
    };
    expect(await at(0)).toMatchObject({ admitted: true, resetS: 60 });
    expect(await at(1)).toMatchObject({ admitted: false, resetS: 60 });
    expect(await at(999)).toMatchObject({ admitted: false, resetS: 60 });
    expect(await at(1000)).toMatchObject({ admitted: false, resetS: 59 });
    expect(await at(58_500)).toMatchObject({ admitted: false, resetS: 2 });
    expect(await at(59_999)).toMatchObject({ admitted: false, resetS: 1 });
    expect(await at(58_500 + 2000)).toMatchObject({ admitted: true, resetS: 60 });
    limiter.close();
    await store.close();
  });

  test('waits no longer when the clock is set back', async () => {
    const limiter = createMemoryLimiter({ name: 'view', quota: 1, windowS: 60 });
    show(7_200_000, 1000);
    expect(await limiter.consume('a')).toMatchObject({ admitted: true });
    show(0, 31_000);
    expect(await limiter.consume('a')).toMatchObject({ admitted: false, resetS: 30 });
    show(0, 61_000);
    expect(await limiter.consume('a')).toMatchObject({ admitted: true });
  });

  test('waits no longer than a window when the clock is set back by an hour, and its requests are counted all the same (fault 13)', async () => {
    const store = await openBackend(`sqlite:${folder.at('back.db')}`);
    const limiter = store.limiter({ name: 'update', quota: 2, windowS: 60 });
    show(7_200_000, performance.now());
    for (const remaining of [1, 0]) expect(await limiter.consume('a')).toMatchObject({ admitted: true, remaining });
    expect(await limiter.consume('a')).toMatchObject({ admitted: false });
    show(3_600_000, performance.now());
    expect(await limiter.peek('a')).toMatchObject({ admitted: true, remaining: 2 });
    for (const remaining of [1, 0])
      expect(await limiter.consume('a')).toMatchObject({ admitted: true, remaining, resetS: 60 });
    expect(await limiter.consume('a')).toMatchObject({ admitted: false, resetS: 60 });
    limiter.close();
    await store.close();
  });

  test('that comes when the memory is full shares its budget with the others that do (fault 15)', async () => {
    const limiter = createMemoryLimiter({ name: 'view', quota: 2, windowS: 60 }, 3);
    for (const client of ['a', 'b', 'c']) expect((await limiter.consume(client)).remaining).toBe(1);
    expect((await limiter.consume('d')).remaining).toBe(1);
    expect((await limiter.consume('e')).remaining).toBe(0);
    expect((await limiter.consume('f')).admitted).toBe(false);
    expect((await limiter.consume('a')).admitted).toBe(true);
  });
});

describe('each operation costs what the table says', () => {
  const plain = { title: 'Mine', description: 'For a test.', root: { type: 'box', children: [{ type: 'line' }] } };
  const label = '/api/esl/labels/default';
  const asks: Readonly<Record<string, readonly [method: string, path: string, body?: unknown, type?: string]>> = {
    update: ['POST', '/api/esl/update', milk],
    updateLabel: ['POST', `${label}/update`, milk],
    updateLabels: ['POST', '/api/esl/updates', [1, 2, 3].map(() => ({ label: 'default', ...milk }))],
    preview: ['POST', '/api/esl/preview', milk],
    bindLabel: ['PUT', '/api/esl/labels/x', {}],
    putLayout: ['PUT', '/api/esl/layouts/x', plain],
    listLabels: ['GET', '/api/esl/labels'],
    listRevisions: ['GET', `${label}/revisions`],
    listLayouts: ['GET', '/api/esl/layouts'],
    listRequests: ['GET', '/api/esl/requests'],
    getImage: ['GET', `${label}/image.png?scale=8`],
    getRefresh: ['GET', `${label}/refresh.png`],
    getFrame: ['GET', `${label}/frame.bin`],
    encodeFrame: ['POST', '/api/esl/devices/solum-m2-2.9-bwr/encode', milk],
    decodeFrame: ['POST', '/api/esl/devices/solum-m2-2.9-bwr/decode', Buffer.alloc(4736)],
    playTrace: ['POST', '/api/esl/devices/gooddisplay-gdey029z90/play', Buffer.from('{}'), 'application/x-ndjson'],
    getRevisionImage: ['GET', `${label}/revisions/1/image.png?view=panel&scale=5`],
    deleteLabel: ['DELETE', '/api/esl/labels/x'],
    deleteLayout: ['DELETE', '/api/esl/layouts/x'],
    putWebhook: ['PUT', '/api/esl/webhooks/x', { url: 'https://shop.example/esl' }],
    listWebhooks: ['GET', '/api/esl/webhooks'],
    getWebhook: ['GET', '/api/esl/webhooks/x'],
    listDeliveries: ['GET', '/api/esl/webhooks/x/deliveries'],
    sendDelivery: ['POST', '/api/esl/webhooks/x/deliveries/1/send'],
    deleteWebhook: ['DELETE', '/api/esl/webhooks/x'],
  };
  const policy = { update: [10, 600], preview: [1200, 60], view: [600, 60] } as const;
  const priced = Object.entries(costs).flatMap(([operation, cost]) => (cost ? [{ operation, ...cost }] : []));
  const fixed = priced.flatMap(({ operation, budget, points }) =>
    typeof points === 'number' ? [[operation, budget, points] as const] : [],
  );

  let clients = 0;
  const server = useServer({ RATE_WINDOW_S: '600', TRUST_PROXY_HOPS: '1' });

  test('the test asks for each of them', () => {
    expect(Object.keys(asks).sort()).toEqual(priced.map(({ operation }) => operation).sort());
  });

  const others = [
    ['updateLabels', 'update', 3],
    ['getImage', 'view', 8],
    ['getRevisionImage', 'view', 4],
  ] as const;
  test.each([...fixed, ...others])('%s: from the budget %s %d a request', async (operation, budget, points) => {
    // Each by another client, with a full budget.
    const client = { 'X-Forwarded-For': `198.51.100.${++clients}` };
    await update(server, client);
    const [method, path, body, type = 'application/octet-stream'] = asks[operation]!;
    const ask = () =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { ...client, 'Content-Type': body instanceof Buffer ? type : 'application/json' },
        ...(body !== undefined && { body: body instanceof Buffer ? body : JSON.stringify(body) }),
      });
    const spent = budget === 'update' ? 1 : 0;
    const [quota, windowS] = policy[budget];
    const { headers, status } = await ask();
    // No event has been delivered that could be sent again.
    expect(status).toBeLessThan(operation === 'sendDelivery' ? 405 : 300);
    expect(headers.get('ratelimit-policy')).toBe(`"${budget}";q=${quota};w=${windowS}`);
    expect(headers.get('x-ratelimit-remaining')).toBe(String(quota - spent - points));
    expect(headers.get('x-ratelimit-limit')).toBe(String(quota));
  });

  test('and GET /api says so, with the limits', async () => {
    const { body } = await call(`${server.url}/api`);
    const said = body.endpoints.filter(({ budget }) => budget !== undefined);
    expect(said).toHaveLength(priced.length);
    const limits = { update: '10 in 600 s', preview: '1200 in 60 s', view: '600 in 60 s' } as const;
    const dearer: string[] = [];
    for (const { method, path, ...one } of said as unknown as readonly Readonly<
      Record<'method' | 'path' | 'budget' | 'limit' | 'cost', string>
    >[]) {
      expect([path, one.limit]).toEqual([path, limits[one.budget as keyof typeof limits]]);
      if (`${one.budget} ${one.cost}` !== 'view 1') dearer.push(`${method} ${path}: ${one.budget} ${one.cost}`);
    }
    const imageCost =
      'view scale² / 8, rounded up, or scale² in the view tag, if the image must be drawn; stored and cached images are free';
    expect(dearer.sort()).toEqual([
      'DELETE /api/esl/labels/{id}: preview 1',
      'DELETE /api/esl/layouts/{id}: preview 1',
      `GET /api/esl/labels/{id}/image.png: ${imageCost}`,
      'GET /api/esl/labels/{id}/refresh.png: view 20',
      `GET /api/esl/labels/{id}/revisions/{revision}/image.png: ${imageCost}`,
      'POST /api/esl/devices/{id}/decode: preview 1',
      'POST /api/esl/devices/{id}/encode: preview 1',
      'POST /api/esl/devices/{id}/play: preview 20',
      'POST /api/esl/labels/{id}/update: update 1',
      'POST /api/esl/preview: preview 1',
      'POST /api/esl/update: update 1',
      'POST /api/esl/updates: update 1 for each update',
      'POST /api/esl/webhooks/{id}/deliveries/{number}/send: view 10',
      'PUT /api/esl/labels/{id}: preview 1',
      'PUT /api/esl/layouts/{id}: preview 1',
    ]);
    const quotas = Object.entries({ preview: 1200, view: 600, studio: 1000 });
    const ofMinutes = quotas.map(([name, quota]) => ({ name, quota, window_s: 60 }));
    expect(body.limits).toMatchObject({
      ...{ body_bytes: 16_384, body_bytes_with_layout: 262_144, body_bytes_of_frame: 2_097_152 },
      bulk: { updates: 1000, body_bytes: 1_048_576 },
      layout: { nodes: 500, depth: 16, conditions: 20, tests: 160, rows: 32, bytes: 262_144, pixels: 1_048_576 },
      picture: { bytes: 4_194_304, pixels: 4_194_304, scans: 32 },
      codes: { code128: 256, qr: 2331 },
      animation: { frames: 64, pixels: 8_388_608 },
      ...{ image_pixels: 100_000_000, work: { units: 350_000, ms: 2000 } },
      ...{ layouts: { count: 1000, bytes: 16_777_216 }, layout_page_bytes: 1_048_576 },
      ...{ revisions_kept: 50, requests_kept: 50, streams: 4 },
      timeouts: { head_ms: 5000, body_pause_ms: 10_000, request_ms: 300_000, read_pause_ms: 30_000 },
      budgets: [{ name: 'update', quota: 10, window_s: 600 }, ...ofMinutes],
    });
  });

  test('lists that a client asks for at once wait for each other: none is refused', async () => {
    const { url } = await serveApp({});
    await call(`${url}/api/esl/update`, { body: milk });
    const lists = ['labels', 'labels/default/revisions', 'requests', 'layouts', 'devices'];
    const statuses = await Promise.all(
      lists.flatMap((list) => Array.from({ length: 40 }, async () => (await call(`${url}/api/esl/${list}`)).status)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('a stored image is free, and so is one that is made already', async () => {
    const server = await start();
    await update(server);
    const image = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${server.url}${label}/image.png${query}`, { headers });
      return [answer.status, answer.headers.get('x-ratelimit-remaining'), answer.headers.get('etag')!] as const;
    };
    expect((await image('')).slice(0, 2)).toEqual([200, null]);
    const [, left, etag] = await image('?view=panel');
    expect(left).toBe('599');
    expect((await image('?view=panel')).slice(0, 2)).toEqual([200, null]);
    expect((await image('?view=panel', { 'If-None-Match': etag })).slice(0, 2)).toEqual([304, null]);
    expect((await image('?scale=3'))[1]).toBe('597');
    expect((await call(`${server.url}${label}/image.png?scale=9`)).headers.get('ratelimit')).toBeNull();
  });

  test('and a budget that is used up refuses, and leaves the others', async () => {
    const { url } = await serveApp({}, ({ limiters }) => ({
      limiters: { ...limiters, view: createMemoryLimiter({ name: 'view', quota: 3, windowS: 60 }) },
    }));
    for (let i = 0; i < 3; i++) expect((await call(`${url}/api/esl/labels?limit=1`)).status).toBe(200);
    for (const path of ['labels?limit=1', 'labels/default/image.png?view=panel']) {
      const refused = await call(`${url}/api/esl/${path}`);
      expect(refused.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', 'violated-policies': ['view'] });
      expect(refused.body.detail).toContain('3 lists, webhooks, frames and images that must be made per 60 seconds');
    }
    expect((await fetch(`${url}/api/esl/labels/default/image.png`)).status).toBe(200);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await call(`${url}/api/esl/update`, { body: milk })).status).toBe(200);
    expect((await call(`${url}/api/esl/preview`, { body: { ...milk, price: '' } })).status).toBe(400);
  });
});

describe('X-ESL-Simulate', () => {
  test('shows each failure without touching state, and counts as any update does', async () => {
    const server = await start();
    const simulated = (name: string, body: unknown = milk) => update(server, { 'X-ESL-Simulate': name }, body);
    await update(server);
    const limited = await simulated('rate_limit');
    expect([limited.status, limited.body.code, left(limited)]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '0']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(590);
    const failed = await simulated('server_error');
    expect([failed.status, failed.body.code, left(failed)]).toEqual([500, 'SERVER_ERROR', '7']);
    const unknown = await simulated('rate_limt');
    expect(unknown.body.errors).toMatchObject([{ field: 'X-ESL-Simulate', reason: 'unknown_value' }]);
    expect(unknown.headers.get('x-ratelimit-remaining')).toBe('6');
    const begin = performance.now();
    const [slow, wrong] = await Promise.all([simulated('slow', { ...milk, price: '9.99' }), simulated('slow', {})]);
    expect(performance.now() - begin).toBeGreaterThan(2900);
    // The label as it is: nothing was drawn.
    expect([slow.status, slow.body.label.revision, slow.body.label.content.price]).toEqual([200, 1, '3.50']);
    expect(wrong.body.code).toBe('MISSING_FIELDS');
    expect((await call(`${server.url}/api/esl/labels/default`)).body.label.revision).toBe(1);
    expect((await update(server)).headers.get('x-ratelimit-remaining')).toBe('3');
  });

  test('is refused as any update is when the budget is used up', async () => {
    const server = await start({ RATE_LIMIT: '1' });
    await update(server);
    for (const name of ['rate_limit', 'server_error', 'slow', 'nonsense'])
      expect([name, (await update(server, { 'X-ESL-Simulate': name })).status]).toEqual([name, 429]);
  });

  test('does nothing where it is off', async () => {
    const server = await start({ SIMULATE: 'off' });
    expect((await update(server, { 'X-ESL-Simulate': 'server_error' })).status).toBe(200);
  });
});
