import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { defaultBinding, loadLayouts } from '../../../renderer/index.js';
import { createLayouts } from '../../../server/labels/layouts.js';
import { budgetState, type Limiter, peeked, type Policy } from '../../../server/labels/store/limiter.js';
import type { Backend, Store } from '../../../server/labels/store/index.js';
import { openBackend } from '../../../server/labels/store/url.js';
import { serveApp } from '../../support/app.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { call, type JsonBody, milk, temporaryFolder } from '../../support/server.js';
import { until } from '../../support/socket.js';
import { atSize } from '../../support/labels/share.js';

const folder = temporaryFolder();

interface Row {
  readonly label: string;
  readonly price: string;
  readonly key?: string;
}

interface Outcome {
  readonly status: number;
  readonly label: string;
  readonly revision?: number;
  readonly replayed?: true;
  readonly problem?: Pick<JsonBody, 'code'> & { type: string; errors?: readonly { reason: string; field: string }[] };
}

/** A limiter whose window the test ends. */
interface TestLimiter extends Limiter {
  /** Begins a window with this budget. */
  begin(quota: number): void;
  /** The points that were admitted in all windows. */
  charged(): number;
}

function testLimiter(): TestLimiter {
  let policy: Policy = { name: 'update', quota: 1000, windowS: 60 };
  let [spent, charged] = [0, 0];
  /* oxlint-disable typescript/require-await -- the contract is asynchronous */
  return {
    get policy() {
      return policy;
    },
    async consume(_, points = 1) {
      spent += points;
      const state = budgetState(policy, spent, points, 60_000);
      charged += state.granted;
      return state;
    },
    peek: async () => peeked(policy, spent, 60_000),
    close: () => undefined,
    begin(quota) {
      policy = { ...policy, quota };
      spent = 0;
    },
    charged: () => charged,
  };
  /* oxlint-enable typescript/require-await */
}

const labels = ['a', 'b', 'c'];
const files = loadLayouts();

/** Servers on one store and one limiter. @param change replaces parts of the store */
async function serve(backends: readonly Backend[], change: (store: Store) => Partial<Store> = () => ({})) {
  const limiter = testLimiter();
  const urls: string[] = [];
  for (const backend of backends) {
    const whole = backend.store('');
    const store = { ...whole, ...change(whole) };
    const parts = { store, layouts: createLayouts(files, store, ''), clock: () => new Date() };
    urls.push((await serveApp(parts, ({ limiters }) => ({ limiters: { ...limiters, update: limiter } }))).url);
  }
  const store = backends[0]!.store('');
  for (const label of ['default', ...labels]) await store.bind(label, null, defaultBinding, null);
  const send = async (rows: readonly Row[], headers: Record<string, string> = {}, url = urls[0]!, asLines = false) => {
    const objects = rows.map((row) => ({ ...milk, ...row }));
    const body = asLines ? objects.map((one) => JSON.stringify(one)).join('\n') : objects;
    const type = { 'Content-Type': asLines ? 'application/x-ndjson' : 'application/json' };
    const answer = await call(`${url}/api/esl/updates`, { method: 'POST', body, headers: { ...headers, ...type } });
    const { outcomes = [] } = answer.body as unknown as { outcomes?: readonly Outcome[] };
    return { ...answer, outcomes };
  };
  const pricesOf = async (label: string) => {
    const { body } = await call(`${urls[0]!}/api/esl/labels/${label}/revisions`);
    return body.revisions.map(({ content }) => content.price).reverse();
  };
  return { urls, limiter, send, pricesOf };
}

const inMemory = async () => serve([await openBackend('memory:')]);
const keyed = { 'Idempotency-Key': 'night' };
const rowsOf = (...written: readonly string[]): Row[] =>
  written.map((text) => {
    const [label, price] = text.split(' ') as [string, string];
    return { label, price };
  });
const statuses = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ status, replayed }) => (replayed ? 'again' : status));
const twelve = Array.from({ length: 12 }, (_, i): Row => ({ label: labels[i % 3]!, price: `${i + 1}.00` }));

