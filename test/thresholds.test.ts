import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createShares } from '../server/http/budgets/shares.js';
import { type Key, instantOf, isTenant, stateOf } from '../server/keys/record.js';
import { eachRow } from '../server/labels/records.js';
import type { Store } from '../server/labels/store/index.js';
import { budgetState, peeked } from '../server/labels/store/limiter.js';
import { createRuns } from '../server/vendors/core/runs.js';
import { attempted, backoff, maxPauseMs, type WebhookDelivery } from '../server/webhooks/records.js';
import { pauseOf } from '../server/webhooks/send.js';
import { claim, isClaimed } from '../server/webhooks/sender.js';

test('a client has its share, all have theirs, and what is released twice is released once', () => {
  const shares = createShares({ all: 10, client: 4 });
  const take = (...args: Parameters<typeof shares.take>) => shares.take(...args);
  const { taken } = shares;
  expect([take('a', 5), take('a', 4) !== null, take('a', 1)]).toEqual([null, true, null]);
  const release = take('b', 3)!;
  const more = [take('c', 4), take('c', 3) !== null, taken(), take('d', 1), take('d', 2, 1)];
  expect(more).toEqual([null, true, 10, null, null]);
  expect([take('d', 1, 1) !== null, taken()]).toEqual([true, 11]);
  release();
  release();
  expect([taken(), take('b', 4), take('b', 2) !== null, take('b', 1)]).toEqual([8, null, true, null]);
});

test('a budget admits what it has, to its last point', () => {
  const policy = { name: 'update', quota: 10, windowS: 60 } as const;
  const state = (spent: number, points: number) => {
    const { admitted, granted, remaining } = budgetState(policy, spent, points, 1);
    return [admitted, granted, remaining];
  };
  expect([state(9, 1), state(10, 1), state(11, 1)]).toEqual([
    [true, 1, 1],
    [true, 1, 0],
    [false, 0, 0],
  ]);
  expect([state(10, 5), state(11, 5), state(15, 5), state(16, 5)].map(([, granted]) => granted)).toEqual([5, 4, 0, 0]);
  expect([9, 10, 11].map((spent) => peeked(policy, spent, 1).admitted)).toEqual([true, false, false]);
  const resets = [0, 1, 1000, 1001, 60_000, 60_001].map((ms) => budgetState(policy, 1, 1, ms).resetS);
  expect(resets).toEqual([1, 1, 1, 2, 60, 60]);
});

const fresh: WebhookDelivery = {
  ...{ number: 1, event: '1', type: 'label.updated', created_at: '', body: '' },
  ...{ state: 'pending', attempts: 0, next: 0 },
};

test('a delivery succeeds with 200 to 299, waits for the longer of two pauses, and is given up after the last', () => {
  const after = (status: number, more: object = {}, attempts = 0) => {
    const { state, next, attempts: count } = attempted({ ...fresh, attempts }, { status, ...more }, 1000, [5, 7]);
    return [state, next, count];
  };
  expect([199, 200, 299, 300, 409, 410, 411].map((status) => after(status)[0])).toEqual([
    ...['pending', 'delivered', 'delivered', 'pending', 'pending', 'failed', 'pending'],
  ]);
  expect([4999, 5000, 5001].map((retryAfterMs) => after(503, { retryAfterMs })[1])).toEqual([6000, 6000, 6001]);
  expect([0, 1, 2].map((attempts) => after(500, {}, attempts))).toEqual([
    ['pending', 6000, 1],
    ['pending', 8000, 2],
    ['failed', null, 3],
  ]);
  const seconds = maxPauseMs / 1000;
  expect([seconds - 1, seconds, seconds + 1].map((s) => pauseOf(String(s), 0))).toEqual([
    ...[maxPauseMs - 1000, maxPauseMs, maxPauseMs],
  ]);
  const most = claim.ms + claim.skewMs;
  const claimed = [0, 1, most, most + 1].map((ms) => isClaimed({ process: 'x', until: 500 + ms }, 500));
  expect(claimed).toEqual([false, true, true, false]);
});

