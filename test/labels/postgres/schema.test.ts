import { beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { defaultBinding } from '../../../renderer/index.js';
import { StoreError } from '../../../server/labels/store/index.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { deliveryOf, passesCheck, retireAll } from '../../support/store/contract.js';
import { openSandbox, type Sandbox } from '../../support/store/sandbox.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await sharedPostgres();
});

/** Gives the tables the form that they had before there was a log. */
const toVersion1 = `
  ALTER TABLE labels ADD COLUMN tag text;
  UPDATE labels SET tag = log.tag FROM revisions JOIN log USING (seq)
    WHERE revisions.tenant = labels.tenant AND label = labels.id AND revisions.revision = last_revision;
  ALTER TABLE revisions ADD COLUMN record text;
  UPDATE revisions SET record = log.record FROM log WHERE log.seq = revisions.seq;
  ALTER TABLE revisions ALTER COLUMN record SET NOT NULL, DROP COLUMN seq;
  DROP TABLE log; DROP SEQUENCE log_seq; DELETE FROM floors WHERE name = 'log';
  DROP TABLE records;
  CREATE TABLE instances ();
  UPDATE schema_version SET version = 1;`;

describe('a database of before there was a log', () => {
  const at = Date.parse('2026-11-20T22:10:06.123Z');
  const slow = { at, full: { seconds: 15, basis: 'stated', ms: 15_000 } } as const;
  const all = async (store: Sandbox) => [
    ...(await store.labels(null, 10)),
    await store.revision('a', 1),
    await store.revision('a', 2),
    await store.layout('offer'),
  ];
  const older = async () => {
    const url = await server.create();
    const database = new URL(url).pathname.slice(1);
    const store = await openSandbox(url);
    const first = (await store.bind('a', null, defaultBinding, null))!;
    await store.append((await store.append(first, deliveryOf('1.00')))!, deliveryOf('2.00', slow));
    await store.bind('new', null, defaultBinding, null);
    await store.putLayout({ id: 'offer', document: '{}', updated_at: '' });
    await retireAll(store, ['gone']);
    const before = await all(store);
    await store.close();
    await server.query(toVersion1, database);
    return { url, database, before };
  };
  /** Labels and revisions are those of before, streams do not resume, and the next revision enters the log. */
  const holds = async (store: Sandbox, before: readonly unknown[]) => {
    expect(await all(store)).toEqual(before);
    const newest = await store.log.newest();
    expect(newest).toBeGreaterThan(Date.now() - 60_000);
    expect(await store.log.since(newest - 1, 1)).toBeNull();
    expect(await store.log.since(newest, 1)).toEqual({ entries: [], next: newest });
    const again = await store.append((await store.label('a'))!, deliveryOf('3.00', { ...slow, at: at + 1 }));
    const tag = { refresh: { revision: 2 }, waiting: { revision: 3 } };
    expect(again).toMatchObject({ current: { revision: 3 }, tag });
    expect((await store.log.since(newest, 10))!.entries).toMatchObject([{ kind: 'revision', id: 'a' }]);
  };

  test('opens with all labels, tags and revisions', async () => {
    const { url, before } = await older();
    const store = await openSandbox(url);
    await holds(store, before);
    await store.close();
  });

  test('opens whole when the migration was killed in the middle', async () => {
    const { url, database, before } = await older();
    // The migration copies the revisions, then waits for the tags.
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE labels IN ACCESS SHARE MODE');
    const opened = openSandbox(url);
    const inside = `SELECT pid, query_start FROM pg_stat_activity
      WHERE datname = '${database}' AND wait_event_type = 'Lock' AND query LIKE '%CREATE SEQUENCE log_seq%'`;
    let killed: unknown;
    for (let kills = 0; kills < 3; kills++) {
      let waits: readonly Record<string, unknown>[] = [];
      while (waits.length === 0 || waits[0]!.pid === killed) {
        await delay(20);
        waits = await server.query(inside, database);
      }
      killed = waits[0]!.pid;
      await server.query(`SELECT pg_terminate_backend(${String(killed)})`, database);
    }
    expect(await server.query('SELECT version FROM schema_version', database)).toEqual([{ version: 1 }]);
    await holder.query('ROLLBACK');
    await holder.end();
    const store = await opened;
    await holds(store, before);
    await store.close();
  });
});

describe('a PostgreSQL database', () => {
  test('of a newer version is refused and not changed', async () => {
    const url = await server.create();
    const database = new URL(url).pathname.slice(1);
    await (await openSandbox(url)).close();
    await server.query('UPDATE schema_version SET version = 1000', database);
    const refusal = await openSandbox(url).catch((error: unknown) => error as StoreError);
    expect(refusal).toBeInstanceOf(StoreError);
    expect((refusal as Error).message).toMatch(/^The store postgres:\/\/postgres@\S+ can't be used: a newer version/);
    expect(await server.query('SELECT version FROM schema_version', database)).toEqual([{ version: 1000 }]);
  });

  test('can be brought to this schema by three at once', async () => {
    const url = await server.create();
    const stores = await Promise.all([1, 2, 3].map(() => openSandbox(url)));
    await Promise.all(stores.map(passesCheck));
    await Promise.all(stores.map((store) => store.close()));
  });
});

test.each([
  ['a table of our name', 'CREATE TABLE labels (id integer)'],
  ['a version of another program', 'CREATE TABLE schema_version (version integer, installed_by text)'],
  ['only some of our tables', 'CREATE TABLE schema_version (version integer); INSERT INTO schema_version VALUES (3)'],
])('a database with %s is refused, and stays as it is', async (_, sql) => {
  const url = await server.create();
  const database = new URL(url).pathname.slice(1);
  await server.query(sql, database);
  const tables = () =>
    server.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1", database);
  const before = await tables();
  await expect(openSandbox(url)).rejects.toThrow('it has tables of another program');
  expect(await tables()).toEqual(before);
});
