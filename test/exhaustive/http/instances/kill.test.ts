import { beforeAll, expect, jest, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fleet, startFleet } from '../../../support/instances/fleet.js';
import { follow } from '../../../support/instances/follower.js';
import { faultsOf, lookForLosses, sendUpdates } from '../../../support/instances/tills.js';
import { type PostgresServer, sharedPostgres } from '../../../support/postgres/server.js';
import { type Answer, call, milk } from '../../../support/server.js';

/** These tests check for losses, not for speed: a busy disk gets enough time. */
jest.setTimeout(600_000);
const tills = 24;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

async function makeLabels(fleet: Fleet, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, i) => `shelf-${i}`);
  for (const id of ids) await call(`${fleet.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} });
  return ids;
}

test('updates of many clients lose nothing that was acknowledged while instances are killed and the database crashes, and followers see all end well', async () => {
  const { updates, kills, labels } = { updates: 30_000, kills: 30, labels: 120 };
  const fleet = await startFleet(await postgres.create());
  const ids = await makeLabels(fleet, labels);
  const followed = ids.slice(0, 8);
  const followers = followed.map((id, i) => follow(fleet.url, id, `10.2.0.${i}`));
  let killed = 0;
  const over = new AbortController();
  const killing = (async () => {
    for (; killed < kills && !over.signal.aborted; killed++) {
      await delay(200 + Math.random() * 900);
      await fleet.restart(Math.floor(Math.random() * 3));
      if (killed === 0) await postgres.crash();
    }
  })();
  const { acknowledged, refused } = await sendUpdates(fleet.url, ids, tills, updates);
  over.abort();
  await killing;
  expect(killed).toBeGreaterThan(0);
  expect(await lookForLosses(fleet.url, ids, acknowledged)).toEqual([]);
  for (const [i, id] of followed.entries()) {
    const { revision } = (await call(`${fleet.url}/api/esl/labels/${id}`)).body.label;
    const start = performance.now();
    while (followers[i]!.updated.at(-1) !== revision && performance.now() - start < 5000) await delay(20);
    const { updated } = followers[i]!;
    expect([id, updated.at(-1)]).toEqual([id, revision]);
    // Complete and in order, through all restarts.
    expect(updated).toEqual(updated.map((_, n) => updated[0]! + n));
  }
  const streams = followers.reduce((sum, { streams: opened }) => sum + opened(), 0);
  process.stderr.write(
    `${acknowledged.length} acknowledged, ${refused} refused, ${killed} kills, ${streams} streams\n`,
  );
  await Promise.all(followers.map((follower) => follower.stop()));
  await fleet.stop();
});

test('instances that are killed while they start, that are frozen, or whose connections end lose nothing, and all that are left serve', async () => {
  const fleet = await startFleet(await postgres.create());
  const ids = await makeLabels(fleet, 30);
  const over = new AbortController();
  let killed = 0;
  const disturbing = (async () => {
    for (let round = 0; !over.signal.aborted; round++) {
      const place = round % 3;
      const moments = Array.from({ length: 3 }, () => Math.random() * 900);
      await fleet.restart(place, moments);
      killed += 1 + moments.length;
      await postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'");
      if (round % 4 !== 1) continue;
      const frozen = fleet.servers[(place + 1) % 3]!.process;
      frozen.kill('SIGSTOP');
      await delay(1500);
      frozen.kill('SIGCONT');
    }
  })();
  const { acknowledged, refused } = await sendUpdates(fleet.url, ids, tills, 3000);
  // Updates may be faster than two rounds of kills.
  while (killed < 16) await delay(100);
  over.abort();
  await disturbing;
  expect(await lookForLosses(fleet.url, ids, acknowledged)).toEqual([]);
  for (const { url } of fleet.servers) {
    const { status } = await call(`${url}/api/esl/labels/${ids[0]!}/update`, { body: { ...milk, price: '9.99' } });
    expect([url, status]).toEqual([url, 200]);
  }
  process.stderr.write(`${acknowledged.length} acknowledged, ${refused} refused, ${killed} kills, most in a start\n`);
  await fleet.stop();
});

test('the check of histories finds faults', () => {
  const [first, second] = [
    { id: 'a', revision: 1, price: '1.00', sentAt: 0, answeredAt: 1 },
    { id: 'a', revision: 2, price: '2.00', sentAt: 2, answeredAt: 3 },
  ] as const;
  const all = [first, second].map(({ revision, price }) => ({ revision, price }));
  expect(faultsOf(all, [first, second])).toEqual([]);
  expect(faultsOf(all.slice(0, 1), [first, second])).toEqual(['2 with 2.00 is lost']);
  expect(faultsOf(all.slice(1), [first, second])).toEqual(['only 1 of 2 are kept']);
  expect(faultsOf(all, [first, { ...second, price: '9.00' }])).toEqual(['2 with 9.00 is lost']);
  expect(faultsOf([...all, { revision: 4, price: '4.00' }], [])).toContain('there is a gap between 1 and 4');
  expect(faultsOf(all, [first, first])).toContain('two have one number');
  const early = { ...first, sentAt: 4, answeredAt: 5 };
  expect(faultsOf(all, [early, second])).toEqual(['1 was sent after 2 was answered']);
});

test('a till that sends each update three times with its key, at once and after a kill, makes one revision of each (fault 5)', async () => {
  const fleet = await startFleet(await postgres.create());
  const send = (place: number, key: string, price: string): Promise<Answer | null> => {
    const { url } = fleet.servers[place % 3]!;
    const headers = { 'Idempotency-Key': key };
    return call(`${url}/api/esl/update`, { body: { ...milk, price }, headers }).catch(() => null);
  };
  const rounds = 20;
  let restarted: Promise<void> | null = null;
  for (let i = 1; i <= rounds; i++) {
    const [key, price] = [`sale-${i}`, `${i}.00`];
    const first = [0, 1, 2].map((place) => send(place, key, price));
    // The server that got it first dies before or after its execution.
    if (i % 10 === 5) restarted = fleet.restart(0);
    let answers = await Promise.all(first);
    for (let again = 1; again <= 3 && !answers.some((answer) => answer?.status === 200); again++) {
      await delay(100 * again);
      answers = [await send(again, key, price)];
    }
    const good = answers.filter((answer) => answer?.status === 200);
    expect(good.map((answer) => answer!.body.label.revision)).toEqual(good.map(() => i));
    expect(good.length).toBeGreaterThan(0);
    await restarted;
  }
  const { body } = await call(`${fleet.url}/api/esl/labels/default/revisions`);
  expect(body.revisions.map(({ revision, content }) => [revision, content.price])).toEqual(
    Array.from({ length: rounds }, (_, i) => [rounds - i, `${rounds - i}.00`]),
  );
  await fleet.stop();
});
