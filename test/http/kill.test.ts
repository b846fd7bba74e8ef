import { afterAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { killAmid } from '../support/kill.js';
import { runs } from '../support/labels/share.js';
import { type RunningServer, call, milk, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
afterAll(folder.remove);

/** These tests judge what was lost, not how fast the disk is: a busy one gets the time that it takes. */
const patience = 300_000;

interface Acknowledged {
  readonly id: string;
  readonly revision: number;
  readonly price: string;
}

/**
 * Posts updates, one at a time to each of the labels (a label can be there more than once), until so many are
 * acknowledged; then kills the server in the middle of the others. Any answer but 200 fails the test.
 */
async function postAndKill(
  server: RunningServer,
  ids: readonly string[],
  enough: number,
): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const steps = ids.map((id, poster) => {
    let cents = 10_000 * poster;
    return async () => {
      const price = `${Math.floor(++cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const { status, body } = await call(`${server.url}/api/esl/labels/${id}/update`, { body: { ...milk, price } });
      expect(status).toBe(200);
      acknowledged.push({ id, revision: body.label.revision, price });
    };
  });
  await killAmid(server, steps, () => acknowledged.length >= enough);
  return acknowledged;
}

/** Each acknowledged revision that is not so old that it was dropped must be there, with its price. */
async function expectKept(server: RunningServer, acknowledged: readonly Acknowledged[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const id of new Set(acknowledged.map((one) => one.id))) {
    const given = acknowledged.filter((one) => one.id === id);
    expect(new Set(given.map(({ revision }) => revision)).size).toBe(given.length);
    const { body } = await call(`${server.url}/api/esl/labels/${id}/revisions`);
    const kept = new Map<number, string>(body.revisions.map((one) => [one.revision, one.content.price]));
    const oldest = Math.min(...kept.keys());
    expect(given.filter(({ revision, price }) => revision >= oldest && kept.get(revision) !== price)).toEqual([]);
    expect(Math.max(...kept.keys())).toBeGreaterThanOrEqual(Math.max(...given.map(({ revision }) => revision)));
  }
}

test(
  'kill -9 in a loop loses no acknowledged update',
  async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder.path, 'kill.db')}`, RATE_LIMIT: '1000000' };
    let server = await startServer(env);
    for (let round = 0; round < runs(3); round++) {
      const ids = [0, 1, 2, 3].map((n) => `r${round}-${n}`);
      for (const id of ids) await call(`${server.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} });
      // Each round is killed at another moment of the work.
      const acknowledged = await postAndKill(server, ids, 5 + (round % 6) * 26);
      server = await startServer(env);
      await expectKept(server, acknowledged);
    }
    await server.stop();
  },
  patience,
);

test(
  '50 connections post without an error, and after kill -9 all that was acknowledged is there',
  async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder.path, 'many.db')}`, RATE_LIMIT: '1000000' };
    const acknowledged = await postAndKill(await startServer(env), new Array<string>(50).fill('default'), runs(400));
    const server = await startServer(env);
    await expectKept(server, acknowledged);
    const { body } = await call(`${server.url}/api/esl/labels/default`);
    expect(body.label.revision).toBeGreaterThanOrEqual(acknowledged.length);
    await server.stop();
  },
  patience,
);
