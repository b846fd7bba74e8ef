import { beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startHere } from '../../support/here.js';
import { updateUntil } from '../../support/instances/readiness.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { createOwnedDatabase, type OwnedDatabase } from '../../support/postgres/user.js';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

type Undo = () => Promise<unknown>;

/** A trigger of a table that runs a statement for each change. */
async function spoil({ query }: OwnedDatabase, table: string, statement: string): Promise<Undo> {
  await query(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${statement}; RETURN NEW; END'`);
  await query(`CREATE TRIGGER spoil BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION spoil()`);
  return () => query(`DROP TRIGGER spoil ON ${table}`);
}

/** Another process that locks a table. */
async function lock({ url }: OwnedDatabase, table: string, mode: string): Promise<Undo> {
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  return () => holder.end();
}

async function revoke({ query, owner }: OwnedDatabase, right: string): Promise<Undo> {
  await query(`REVOKE ${right} FROM ${owner}`);
  return () => query(`GRANT ${right} TO ${owner}`);
}

/** Changes a setting of the database or its owner, also of those that are connected. */
async function alter({ query, disconnect }: OwnedDatabase, sql: string, undo: string): Promise<Undo> {
  await query(sql);
  await disconnect();
  return async () => {
    await query(undo);
    await disconnect();
  };
}

const full = "RAISE EXCEPTION ''could not extend file: No space left on device'' USING ERRCODE = ''53100''";
/** Each: the reason that readiness must name, and how to begin. */
const faults: Readonly<Record<string, readonly [RegExp, (database: OwnedDatabase) => Promise<Undo>]>> = {
  'a lock on the labels': [/holds it locked/, (database) => lock(database, 'labels', 'ACCESS EXCLUSIVE')],
  'a lock on the revisions against writes': [/holds it locked/, (database) => lock(database, 'revisions', 'SHARE')],
  'a lock on the counts': [/holds it locked/, (database) => lock(database, 'quotas', 'EXCLUSIVE')],
  'slow statements': [/take too long/, (database) => spoil(database, 'labels', 'PERFORM pg_sleep(2)')],
  'a full disk': [/disk is full/, (database) => spoil(database, 'revisions', full)],
  'no right to write revisions': [/lost rights/, (database) => revoke(database, 'INSERT ON revisions')],
  'no right to read labels': [/lost rights/, (database) => revoke(database, 'SELECT ON labels')],
  'no right to count': [/lost rights/, (database) => revoke(database, 'INSERT ON quotas')],
  'transactions that may only read': [
    /read-only/,
    (database) => {
      const setting = `ALTER ROLE ${database.owner}`;
      return alter(database, `${setting} SET default_transaction_read_only = on`, `${setting} RESET ALL`);
    },
  ],
  'no free connection': [
    /no more connections/,
    (database) => {
      const limit = `ALTER ROLE ${database.owner} CONNECTION LIMIT`;
      return alter(database, `${limit} 0`, `${limit} -1`);
    },
  ],
};

type Started = Awaited<ReturnType<typeof start>>;

/** A server with a database of its own. */
async function start() {
  const database = await createOwnedDatabase(postgres);
  return { database, ...(await startHere({ DATABASE_URL: database.url, RATE_LIMIT: '1000000' })) };
}

/** 'named', or how long it took and what readiness said. */
async function named([reason, begin]: (typeof faults)[string], { database, url }: Started): Promise<string> {
  await updateUntil(url, (updated, said) => updated && said === null);
  const undo = await begin(database);
  let last: string | null = null;
  const failing = await updateUntil(url, (updated, said) => {
    last = said;
    return !updated && said !== null && reason.test(said);
  });
  await undo();
  const well = await updateUntil(url, (updated, said) => updated && said === null);
  return failing < 3500 && well < 2000 ? 'named' : `${Math.round(failing)} ms: ${last}, ${Math.round(well)} ms`;
}

test('whatever makes updates fail for 2 s is named by readiness within 3 s, until updates succeed again (fault 1)', async () => {
  const servers: (readonly [name: string, Started])[] = [];
  for (const name of Object.keys(faults)) servers.push([name, await start()]);
  const results = new Map(
    await Promise.all(servers.map(async ([name, server]) => [name, await named(faults[name]!, server)] as const)),
  );
  // Ten servers at once are late on a busy machine: a fault that was named late is tried again without the others.
  for (const [name, result] of results)
    if (result !== 'named') results.set(name, await named(faults[name]!, await start()));
  expect(Object.fromEntries(results)).toEqual(Object.fromEntries(Object.keys(faults).map((name) => [name, 'named'])));
}, 120_000);
