import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StoreError } from '../index.js';
import { lockSpace } from './database.js';
import { mayCome, remedyOf } from './faults.js';
import { connectionTo } from './pool.js';
import { migrations, schemaVersion } from './schema.js';

/** In milliseconds: how long to wait for a server to start, between two attempts, and for the migration of another process. */
const timeouts = { server: 10_000, retry: 250, migration: 60_000 };

/**
 * Migrates the database of `url` to this version's schema. Of several processes, one migrates and the others wait. It also waits
 * for a server that does not answer yet, as all services of a machine start together.
 * @throws {StoreError} with the URL, without its password, and the remedy
 */
export async function prepareDatabase(url: string, patient = timeouts.server): Promise<void> {
  const until = performance.now() + patient;
  for (;;) {
    try {
      await migrate(url, Math.max(timeouts.retry, until - performance.now()));
      return;
    } catch (error) {
      if (!mayCome(error) || performance.now() > until)
        throw new StoreError(`The store ${withoutPassword(url)} can't be used: ${remedyOf(error)}`, { cause: error });
    }
    await delay(timeouts.retry);
  }
}

/** @param connectMs how long to wait for a connection, at most */
async function migrate(url: string, connectMs: number): Promise<void> {
  const settings = connectionTo(url);
  const connectionTimeoutMillis = Math.min(connectMs, settings.connectionTimeoutMillis!);
  const client = new pg.Client({ ...settings, connectionTimeoutMillis, query_timeout: timeouts.migration });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [wait, run] = [timeouts.migration, timeouts.migration].map((ms) => `${ms}ms`);
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${wait}'; SET LOCAL statement_timeout = '${run}'`);
    await client.query(`SELECT pg_advisory_xact_lock(${lockSpace}, 0)`);
    const version = await versionOf(client);
    if (version > schemaVersion) throw new Error('newer');
    if (version === 0)
      await client.query(
        'CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version (version) VALUES (0)',
      );
    for (const migration of migrations.slice(version)) await client.query(migration);
    if (version < schemaVersion) await client.query('UPDATE schema_version SET version = $1', [schemaVersion]);
    await client.query('COMMIT');
  } finally {
    // Do not wait for a connection that hangs.
    client.end().catch(() => undefined);
  }
}

/** Tables and columns of all versions, beside `schema_version`. */
const ours = {
  answers: ['tenant', 'key', 'answer'],
  api_keys: ['id', 'record'],
  floors: ['name', 'number'],
  labels: ['tenant', 'id', 'binding', 'layout', 'version', 'last_revision', 'deleted'],
  layouts: ['tenant', 'id', 'version', 'document', 'updated_at', 'deleted'],
  quotas: ['key', 'points', 'expire'],
  revisions: ['tenant', 'label', 'revision', 'png', 'token'],
} as const;

/** The version of the schema; 0 for a database without tables of our names. @throws for tables of another program */
async function versionOf(client: pg.Client): Promise<number> {
  const names = [...Object.keys(ours), 'instances', 'log', 'log_seq', 'records', 'schema_version'];
  const { rows: found } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname::text AS name, array_agg(attname::text) AS columns
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      WHERE relname = ANY($1) AND pg_table_is_visible(pg_class.oid) GROUP BY 1`,
    [names],
  );
  if (found.length === 0) return 0;
  const columns = new Map(found.map((each) => [each.name, each.columns]));
  const isOurs = Object.entries({ ...ours, schema_version: ['version'] }).every(([name, wanted]) =>
    wanted.every((column) => columns.get(name)?.includes(column)),
  );
  if (!isOurs || columns.get('schema_version')!.length > 1) throw new Error('foreign');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  const [row, ...others] = rows;
  if (typeof row?.version !== 'number' || others.length > 0) throw new Error('foreign');
  return row.version;
}

function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
