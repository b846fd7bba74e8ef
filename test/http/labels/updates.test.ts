import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createContext, memoryStore } from '../../support/context.js';
import { serveApp } from '../../support/app.js';
import { runHere } from '../../support/cli.js';
import { startHere } from '../../support/here.js';
import { call, type JsonBody, milk, type RunningServer, temporaryFolder } from '../../support/server.js';
import { until } from '../../support/socket.js';

const folder = temporaryFolder();

interface Outcome {
  readonly status: number;
  readonly label: string | null;
  readonly revision?: number;
  readonly problem?: Omit<JsonBody, 'errors'> & Partial<Pick<JsonBody, 'errors'>>;
  readonly warnings?: readonly { readonly code: string }[];
  readonly replayed?: true;
}

type Headers = Readonly<Record<string, string>>;

async function bulk(url: string, updates: readonly object[] | string, headers: Headers = {}) {
  const { body, ...rest } = await call(`${url}/api/esl/updates`, { method: 'POST', body: updates, headers });
  return { ...rest, body: body as unknown as JsonBody & { outcomes: readonly Outcome[]; accepted: number } };
}

const lines = { 'Content-Type': 'application/x-ndjson' };
const bind = (url: string, id: string, binding: object = {}, headers: Headers = {}) =>
  call(`${url}/api/esl/labels/${id}`, { method: 'PUT', body: binding, headers });
const shown = async (url: string, id: string) => (await call(`${url}/api/esl/labels/${id}`)).body.label;
const short = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ status, label, revision, problem }) => [status, label, revision ?? problem?.errors?.[0]?.reason]);

