import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StoreError } from '../index.js';
import { lockSpace } from './database.js';
import { mayCome, remedyOf } from './faults.js';
import { connectionTo } from './pool.js';
import { migrations, schemaVersion } from './schema.js';

/** In milliseconds: how long to wait for a server that is not there yet, how often to ask, and for others who migrate. */
const patience = { server: 10_000, again: 250, migration: 60_000 };

/**
 * Brings the database of `url` to this version's schema; of several who do that at once, one does it, and the others wait.
 * A server that is not there yet is waited for, as those of one machine all start together.
 * @throws {StoreError} with the URL, without its password, and the remedy
 */
export async function prepareDatabase(url: string, patient = patience.server): Promise<void> {
  const until = performance.now() + patient;
  for (;;) {
    try {
      await migrate(url);
      return;
    } catch (error) {
      if (!mayCome(error) || performance.now() > until)
        throw new StoreError(`The store ${withoutPassword(url)} can't be used: ${remedyOf(error)}`, { cause: error });
    }
    await delay(patience.again);
  }
}

async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), query_timeout: patience.migration });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [wait, run] = [patience.migration, patience.migration].map((ms) => `${ms}ms`);
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${wait}'; SET LOCAL statement_timeout = '${run}'`);
    await client.query(`SELECT pg_advisory_xact_lock(${lockSpace}, 0)`);
    const version = await versionOf(client);
    if (version > schemaVersion) throw new Error('newer');
    for (const migration of migrations.slice(version)) await client.query(migration);
    if (version < schemaVersion) await client.query('UPDATE schema_version SET version = $1', [schemaVersion]);
    await client.query('COMMIT');
  } finally {
    // One that hangs is not waited for.
    client.end().catch(() => undefined);
  }
}

/** The version of the schema; 0 where there is none. */
async function versionOf(client: pg.Client): Promise<number> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('schema_version') IS NOT NULL AS there",
  );
  if (!found[0]!.there)
    await client.query(
      'CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version (version) VALUES (0)',
    );
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return rows[0]!.version;
}

function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
