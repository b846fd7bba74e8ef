import pg from 'pg';
import { StoreBusy } from '../index.js';
import { isLost, refusalOf } from './faults.js';

/** A statement. One with a name is planned once on each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Asks for rows. */
export type Ask = <Row>(statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** What can be asked of the server. Whatever is not answered in time is refused with {@link StoreBusy}. */
export interface Database {
  /** A statement that may be done twice: it is asked again where the connection was lost. */
  readonly ask: Ask;
  /** A statement that is asked once: when the connection is lost, it may be done, or not. `until`: by `performance.now()`. */
  once<Row>(statement: Statement, values: readonly unknown[], until: number): Promise<readonly Row[]>;
  /**
   * Does `work` in one transaction; numbers of what is deleted are not purged meanwhile. All of it is repeated where the
   * connection was lost before its end. When the answer to its end is lost, the server is asked what became of it; only if
   * that is not answered in time either, a refused one may be stored.
   */
  transact<T>(work: (ask: Ask) => Promise<T>, until?: number): Promise<T>;
  /** Does `work` in a transaction while there is no other. */
  alone<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** The server's time when `performance.now()` is `at`, in milliseconds since 1970, as it was told last. */
  serverTime(at?: number): number;
  /** Connections that are open, that nobody uses, and those who wait for one. */
  stats(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/**
 * In milliseconds: how long a call takes at most, with all that it waits for and its second try; how long to wait for a
 * connection; the least that is left for a second try.
 */
const patience = { call: 1200, connection: 1000, again: 50 };
/** Calls that wait for a connection: what comes above that is refused at once. It bounds the memory. */
const mostWaiting = 1000;

/** When a call that begins now must be answered, by `performance.now()`. */
export function deadline(): number {
  return performance.now() + patience.call;
}

/** Settings of every connection. All waits of the server end, and what it acknowledges is on the disk. */
const settings = {
  connectionTimeoutMillis: patience.connection,
  query_timeout: patience.connection,
  keepAlive: true,
  application_name: 'esl-simulator',
  options: [
    ...['synchronous_commit=on', 'statement_timeout=1000', 'lock_timeout=800'],
    // Planning takes longer than most statements here, and no plan depends on its values.
    ...['idle_in_transaction_session_timeout=2000', 'plan_cache_mode=force_generic_plan'],
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
};

const bigint = 20;
/** Our own among the advisory locks of the database. */
export const lockSpace = 0x45534c;

/** What `pg` needs to connect to `url`, with the settings of every connection; 64-bit numbers become numbers. */
export function connectionTo(url: string): pg.ClientConfig {
  return {
    ...settings,
    connectionString: url,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === bigint ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  };
}

/** Begins a transaction: with others of its kind, or alone. */
const begin = (alone: boolean) =>
  `BEGIN; SELECT pg_advisory_xact_lock${alone ? '' : '_shared'}(${lockSpace}, 1), pg_current_xact_id()::text AS xid`;

/**
 * Opens `size` connections to `url`, one after the other, and keeps them: to open one takes longer than most calls may, when
 * many want one at once. One that is lost is opened again when it is needed.
 */
export async function openDatabase(url: string, size: number): Promise<Database> {
  let ahead = 0;
  const hear = (time: number, asked: number): void => {
    ahead = time - (asked + performance.now()) / 2;
  };
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: size,
    min: size,
    async onConnect(client) {
      // Without a listener, an error of a connection would end the process.
      client.on('error', () => undefined);
      const asked = performance.now();
      const sql = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time';
      const { rows } = await client.query<{ time: number }>(sql);
      hear(rows[0]!.time, asked);
    },
  });
  // Those that nobody uses: the pool drops them.
  pool.on('error', () => undefined);

  /** When each connection has last answered, and when one was lost: others that have not answered since may be lost too. */
  const answered = new WeakMap<pg.PoolClient, number>();
  let lostAt = -Infinity;

  const withClient = async <T>(until: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    if (pool.waitingCount >= mostWaiting) throw new StoreBusy('Too many wait for the store');
    let client = await take(pool, until);
    while ((answered.get(client) ?? Infinity) < lostAt) {
      client.release(true);
      client = await take(pool, until);
    }
    let lost = true;
    try {
      const result = await work(client);
      lost = false;
      return result;
    } catch (error) {
      lost = isLost(error);
      throw error;
    } finally {
      const now = performance.now();
      if (lost) lostAt = now;
      else answered.set(client, now);
      client.release(lost);
    }
  };
  await fill(pool, size);
  const run = async <Row>(
    client: pg.ClientBase,
    { name, text }: Statement,
    values: readonly unknown[],
    until: number,
  ): Promise<readonly Row[]> => {
    const query = { name, text, values: [...values], query_timeout: timeLeft(until) };
    return (await client.query(query)).rows as Row[];
  };
  const once: Database['once'] = <Row>(statement: Statement, values: readonly unknown[], until: number) =>
    withClient(until, (client) => run<Row>(client, statement, values, until)).catch((error: unknown) => {
      throw isLost(error) ? new Lost('The connection was lost', { cause: error }) : refusalOf(error);
    });
  const ask: Ask = <Row>(statement: Statement, values: readonly unknown[] = []) => {
    const until = deadline();
    return twice(() => withClient(until, (client) => run<Row>(client, statement, values, until)), until);
  };
  const becameOf = async (xid: string, until: number): Promise<string | null> => {
    const statement = { text: 'SELECT pg_xact_status($1::text::xid8) AS status' };
    for (;;) {
      const [row] = await withClient(until, (client) =>
        run<{ status: string | null }>(client, statement, [xid], until),
      );
      if (row!.status !== 'in progress' || performance.now() > until) return row!.status;
    }
  };
  const transactOnce = async <T>(work: (ask: Ask) => Promise<T>, until: number, alone: boolean): Promise<T> => {
    let ended: { readonly xid: string; readonly result: T } | null = null;
    try {
      return await withClient(until, async (client) => {
        const [, { rows }] = (await client.query({
          text: begin(alone),
          query_timeout: timeLeft(until),
        } as pg.QueryConfig)) as unknown as [unknown, pg.QueryResult<{ xid: string }>];
        try {
          const result = await work((statement, values = []) => run(client, statement, values, until));
          ended = { xid: rows[0]!.xid, result };
          await run(client, { text: 'COMMIT' }, [], until);
          return result;
        } catch (error) {
          if (!isLost(error)) await run(client, { text: 'ROLLBACK' }, [], until);
          throw error;
        }
      });
    } catch (error) {
      const { xid, result } = ended ?? ({} as { xid?: string; result?: T });
      if (xid === undefined || !isLost(error)) throw error;
      if ((await becameOf(xid, until)) === 'committed') return result as T;
      throw new StoreBusy('The store is busy', { cause: error });
    }
  };
  return {
    ask,
    once,
    transact: (work, until = deadline()) => twice(() => transactOnce(work, until, false), until),
    alone(work) {
      const until = deadline();
      return twice(() => transactOnce(work, until, true), until);
    },
    serverTime: (at = performance.now()) => at + ahead,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** The connection was lost: what was asked is done, or not. */
export class Lost extends StoreBusy {}

/** Opens all connections of a pool, or as many as the server has for it. */
async function fill(pool: pg.Pool, size: number): Promise<void> {
  const clients: pg.PoolClient[] = [];
  try {
    while (clients.length < size) clients.push(await pool.connect());
  } catch {
    // Whoever needs more hears why there are no more.
  } finally {
    for (const client of clients) client.release();
  }
}

/** Takes a connection of the pool. @throws when it does not come in time: nobody waits longer */
async function take(pool: pg.Pool, until: number): Promise<pg.PoolClient> {
  const coming = pool.connect();
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      reject(new StoreBusy('Too many wait for the store'));
      coming.then(
        (client) => {
          client.release();
        },
        () => undefined,
      );
    }, timeLeft(until));
  });
  try {
    return await Promise.race([coming, over]);
  } finally {
    clearTimeout(late);
  }
}

/** Milliseconds until then: a few at least, as none would be no limit. */
function timeLeft(until: number): number {
  return Math.max(10, Math.ceil(until - performance.now()));
}

/** Does `work`, and again if the connection was lost and there is time. @throws what {@link refusalOf} makes of the error */
async function twice<T>(work: () => Promise<T>, until: number): Promise<T> {
  try {
    return await work().catch((error: unknown) => {
      if (!isLost(error) || performance.now() > until - patience.again) throw error;
      return work();
    });
  } catch (error) {
    throw refusalOf(error);
  }
}
