import { expect, jest, test } from '@jest/globals';
import { exampleLayout } from '../../../server/http/layout-example.js';
import { expectStored, killAmid, postAndKill } from '../../support/instances/kill.js';
import { call, milk, startServer, temporaryFolder } from '../../support/server.js';

const folder = temporaryFolder();

/** These tests check for losses, not for speed: a busy disk gets enough time. */
jest.setTimeout(300_000);

test('kill -9 in a loop loses no acknowledged update', async () => {
  const env = { DATABASE_URL: `sqlite:${folder.at('kill.db')}`, RATE_LIMIT: '1000000' };
  let server = await startServer(env);
  for (let round = 0; round < 9; round++) {
    const ids = [0, 1, 2, 3].map((n) => `r${round}-${n}`);
    for (const id of ids) await call(`${server.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} });
    // Each round is killed at another moment.
    const acknowledged = await postAndKill(server, ids, 5 + (round % 6) * 26);
    server = await startServer(env);
    await expectStored(server, acknowledged);
  }
  await server.stop();
});

test('50 connections post without an error, and after kill -9 all that was acknowledged is there', async () => {
  const env = { DATABASE_URL: `sqlite:${folder.at('many.db')}`, RATE_LIMIT: '1000000' };
  const acknowledged = await postAndKill(await startServer(env), new Array<string>(50).fill('default'), 1200);
  const server = await startServer(env);
  await expectStored(server, acknowledged);
  const { body } = await call(`${server.url}/api/esl/labels/default`);
  expect(body.label.revision).toBeGreaterThanOrEqual(acknowledged.length);
  await server.stop();
});

test('layouts survive kill -9, and labels use them', async () => {
  const env = { DATABASE_URL: `sqlite:${folder.at('kill.db')}`, RATE_LIMIT: '100000' };
  let mine = await startServer(env);
  const kept = new Map<string, number>();
  const puts = [0, 1].map((n) => {
    let count = 0;
    return async () => {
      const name = `l${n}-${count++ % 5}`;
      const document = { ...exampleLayout, title: `${count}` };
      const { status, body } = await call(`${mine.url}/api/esl/layouts/${name}`, { method: 'PUT', body: document });
      expect(status).toBeLessThan(300);
      kept.set(name, body.layout.version);
    };
  });
  for (const putNext of puts) await putNext();
  const body = { layout: 'l0-0', data: { previous_price: '4.20' } };
  expect((await call(`${mine.url}/api/esl/labels/a`, { method: 'PUT', body })).status).toBe(201);
  await killAmid(mine, puts, () => kept.size === 10);
  mine = await startServer(env);
  for (const [name, version] of kept) {
    const { body } = await call(`${mine.url}/api/esl/layouts/${name}`);
    expect(body.layout.version).toBeGreaterThanOrEqual(version);
  }
  expect((await call(`${mine.url}/api/esl/labels/a/update`, { body: milk })).body.label.layout).toBe('l0-0');
  await mine.stop();
});
