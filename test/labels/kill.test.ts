import { afterAll, expect, test } from '@jest/globals';
import autocannon from 'autocannon';
import { join } from 'node:path';
import { type RunningServer, call, milk, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
afterAll(folder.remove);

interface Acknowledged {
  readonly id: string;
  readonly revision: number;
  readonly price: string;
}

/** Posts to one label until the server is gone; each answer 200 goes into `acknowledged`. */
async function postUntilGone(server: RunningServer, id: string, acknowledged: Acknowledged[]): Promise<void> {
  for (let cents = 100; ; cents++) {
    const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    try {
      const { status, body } = await call(`${server.url}/api/esl/labels/${id}/update`, { body: { ...milk, price } });
      if (status === 200) acknowledged.push({ id, revision: body.label.revision, price });
    } catch {
      return;
    }
  }
}

/** Each acknowledged revision that is not so old that it was dropped must be there, with its price. */
async function expectKept(server: RunningServer, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const id of new Set(acknowledged.map((one) => one.id))) {
    const { body } = await call(`${server.url}/api/esl/labels/${id}/revisions`);
    const kept = new Map<number, string>(body.revisions.map((one) => [one.revision, one.content.price]));
    const oldest = Math.min(...kept.keys());
    const lost = acknowledged.filter(
      (one) => one.id === id && one.revision >= oldest && kept.get(one.revision) !== one.price,
    );
    expect(lost).toEqual([]);
    expect(Math.max(...kept.keys())).toBeGreaterThanOrEqual(
      Math.max(...acknowledged.filter((one) => one.id === id).map((one) => one.revision)),
    );
  }
}

test('kill -9 in a loop loses no acknowledged update', async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder.path, 'kill.db')}`, RATE_LIMIT: '1000000' };
  let total = 0;
  let server = await startServer(env);
  for (let round = 0; round < 10; round++) {
    const ids = [0, 1, 2, 3].map((n) => `r${round}-${n}`);
    for (const id of ids) await call(`${server.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} });
    const acknowledged: Acknowledged[] = [];
    const posting = ids.map((id) => postUntilGone(server, id, acknowledged));
    // Killed in the middle of the work, each round at another moment of it.
    while (acknowledged.length < 5 + round * 7) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.kill();
    await Promise.all(posting);
    server = await startServer(env);
    await expectKept(server, acknowledged);
    total += acknowledged.length;
  }
  expect(total).toBeGreaterThan(300);
  await server.stop();
});

test('50 connections post without an error, and after kill -9 all that was acknowledged is there', async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder.path, 'many.db')}`, RATE_LIMIT: '1000000' };
  let server = await startServer(env);
  const {
    errors,
    timeouts,
    non2xx,
    '2xx': passed,
  } = await autocannon({
    url: `${server.url}/api/esl/update`,
    method: 'POST',
    connections: 50,
    amount: 1000,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(milk),
  });
  expect({ errors, timeouts, non2xx, passed }).toEqual({ errors: 0, timeouts: 0, non2xx: 0, passed: 1000 });
  await server.kill();
  server = await startServer(env);
  const { body } = await call(`${server.url}/api/esl/labels/default`);
  expect(body.label.revision).toBe(1000);
  await server.stop();
});