describe('a bulk with an Idempotency-Key', () => {
  test.each([
    ['all its updates', (all: readonly Row[]) => all],
    ['only the refused ones', (all: readonly Row[]) => all.slice(10)],
    ['them in another order', (all: readonly Row[]) => [...all].reverse()],
    ['them after new ones', (all: readonly Row[]) => [{ label: 'a', price: '99.00' }, ...all].slice(0, 13)],
  ])('that exceeds its budget ends when it comes again with %s', async (_, again) => {
    const { send, limiter, pricesOf } = await inMemory();
    limiter.begin(10);
    const first = await send(twelve, keyed);
    expect(statuses(first.outcomes)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(first.headers.get('retry-after')).not.toBeNull();
    limiter.begin(10);
    const sent = again(twelve);
    const second = await send(sent, keyed);
    expect(second.outcomes.every(({ status }) => status === 200)).toBe(true);
    const all = await Promise.all(labels.map(pricesOf));
    const extra = sent.length - 12 === 1 ? ['99.00'] : [];
    expect(all.flat().sort()).toEqual([...twelve.map(({ price }) => price), ...extra].sort());
    expect(limiter.charged()).toBe(12 + extra.length);
    expect(second.headers.get('x-ratelimit-remaining')).toBe(String(10 - 2 - extra.length));
    // Without any budget, what is applied is answered for nothing.
    limiter.begin(0);
    const third = await send(twelve, keyed);
    expect([third.status, new Set(statuses(third.outcomes))]).toEqual([200, new Set(['again'])]);
    expect(third.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(third.headers.get('retry-after')).toBeNull();
    expect((await send([...twelve, { label: 'a', price: '98.00' }], keyed)).outcomes.at(-1)!.status).toBe(429);
    expect((await send([{ label: 'a', price: '98.00' }], keyed)).status).toBe(429);
  });

  test.each(['one key', 'own keys'])('answers a thousand updates with %s again without a budget', async (keys) => {
    const { send, limiter } = await inMemory();
    const own = (i: number) => (keys === 'own keys' ? { key: `night ${i}` } : {});
    const headers = keys === 'own keys' ? {} : keyed;
    const many = Array.from({ length: 1000 }, (_, i): Row => ({ label: labels[i % 3]!, price: `${i}.00`, ...own(i) }));
    expect((await send(many, headers)).outcomes.every(({ status }) => status === 200)).toBe(true);
    limiter.begin(0);
    const { outcomes } = await send([...many].reverse(), headers, undefined, true);
    expect(outcomes.map(({ replayed }) => replayed)).toEqual(many.map(() => true));
    expect(limiter.charged()).toBe(1000);
  });

  test('applies what is new, wherever it is, and what is not new not again', async () => {
    const { send, pricesOf, limiter } = await inMemory();
    await send(rowsOf('a 1.00', 'b 1.00'), keyed);
    const { outcomes } = await send(rowsOf('c 1.00', 'a 1.00', 'b 1.00', 'a 2.00'), keyed);
    expect(statuses(outcomes)).toEqual([200, 'again', 'again', 200]);
    expect(await Promise.all(labels.map(pricesOf))).toEqual([['1.00', '2.00'], ['1.00'], ['1.00']]);
    expect(limiter.charged()).toBe(4);
  });

  test('takes an update that comes twice as one, and refuses one that comes again after another', async () => {
    const { send, pricesOf } = await inMemory();
    const rows = rowsOf('a 1.00', 'a 1.00', 'b 1.00', 'a 1.00', 'a 2.00', 'a 1.00', 'a 1.00');
    for (const expected of [200, 'again'] as const) {
      const { outcomes } = await send(rows, keyed);
      expect(statuses(outcomes)).toEqual([expected, 'again', expected, 'again', expected, 400, 400]);
      expect(outcomes[5]!.problem!.errors).toMatchObject([{ field: 'key', reason: 'duplicate' }]);
      expect(await pricesOf('a')).toEqual(['1.00', '2.00']);
    }
    const own = [...rows.slice(0, 5), { ...rows[5]!, key: 'back' }];
    for (const expected of [200, 'again'] as const)
      expect(statuses((await send(own, keyed)).outcomes).at(-1)).toBe(expected);
    expect(await pricesOf('a')).toEqual(['1.00', '2.00', '1.00']);
  });

  test('knows an update by its label and fields, in any order of them', async () => {
    const { send, pricesOf } = await inMemory();
    await send(rowsOf('a 1.00'), keyed);
    const turned = { unit: milk.unit, product_name: milk.product_name, price: '1.00', label: 'a' };
    expect(statuses((await send([turned], keyed)).outcomes)).toEqual(['again']);
    expect(statuses((await send(rowsOf('a 1.00'), { 'Idempotency-Key': 'other' })).outcomes)).toEqual([200]);
    const offline = { ...keyed, 'X-ESL-Simulate': 'offline' };
    const problem = { type: '/problems/idempotency-conflict', errors: [{ reason: 'idempotency_key_reused' }] };
    expect((await send(rowsOf('a 1.00'), offline)).outcomes).toMatchObject([{ status: 422, problem }]);
    expect(await pricesOf('a')).toEqual(['1.00', '1.00']);
  });

  test('is applied once when its label is bound to another panel meanwhile', async () => {
    const { send, limiter, urls, pricesOf } = await inMemory();
    limiter.begin(1);
    await send(rowsOf('a 1.00', 'a 2.00'), keyed);
    await call(`${urls[0]!}/api/esl/labels/a`, { method: 'PUT', body: { device: 'solum-m3-4.3-bwr' } });
    limiter.begin(1);
    const { outcomes } = await send(rowsOf('a 1.00', 'a 2.00'), keyed);
    expect(statuses(outcomes)).toEqual(['again', 200]);
    expect((await pricesOf('a')).at(-1)).toBe('2.00');
    expect(limiter.charged()).toBe(2);
  });

  test.each([
    ['invalid', { label: 'a', price: '1,00' }],
    ['of unknown labels', { label: 'none', price: '1.00' }],
    ['that can’t be drawn', { label: 'a', price: '1.00', product_name: 'x', unit: 'x'.repeat(32) }],
  ] as const)('ends though it begins with more updates %s than its budget', async (_, bad) => {
    const { send, limiter } = await inMemory();
    const rows: Row[] = [bad, { ...bad, label: bad.label === 'none' ? 'none2' : 'b' }, { label: 'c', price: '1.00' }];
    for (const expected of [200, 'again']) {
      limiter.begin(1);
      const { outcomes } = await send(rows, keyed);
      expect(statuses(outcomes).at(-1)).toBe(expected);
      expect(statuses(outcomes)[0]).toBeGreaterThanOrEqual(400);
      expect(statuses(outcomes)[0]).not.toBe(429);
    }
  });

  test('that is refused as a whole counts once, unless another request with its key runs', async () => {
    const { send, limiter, urls } = await inMemory();
    limiter.begin(5);
    const refused = await call(`${urls[0]!}/api/esl/updates`, { method: 'POST', body: '[', headers: keyed });
    expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([400, '4']);
    const slow = send(rowsOf('a 1.00'), { ...keyed, 'X-ESL-Simulate': 'slow' });
    let early = await send(rowsOf('b 1.00'), { 'Idempotency-Key': 'x' });
    for (let i = 0; i < 100 && early.status === 200; i++) early = await send(rowsOf('b 1.00'), keyed);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    await slow;
    expect(limiter.charged()).toBeLessThanOrEqual(4);
  });
});

test('updates with keys of their own cost nothing when they come again, alone or with others', async () => {
  const { send, limiter, urls } = await inMemory();
  limiter.begin(2);
  const rows = rowsOf('a 1.00', 'b 1.00', 'c 1.00').map((row, i) => ({ ...row, key: `k${i}` }));
  expect(statuses((await send(rows)).outcomes)).toEqual([200, 200, 429]);
  limiter.begin(1);
  expect(statuses((await send(rows)).outcomes)).toEqual(['again', 'again', 200]);
  limiter.begin(1);
  expect(statuses((await send(rows)).outcomes)).toEqual(['again', 'again', 'again']);
  expect(limiter.charged()).toBe(3);
  // A key belongs to a label and a content.
  const { outcomes } = await send([
    { ...rows[0]!, price: '2.00' },
    { ...rows[1]!, label: 'c' },
  ]);
  expect(statuses(outcomes)).toEqual([422, 422]);
  const alone = await call(`${urls[0]!}/api/esl/labels/a/update`, {
    body: { unit: milk.unit, price: '1.00', product_name: milk.product_name },
    headers: { 'Idempotency-Key': 'k0' },
  });
  expect([alone.status, alone.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});

/** How a client repeats a bulk: which of its updates it sends, those that were not accepted among them. */
const retries = ['whole', 'refused', 'shuffled', 'merged'] as const;

const life = fc.record({
  rows: fc.uniqueArray(fc.tuple(fc.constantFrom(...labels), fc.integer({ min: 0, max: 30 })), {
    minLength: 1,
    maxLength: 14,
    selector: ([label, price]) => `${label} ${price}`,
  }),
  ownKeys: fc.boolean(),
  asLines: fc.boolean(),
  rounds: fc.array(
    fc.record({ budget: fc.integer({ min: 0, max: 5 }), retry: fc.constantFrom(...retries), order: fc.nat() }),
    { minLength: 1, maxLength: 12 },
  ),
});

/** Lives through the rounds, and then as many with a budget of two as it takes. @returns the rounds */
async function live(
  { rows, ownKeys, asLines, rounds }: typeof life extends fc.Arbitrary<infer T> ? T : never,
  { send, limiter, urls }: Pick<Awaited<ReturnType<typeof serve>>, 'send' | 'limiter' | 'urls'>,
  name: string,
): Promise<number> {
  const all = rows.map(([label, price], i): Row => {
    return { label, price: `${price}.00`, ...(ownKeys && { key: `${name} ${i}` }) };
  });
  /** Comes later, in a round that merges. */
  const later = all.slice(Math.ceil(all.length / 2));
  let known = all.slice(0, Math.ceil(all.length / 2));
  const accepted = new Set<Row>();
  for (let i = 0; ; i++) {
    const { budget, retry, order } = rounds[i] ?? { budget: 2, retry: 'merged', order: i };
    if (retry === 'merged') known = [...later.splice(0), ...known];
    const rest = known.filter((row) => !accepted.has(row));
    if (rest.length === 0 && later.length === 0) return i;
    expect(i).toBeLessThan(rounds.length + all.length + 1);
    const place = retry === 'shuffled' ? order % known.length : 0;
    const sent = retry === 'refused' && rest.length > 0 ? rest : [...known.slice(place), ...known.slice(0, place)];
    limiter.begin(budget);
    const headers: Record<string, string> = ownKeys ? {} : { 'Idempotency-Key': name };
    const { outcomes, status } = await send(sent, headers, urls[i % urls.length], asLines);
    if (outcomes.length === 0) expect(status).toBe(429);
    for (const [place, outcome] of outcomes.entries()) {
      expect([200, 429, 500]).toContain(outcome.status);
      if (outcome.status !== 200) continue;
      if (outcome.replayed !== true) expect(accepted).not.toContain(sent[place]);
      accepted.add(sent[place]!);
    }
  }
}

let postgres: PostgresServer;
const opened: Backend[] = [];
beforeAll(async () => {
  postgres = await sharedPostgres();
});
afterAll(async () => {
  await Promise.all(opened.map((backend) => backend.close()));
});
async function openTwice(url: string): Promise<readonly Backend[]> {
  const backends = [await openBackend(url), await openBackend(url)];
  opened.push(...backends);
  return backends;
}

describe.each([
  ['memory', async () => [await openBackend('memory:')]],
  ['two servers on a SQLite file', () => openTwice(`sqlite:${folder.at(`${opened.length}.db`)}`)],
  ['two servers on PostgreSQL', async () => openTwice(await postgres.create())],
] as const)('in %s', (store, open) => {
  test('whatever a client repeats ends, with each change applied and charged once', async () => {
    const server = await serve(await open());
    const { limiter, pricesOf } = server;
    const applied = new Map(labels.map((label) => [label, 0]));
    let [run, changes] = [0, 0];
    const revisionOf = async (label: string) =>
      (await call(`${server.urls[0]!}/api/esl/labels/${label}`)).body.label.revision;
    const check = fc.asyncProperty(life, async (one) => {
      await live(one, server, `${store} ${run++}`);
      changes += one.rows.length;
      expect(limiter.charged()).toBe(changes);
      for (const label of labels) {
        const mine = one.rows.filter((row) => row[0] === label).map((row) => `${row[1]}.00`);
        applied.set(label, applied.get(label)! + mine.length);
        // A server reads late what another one has written.
        await until(async () => (await revisionOf(label)) === applied.get(label));
        if (mine.length > 0) expect((await pricesOf(label)).slice(-mine.length).sort()).toEqual(mine.sort());
      }
    });
    // A run that failed would have changed the labels, so none is made smaller.
    await fc.assert(check, { numRuns: atSize(6, 40), seed: 41, endOnFailure: true });
  });

  test('the same bulk sent several times at once is applied once', async () => {
    const { urls, send, limiter, pricesOf } = await serve(await open());
    limiter.begin(1000);
    for (const ownKeys of [false, true]) {
      const rows = twelve.map((row, i): Row => (ownKeys ? { ...row, price: `2${i}.00`, key: `${i}` } : row));
      const headers: Record<string, string> = ownKeys ? {} : keyed;
      const sendAll = () => Promise.all([...urls, ...urls].map((url) => send(rows, headers, url)));
      for (const { status, outcomes } of await sendAll())
        // A store that is slow is busy with so many writes to one label.
        if (status !== 409) expect(outcomes.filter((one) => one.status !== 200 && one.status !== 503)).toEqual([]);
      const last = () => send(rows, headers);
      await until(async () => (await last()).outcomes.every(({ replayed }) => replayed), 20_000);
    }
    const prices = async () => (await Promise.all(labels.map(pricesOf))).flat();
    await until(async () => (await prices()).length >= 24);
    expect((await prices()).length).toBe(new Set(await prices()).size);
  });
});

test.each(['before', 'after'] as const)('a store that fails %s writing changes all once', async (moment) => {
  let calls = 0;
  const change = (store: Store): Partial<Store> => ({
    async append(...args) {
      if (++calls % 3 !== 0) return store.append(...args);
      if (moment === 'after') await store.append(...args);
      throw new Error('The store failed');
    },
  });
  const { send, limiter, pricesOf } = await serve([await openBackend('memory:')], change);
  let done = false;
  for (let i = 0; i < 20 && !done; i++) {
    limiter.begin(5);
    done = (await send(twelve, keyed)).outcomes.every(({ status }) => status === 200);
  }
  expect(done).toBe(true);
  const prices = (await Promise.all(labels.map(pricesOf))).flat();
  expect(prices.sort()).toEqual(twelve.map(({ price }) => price).sort());
});
