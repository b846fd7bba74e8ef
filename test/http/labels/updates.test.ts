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
  outcomes.map(({ status, label, revision, problem }) =>
    [status, label ?? 'none', revision ?? problem?.errors?.[0]?.reason ?? ''].join(' ').trim(),
  );

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
      ...['200 a 1', '404 none not_found', '400 b format', '400 none not_an_object', '200 a 2', '400 none missing'],
      '400 b unknown_field',
    ]);
    expect(body).toMatchObject({ accepted: 2, refused: 5, request_id: headers.get('x-request-id')! });
    expect(body.outcomes[4]!.warnings).toMatchObject([{ code: 'INVISIBLE_REMOVED' }]);
    expect(body.outcomes[1]!.problem).toMatchObject({ type: '/problems/not-found', request_id: body.request_id });
    expect(headers.get('x-ratelimit-remaining')).toBe('4993');
    const content = { price: '4.00', product_name: 'Milk' };
    expect(await shown(server.url, 'a')).toMatchObject({ revision: 2, content });
  });

  test('reads a JSON object per line: a line that is no JSON has its own outcome', async () => {
    const update = JSON.stringify({ label: 'a', ...milk });
    const { body } = await bulk(server.url, `${update}\r\n\n{"label":"b",\n  \n${update}\n`, lines);
    expect(short(body.outcomes)).toEqual(['200 a 1', '400 none malformed_json', '200 a 2']);
  });

  test('draws the same as a single update does', async () => {
    await bulk(server.url, [{ label: 'a', ...milk }]);
    await call(`${server.url}/api/esl/labels/b/update`, { body: milk });
    const [one, other] = await Promise.all(['a', 'b'].map((id) => call(`${server.url}/api/esl/labels/${id}`)));
    expect(one!.body.image.sha256).toBe(other!.body.image.sha256);
  });

  test.each([
    ['{}', 'not_an_array'],
    ['[]', 'too_few'],
    [JSON.stringify(Array.from({ length: 1001 }, () => 0)), 'too_many'],
    ['\n \n', 'too_few', lines],
    ['0\n'.repeat(1001), 'too_many', lines],
  ])('refuses %.20j as a whole: %s', async (text, reason, headers: Headers = {}) => {
    const { status, body } = await bulk(server.url, text, headers);
    expect([status, body.errors[0]!.reason]).toEqual([400, reason]);
  });

  test('lists few problems of each update, and no secret', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, 0]));
    const secret = `esl_live_0123456789ab_${'s'.repeat(49)}`;
    const { body } = await bulk(
      server.url,
      [wrong, { price: secret }].map((more) => ({ label: 'a', ...milk, ...more })),
    );
    expect(body.outcomes[0]!.problem!.errors).toHaveLength(5);
    expect(JSON.stringify(body)).not.toContain('sssss');
    expect(JSON.stringify(body)).toContain('esl_live_0123456789ab_…');
  });

  test('applies an update with a key once, at each of its addresses', async () => {
    const at = (path: string) =>
      call(`${server.url}/api/esl/${path}`, { body: milk, headers: { 'Idempotency-Key': 'three' } });
    const revision = (await at('update')).body.label.revision;
    for (const path of ['update/', 'labels/default/update', 'labels/d%65fault/update'])
      expect([path, (await at(path)).headers.get('idempotency-replayed')]).toEqual([path, 'true']);
    const row = { label: 'default', ...milk, key: 'three' };
    const twice = (await bulk(server.url, [row, row])).body.outcomes;
    expect(twice[0]).toMatchObject({ status: 200, revision, replayed: true });
    expect(short(twice)[1]).toBe('400 default duplicate');
  });

  test('lets integrators see failures', async () => {
    const simulate = (value: string) => bulk(server.url, [{ label: 'a', ...milk }], { 'X-ESL-Simulate': value });
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
    expect(body.outcomes.map((outcome) => outcome.status)).toEqual([200, 200, 429]);
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
  test.each(['storing', 'drawing'])('fails the updates that failed in %s, and no others, in order', async (step) => {
    const store = await memoryStore();
    const { drawingPool } = await createContext({ store });
    await store.bind('a', null, (await store.label('default'))!.binding, null);
    const append: typeof store.append = (seen, ...rest) =>
      seen.id === 'a' && step === 'storing' ? Promise.reject(new Error('disk')) : store.append(seen, ...rest);
    let failed = step === 'storing';
    const run: typeof drawingPool.run = async (kind, job, client) => {
      const { label } = job as { readonly label?: { readonly id: string } };
      if (label?.id !== 'a' || failed) return drawingPool.run(kind, job, client);
      // It fails once, after the others are drawn.
      failed = true;
      await delay(50);
      throw new Error('thread');
    };
    const { url } = await serveApp({ store: { ...store, append }, drawingPool: { ...drawingPool, run } });
    const updates = ['a', 'default'].map((label) => ({ label, ...milk }));
    const { body } = await bulk(url, updates);
    expect(short(body.outcomes)).toEqual(['500 a', '200 default 1']);
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
    const updates = ['3.50', '4.00'].map((price) => ({ label: 'default', ...milk, price }));
    const { body } = await bulk(url, updates, { 'X-ESL-Simulate': 'offline' });
    expect(short(body.outcomes)).toEqual(['200 default 1', '200 default 2']);
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

  test.each([
    ['prefix=aisle-', 'aisle-1 aisle-2 aisle-3'],
    ['sku=22', 'aisle-2 bread'],
    ['sku=22&layout=standard', 'bread'],
    ['device=solum-m3-4.3-bwr', 'aisle-3'],
    ['sku=&prefix=aisle', 'aisle-3'],
    ['sku=x', ''],
  ])('%s lists %s', async (query, ids) => {
    expect((await found(query)).join(' ')).toBe(ids);
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