describe('POST /api/esl/updates', () => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await startHere({ RATE_LIMIT: '5000' });
    for (const id of ['a', 'b']) await bind(server.url, id);
  });

  test('gives each update its own outcome, in their order, and applies those of one label in theirs', async () => {
    const { status, headers, body } = await bulk(server.url, [
      { label: 'a', ...milk },
      { label: 'none', ...milk },
      { label: 'b', ...milk, price: '3,50' },
      7 as unknown as object,
      { label: 'a', ...milk, price: '4.00', product_name: 'Milk\u200b' },
      { ...milk },
      { label: 'b', ...milk, prise: '1.00' },
    ]);
    expect(status).toBe(200);
    expect(short(body.outcomes)).toEqual([
      [200, 'a', 1],
      [404, 'none', 'not_found'],
      [400, 'b', 'format'],
      [400, null, 'not_an_object'],
      [200, 'a', 2],
      [400, null, 'missing'],
      [400, 'b', 'unknown_field'],
    ]);
    expect(body).toMatchObject({ accepted: 2, refused: 5, request_id: headers.get('x-request-id')! });
    expect(body.outcomes[4]!.warnings).toMatchObject([{ code: 'INVISIBLE_REMOVED' }]);
    expect(body.outcomes[1]!.problem).toMatchObject({ type: '/problems/not-found', request_id: body.request_id });
    expect(headers.get('x-ratelimit-remaining')).toBe('4993');
    expect(await shown(server.url, 'a')).toMatchObject({
      revision: 2,
      content: { price: '4.00', product_name: 'Milk' },
    });
  });

  test('reads a JSON object per line: a line that is no JSON has its own outcome', async () => {
    const update = JSON.stringify({ label: 'a', ...milk });
    const { body } = await bulk(server.url, `${update}\r\n\n{"label":"b",\n  \n${update}\n`, lines);
    expect(short(body.outcomes)).toEqual([
      [200, 'a', 1],
      [400, null, 'malformed_json'],
      [200, 'a', 2],
    ]);
  });

  test('draws the same as a single update does', async () => {
    await bulk(server.url, [{ label: 'a', ...milk }]);
    await call(`${server.url}/api/esl/labels/b/update`, { body: milk });
    const [one, other] = await Promise.all(['a', 'b'].map((id) => call(`${server.url}/api/esl/labels/${id}`)));
    expect(one!.body.image.sha256).toBe(other!.body.image.sha256);
  });

  test.each([
    ['[', 'malformed_json'],
    ['{}', 'not_an_array'],
    ['[]', 'too_few'],
    [JSON.stringify(Array.from({ length: 1001 }, () => 0)), 'too_many'],
  ])('refuses %.20s as a whole', async (text, reason) => {
    const { status, body } = await bulk(server.url, text);
    expect([status, body.errors[0]!.reason]).toEqual([400, reason]);
  });

  test('refuses no lines, too many lines, and more than 1 MB', async () => {
    expect((await bulk(server.url, '\n \n', lines)).body.errors[0]!.reason).toBe('too_few');
    expect((await bulk(server.url, '0\n'.repeat(1001), lines)).body.errors[0]!.reason).toBe('too_many');
    expect((await bulk(server.url, ' '.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await bulk(server.url, '[]', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  test('lists few problems of each update, and no secret', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, 0]));
    const secret = `esl_live_0123456789ab_${'s'.repeat(49)}`;
    const { body } = await bulk(server.url, [
      { label: 'a', ...milk, ...wrong },
      { label: 'a', ...milk, price: secret },
    ]);
    expect(body.outcomes[0]!.problem!.errors).toHaveLength(5);
    expect(JSON.stringify(body)).not.toContain('sssss');
    expect(JSON.stringify(body)).toContain('esl_live_0123456789ab_…');
  });

  test('applies an update with a key once, in a bulk or alone', async () => {
    const updates = [
      { label: 'a', ...milk, key: 'one' },
      { label: 'b', ...milk, key: 'two' },
    ];
    const first = await bulk(server.url, updates);
    const again = await bulk(server.url, [updates[0]!, { label: 'b', ...milk, price: '9.99', key: 'two' }]);
    expect(again.body.outcomes[0]).toEqual({ ...first.body.outcomes[0], replayed: true });
    expect(short(again.body.outcomes)[1]).toEqual([422, 'b', 'idempotency_key_reused']);
    const alone = await call(`${server.url}/api/esl/labels/b/update`, {
      body: milk,
      headers: { 'Idempotency-Key': 'two' },
    });
    expect([alone.status, alone.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await shown(server.url, 'b')).revision).toBe(1);
    // The same update at each of its addresses.
    const at = (path: string) =>
      call(`${server.url}/api/esl/${path}`, { body: milk, headers: { 'Idempotency-Key': 'three' } });
    const revision = (await at('update')).body.label.revision;
    for (const path of ['update/', 'labels/default/update', 'labels/d%65fault/update'])
      expect([path, (await at(path)).headers.get('idempotency-replayed')]).toEqual([path, 'true']);
    const many = await bulk(server.url, [{ label: 'default', ...milk, key: 'three' }]);
    expect(many.body.outcomes).toEqual([expect.objectContaining({ status: 200, revision, replayed: true })]);
    const twice = await bulk(server.url, [updates[0]!, updates[0]!]);
    expect(short(twice.body.outcomes)).toEqual([
      [200, 'a', 1],
      [400, 'a', 'duplicate'],
    ]);
  });

  test('applies each update of a request with an Idempotency-Key once', async () => {
    const updates = [
      { label: 'a', ...milk },
      { label: 'a', ...milk, price: '4.00' },
    ];
    const first = await bulk(server.url, updates, { 'Idempotency-Key': 'night' });
    const again = await bulk(server.url, [...updates, { label: 'b', ...milk }], { 'Idempotency-Key': 'night' });
    expect(again.body.outcomes.map(({ replayed = false }) => replayed)).toEqual([true, true, false]);
    expect(short(again.body.outcomes).slice(0, 2)).toEqual(short(first.body.outcomes));
    expect((await shown(server.url, 'a')).revision).toBe(2);
  });

  test('lets integrators see failures', async () => {
    const update = [{ label: 'a', ...milk }];
    const simulate = (value: string) => bulk(server.url, update, { 'X-ESL-Simulate': value });
    expect((await simulate('rate_limit')).status).toBe(429);
    expect((await simulate('server_error')).status).toBe(500);
    expect((await simulate('slow')).body.outcomes).toMatchObject([{ status: 200, label: 'a', revision: 0 }]);
    expect((await simulate('offline')).body.accepted).toBe(1);
    expect((await shown(server.url, 'a')).tag).toMatchObject({ trouble: { kind: 'offline' } });
  });

  test('runs the example of docs/http-api.md', async () => {
    const [, part] = readFileSync('docs/http-api.md', 'utf8').split('\n## Update many labels\n');
    const blocks = [...part!.matchAll(/```(?:json|ndjson)\n([^`]*)```/g)];
    const [sent, answer] = blocks.map(([, text]) => text!);
    for (const [, id] of sent!.matchAll(/"label":"([^"]+)"/g)) if (id !== 'shelf-99') await bind(server.url, id!);
    const { body } = await bulk(server.url, sent!, lines);
    const documented = JSON.parse(answer!) as typeof body;
    expect(body).toMatchObject({
      accepted: documented.accepted,
      outcomes: documented.outcomes.map(({ status, label, problem }) =>
        problem ? { status, label, problem: { code: problem.code, detail: problem.detail } } : { status, label },
      ),
    });
  });
});

describe('the budget of updates', () => {
  const three = ['a', 'b', 'a'].map((label, i) => ({ label, ...milk, price: `${i}.00` }));

  test('admits as many updates of a bulk as are left, and refuses the rest and the next bulk with Retry-After', async () => {
    const server = await startHere({ RATE_LIMIT: '2' });
    await bind(server.url, 'a');
    await bind(server.url, 'b');
    const { status, headers, body } = await bulk(server.url, three, { 'Idempotency-Key': 'k' });
    expect(status).toBe(200);
    expect(short(body.outcomes).map(([code]) => code)).toEqual([200, 200, 429]);
    const problem = body.outcomes[2]!.problem!;
    expect([problem.code, String(problem.retry_after)]).toEqual(['RATE_LIMIT_EXCEEDED', headers.get('retry-after')!]);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    const next = await bulk(server.url, three);
    expect([next.status, next.body.code, next.headers.has('retry-after')]).toEqual([429, 'RATE_LIMIT_EXCEEDED', true]);
  });

  test('is the own one of a key, on all instances of a store', async () => {
    const env = { DATABASE_URL: `sqlite:${folder.at('own.db')}`, RATE_LIMIT: '2' };
    const servers = [await startHere(env), await startHere(env)] as const;
    const create = async (...args: readonly string[]) => {
      const { stdout } = await runHere(['keys', 'create', '--name', 'x', ...args], { env });
      return { Authorization: `Bearer ${stdout.toString().trim()}` };
    };
    const [own, usual] = [await create('--updates', '4/min'), await create()];
    for (const { url } of servers) {
      // Before it knows of any key, everybody may do everything.
      await until(async () => (await call(`${url}/api/esl/labels`)).status === 401);
      for (const headers of [own, usual])
        await until(async () => (await call(`${url}/api/esl/labels`, { headers })).status === 200);
    }
    await bind(servers[0].url, 'a', {}, own);
    await bind(servers[0].url, 'b', {}, own);
    const first = await bulk(servers[0].url, three, own);
    expect(first.headers.get('ratelimit-policy')).toBe('"update";q=4;w=60');
    expect(first.body.accepted).toBe(3);
    expect((await bulk(servers[1].url, three, own)).body.outcomes.map(({ status }) => status)).toEqual([200, 429, 429]);
    expect((await bulk(servers[1].url, three, usual)).body.accepted).toBe(2);
  });
});

describe('a store that fails', () => {
  test('fails the updates that it did not store, and no others', async () => {
    const store = await memoryStore();
    const context = await createContext({ store });
    await store.bind('a', null, (await store.label('default'))!.binding, null);
    const append: typeof store.append = (seen, ...rest) =>
      seen.id === 'a' ? Promise.reject(new Error('disk')) : store.append(seen, ...rest);
    const { url } = await serveApp({ ...context, store: { ...store, append } });
    const { body } = await bulk(url, [
      { label: 'a', ...milk },
      { label: 'default', ...milk },
    ]);
    expect(short(body.outcomes)).toEqual([
      [500, 'a', undefined],
      [200, 'default', 1],
    ]);
  });

  test('keeps the order of updates where one can’t be drawn', async () => {
    const store = await memoryStore();
    const context = await createContext({ store });
    await store.bind('a', null, (await store.label('default'))!.binding, null);
    const { drawingPool } = context;
    let failed = false;
    const run: typeof drawingPool.run = async (kind, job, client) => {
      const { label } = job as { readonly label?: { readonly id: string } };
      // It fails once, after the others are drawn.
      if (label?.id === 'a' && !failed) {
        failed = true;
        await delay(50);
        throw new Error('thread');
      }
      return drawingPool.run(kind, job, client);
    };
    const { url } = await serveApp({ ...context, drawingPool: { ...drawingPool, run } });
    const { body } = await bulk(url, [
      { label: 'a', ...milk },
      { label: 'default', ...milk },
    ]);
    expect(short(body.outcomes)).toEqual([
      [500, 'a', undefined],
      [200, 'default', 1],
    ]);
  });

  test('repeats updates of labels that were bound meanwhile', async () => {
    const store = await memoryStore();
    let bound = false;
    const append: typeof store.append = async (seen, ...rest) => {
      if (!bound) {
        bound = true;
        await store.bind('default', seen, { ...seen.binding, sku: '77' }, null);
      }
      return store.append(seen, ...rest);
    };
    const { url } = await serveApp({ store: { ...store, append } });
    const updates = [
      { label: 'default', ...milk },
      { label: 'default', ...milk, price: '4.00' },
    ];
    const { body } = await bulk(url, updates, { 'X-ESL-Simulate': 'offline' });
    expect(short(body.outcomes)).toEqual([
      [200, 'default', 1],
      [200, 'default', 2],
    ]);
    const { current } = (await store.label('default'))!;
    expect(current!.content).toMatchObject({ price: '4.00', sku: '77' });
    expect((await shown(url, 'default')).tag).toMatchObject({ state: 'queued', trouble: { kind: 'offline' } });
  });
});

describe('GET /api/esl/labels with filters', () => {
  const bindings: Readonly<Record<string, object>> = {
    'aisle-1': { sku: '11' },
    'aisle-2': { sku: '22', layout: 'promotion', data: { previous_price: '4.20' } },
    'aisle-3': { device: 'solum-m3-4.3-bwr' },
    bread: { sku: '22' },
  };
  let server: RunningServer;
  const found = async (query: string) => {
    const { body } = await call(`${server.url}/api/esl/labels?${query}`);
    return body.labels.map(({ id }) => id);
  };
  beforeEach(async () => {
    server = await startHere({ REFRESH_SPEED: 'real' });
    for (const [id, binding] of Object.entries(bindings)) await bind(server.url, id, binding);
  });

  test('lists the labels that fit all of them, in pages', async () => {
    expect(await found('prefix=aisle-')).toEqual(['aisle-1', 'aisle-2', 'aisle-3']);
    expect(await found('sku=22')).toEqual(['aisle-2', 'bread']);
    expect(await found('sku=22&layout=standard')).toEqual(['bread']);
    expect(await found('device=solum-m3-4.3-bwr')).toEqual(['aisle-3']);
    expect(await found('sku=&prefix=aisle')).toEqual(['aisle-3']);
    expect(await found('state=queued')).toEqual([]);
    expect(await found('sku=x')).toEqual([]);
  });

  test('by the current state of the tag', async () => {
    await call(`${server.url}/api/esl/labels/bread/update`, { body: milk });
    expect(await found('state=refreshing')).toEqual(['bread']);
    expect(await found('state=queued')).toEqual([]);
    expect(await found('state=displayed')).toEqual(['aisle-1', 'aisle-2', 'aisle-3', 'default']);
    await call(`${server.url}/api/esl/labels/bread/update`, { body: { ...milk, price: '9.99' } });
    expect(await found('state=queued')).toEqual(['bread']);
    expect(await found('state=refreshing')).toEqual([]);
  });

  test.each([
    ['device=solum-m3-4.3-bwx', 'unknown_device', /solum-m3-4\.3-bwr/],
    ['layout=standart', 'unknown_layout', /standard/],
    ['state=shown', 'unknown_value', /displayed/],
    ['prefix=-', 'format', /prefix/],
    [`sku=${'1'.repeat(65)}`, 'too_long', /sku/],
    ['device=a&device=b', 'type', /device/],
    ['devise=a', 'unknown_parameter', /device/],
  ])('refuses %s', async (query, reason, message) => {
    const { status, body } = await call(`${server.url}/api/esl/labels?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({ reason, message: expect.stringMatching(message) as unknown }),
    ]);
    expect(body.errors[0]).not.toHaveProperty('pointer');
  });
});
