import { beforeAll } from '@jest/globals';
import { retireAll, storeContract } from '../../support/store/contract.js';
import { openPostgresSandbox, openSandbox } from '../../support/store/sandbox.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';

let server: PostgresServer;
let url: string;
let query: (sql: string) => ReturnType<PostgresServer['query']>;
/** Deletes all rows and writes those of a new database: creating one takes longer than most tests. */
let empty: string;
beforeAll(async () => {
  server = await sharedPostgres();
  url = await server.create();
  await (await openSandbox(url)).close();
  query = (sql) => server.query(sql, new URL(url).pathname.slice(1));
  const tables = await query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
  );
  const emptied = tables.map(({ relname }) => String(relname)).filter((name) => name !== 'schema_version');
  empty = emptied.map((name) => `DELETE FROM ${name};`).join('');
  for (const name of emptied)
    for (const row of await query(`SELECT * FROM ${name}`))
      empty += `INSERT INTO ${name} SELECT * FROM json_populate_record(NULL::${name}, '${JSON.stringify(row)}');`;
  empty += `SELECT setval('log_seq', ${String((await query('SELECT last_value FROM log_seq'))[0]!.last_value)})`;
});

storeContract(
  'postgres:',
  async () => {
    await query(empty);
    return openPostgresSandbox(url);
  },
  async (store, ids) => {
    // The last ones in the usual way: it finds that there are too many.
    const [quick, usual] = [ids.slice(0, -101), ids.slice(-101)];
    const retired = (table: string, columns: string, values: string) =>
      query(
        `INSERT INTO ${table} (tenant, id, deleted, ${columns})
         SELECT '', 'gone-' || n, true, ${values} FROM generate_series(0, ${quick.length - 1}) AS n`,
      );
    await retired('labels', 'binding, layout, version, last_revision', "'{}', '', 2, 0");
    await retired('layouts', 'version, document, updated_at', "1, '', ''");
    await retireAll(store, usual);
  },
);
