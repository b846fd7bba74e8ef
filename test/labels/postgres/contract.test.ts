import { beforeAll } from '@jest/globals';
import { retireAll, storeContract } from '../../support/store/contract.js';
import { openPostgresSandbox, openSandbox } from '../../support/store/sandbox.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';

let server: PostgresServer;
let prepared: string;
let url: string;
beforeAll(async () => {
  server = await sharedPostgres();
  prepared = await server.create();
  await (await openSandbox(prepared)).close();
});

storeContract(
  'postgres:',
  async () => {
    url = await server.create(prepared);
    return openPostgresSandbox(url);
  },
  async (store, ids) => {
    // The last ones in the usual way: it finds that there are too many.
    const [quick, usual] = [ids.slice(0, -101), ids.slice(-101)];
    const retired = (table: string, columns: string, values: string) =>
      server.query(
        `INSERT INTO ${table} (tenant, id, deleted, ${columns})
         SELECT '', 'gone-' || n, true, ${values} FROM generate_series(0, ${quick.length - 1}) AS n`,
        new URL(url).pathname.slice(1),
      );
    await retired('labels', 'binding, layout, version, last_revision', "'{}', '', 2, 0");
    await retired('layouts', 'version, document, updated_at', "1, '', ''");
    await retireAll(store, usual);
  },
);
