import type { PostgresServer } from './server.js';

/** A database and its owner, who is no superuser: rights and limits hold for it. */
export interface OwnedDatabase {
  /** The owner's URL. */
  readonly url: string;
  readonly owner: string;
  /** Runs a statement as superuser in this database. */
  readonly query: (sql: string) => Promise<unknown>;
  /** Ends the owner's connections. */
  readonly disconnect: () => Promise<unknown>;
}

/** Creates a database and its owner. */
export async function createOwnedDatabase(postgres: PostgresServer): Promise<OwnedDatabase> {
  const url = new URL(await postgres.create());
  const name = url.pathname.slice(1);
  const owner = `owner_of_${name}`;
  await postgres.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'secret'; ALTER DATABASE ${name} OWNER TO ${owner}`);
  url.username = owner;
  return {
    url: url.href,
    owner,
    query: (sql) => postgres.query(sql, name),
    disconnect: () =>
      postgres.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${owner}'`),
  };
}