test('attempts are spread over a day', () => {
  const times: number[] = [];
  let delivery = fresh;
  for (let at = 0; delivery.state === 'pending'; at = delivery.next ?? 0) {
    times.push(at / 1000);
    delivery = attempted(delivery, { error: 'x' }, at);
  }
  expect(delivery).toMatchObject({ state: 'failed', attempts: backoff.length + 1, next: null });
  expect(times[1]).toBe(5);
  expect(times.at(-1)! / 3600).toBeGreaterThan(23);
  expect(times.at(-1)! / 3600).toBeLessThan(25);
});

test('a key expires at its millisecond, unless it was revoked, and a tenant has at most 64 characters', () => {
  const at = Date.parse('2026-11-20T22:00:00Z');
  const key = { expires_at: instantOf(at), revoked_at: null } as Key;
  const states = [at - 1, at, at + 1].map((now) => stateOf(key, new Date(now)));
  expect(states).toEqual(['valid', 'expired', 'expired']);
  const revoked = { ...key, revoked_at: instantOf(at) };
  expect([at - 1, at, at + 1].map((now) => stateOf(revoked, new Date(now)))).toEqual(Array(3).fill('revoked'));
  expect(stateOf({ ...key, expires_at: null }, new Date(at))).toBe('valid');
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  expect([last - 1, last, last + 1].map(instantOf)).toEqual([
    ...['9999-12-31T23:59:59.998Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]);
  const tenants = ['', 'a', 'a'.repeat(64), 'a'.repeat(65), '-a', 'a b'];
  expect(tenants.filter(isTenant)).toEqual(tenants.slice(0, 3));
});

test('rows of records are read from any place and in any number, across the pages of the store', async () => {
  const ids = Array.from({ length: 1203 }, (_, i) => `${i < 1201 ? 'a' : 'b'}${String(i).padStart(4, '0')}`);
  let reads = 0;
  const store = {
    records: (_: string, after: string, limit: number, skip = 0) => {
      reads++;
      const rest = ids.filter((id) => id > after).slice(skip, skip + limit);
      return Promise.resolve(rest.map((id) => ({ id, value: '{}', version: 1 })));
    },
  } as unknown as Store;
  for (const skip of [0, 1, 99, 100, 101, 1200, 1201])
    for (const limit of [0, 1, 99, 100, 101, 1000, 1201, Infinity]) {
      const read: string[] = [];
      reads = 0;
      for await (const { id } of eachRow(store, 'x', { prefix: 'a', skip, limit })) read.push(id);
      const expected = ids.slice(0, 1201).slice(skip, skip + limit);
      const ends = (all: readonly string[]) => [skip, limit, all.length, all[0], all.at(-1)];
      expect(ends(read)).toEqual(ends(expected));
      expect(reads).toBeLessThanOrEqual(Math.ceil(Math.min(limit, 1203) / 100) + 1);
    }
});

test('a request that could not be drawn is drawn again, and not after its server has closed', async () => {
  const outcomes = [{ kind: 'article', article: '1', isNew: false, labels: ['a'], failure: null }];
  const request = { id: 1, at: '2026-11-20T22:00:00.000Z', client: 'c', trouble: null, outcomes, done: false };
  const services = { clock: () => new Date(), log: { warn: () => undefined } } as never;
  const start = async () => {
    const run = { tries: 0 };
    const store = { record: () => (run.tries++, Promise.reject(new Error('away'))) };
    const runs = createRuns('aims', {} as never, { request: 'r', article: 'a', label: 'l' }, services);
    await runs.begin({ store } as never, '', request as never);
    return { ...runs, run };
  };
  const [closed, open] = [await start(), await start()];
  await closed.close();
  await delay(2100);
  expect([closed.run.tries, open.run.tries]).toEqual([1, 2]);
  await open.close();
});
