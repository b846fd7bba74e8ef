import pg from 'pg';
import { checkRegular } from '../../../../devices/index.js';
import { StoreBusy } from '../index.js';
import { isLost } from './faults.js';

/** Maximum bytes of the files that DATABASE_URL names. */
const maxCertificateBytes = 1e6;

export type Connections = Awaited<ReturnType<typeof openConnections>>;

/** Timeout of the server for a connection and for an answer, in milliseconds. */
const timeoutMs = 1000;
/** Calls that wait for a connection; further ones are refused immediately. It limits the memory. */
const maxWaiting = 1000;

/** Settings of every connection: the server limits all waits, and acknowledges only what is on the disk. */
const settings = {
  connectionTimeoutMillis: timeoutMs,
  query_timeout: timeoutMs,
  keepAlive: true,
  application_name: 'esl-simulator',
  options: [
    ...['synchronous_commit=on', `statement_timeout=${timeoutMs}`, 'lock_timeout=800'],
    // No plan here depends on its values, and planning for each took two thirds of the time of an update.
    ...['idle_in_transaction_session_timeout=2000', 'plan_cache_mode=force_generic_plan'],
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
};

/** The type of 64-bit integers, which are parsed as numbers: none of ours is too large. */
const bigint = 20;

function parserFor(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === bigint ? Number : (pg.types.getTypeParser(type, format) as (value: string) => unknown);
}

/** What `pg` needs to connect to `url`, with the settings of every connection. */
export function connectionTo(url: string): pg.ClientConfig {
  // The driver would wait for a pipe for ever.
  for (const name of ['sslcert', 'sslkey', 'sslrootcert']) {
    const path = new URL(url).searchParams.get(name);
    if (path) checkRegular(path, maxCertificateBytes);
  }
  return { ...settings, connectionString: url, types: { getTypeParser: parserFor as typeof pg.types.getTypeParser } };
}

function createPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(url), max: size, min: size });
  // Without listeners, errors of connections would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/**
 * Opens `size` connections to `url`, one after the other, as opening many concurrently takes longer than most calls may. A lost
 * connection is reopened on demand.
 */
export async function openConnections(url: string, size: number) {
  let ahead = 0;
  const pool = createPool(url, size);
  /** The last answer of each connection, and the last loss of one: connections that have not answered since may be lost too. */
  const answered = new WeakMap<pg.PoolClient, number>();
  let lostAt = -Infinity;

  const take = async (until: number): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= maxWaiting) throw new StoreBusy('Too many wait for the store');
    for (;;) {
      const client = await inTime(pool.connect(), until);
      if ((answered.get(client) ?? Infinity) >= lostAt) return client;
      client.release(true);
    }
  };
  const giveBack = (client: pg.PoolClient, lost: boolean): void => {
    const now = performance.now();
    if (lost) lostAt = now;
    else answered.set(client, now);
    client.release(lost);
  };
  /**
   * Runs `work` with a connection, which must be available before `until`, by `performance.now()`. A connection that is lost
   * meanwhile is discarded, with all idle ones.
   */
  const use = async <T>(until: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await take(until);
    let lost = true;
    try {
      if (!answered.has(client)) ahead = await aheadOf(client);
      const result = await work(client);
      lost = false;
      return result;
    } catch (error) {
      lost = isLost(error);
      throw error;
    } finally {
      giveBack(client, lost);
    }
  };
  const fill = async (): Promise<void> => {
    const clients: pg.PoolClient[] = [];
    try {
      while (clients.length < size) clients.push(await pool.connect());
      ahead = await aheadOf(clients[0]!);
    } catch {
      // A call that needs a connection gets the error.
    } finally {
      for (const client of clients) giveBack(client, false);
    }
  };
  await fill();
  return {
    use,
    /** The server's clock minus `performance.now()`, in milliseconds, by the last measurement. */
    ahead: () => ahead,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * The server's clock minus `performance.now()` when the answer arrives. The time of the way makes it too small, never too large,
 * so nothing is stored after its deadline, however late answers are on a busy machine.
 */
async function aheadOf(client: pg.PoolClient): Promise<number> {
  const sql = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time';
  const { rows } = await client.query<{ time: number }>(sql);
  return rows[0]!.time - performance.now();
}

/** Waits for a connection until then; one that comes later is released. @throws {StoreBusy} */
async function inTime(coming: Promise<pg.PoolClient>, until: number): Promise<pg.PoolClient> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => {
        reject(new StoreBusy('Too many wait for the store'));
        coming.then(
          (client) => {
            client.release();
          },
          () => undefined,
        );
      },
      Math.max(1, until - performance.now()),
    );
  });
  try {
    return await Promise.race([coming, over]);
  } finally {
    clearTimeout(late);
  }
}
