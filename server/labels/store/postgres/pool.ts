import pg from 'pg';
import { StoreBusy } from '../index.js';
import { isLost } from './faults.js';

/** Connections to a server. */
export interface Connections {
  /**
   * Does `work` with a connection, which must be there before `until`, by `performance.now()`. A connection that is lost in it
   * is given up, and so are all that nobody uses.
   */
  use<T>(until: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** The server's clock minus `performance.now()`, in milliseconds, as it was told last. */
  ahead(): number;
  /** Connections that are open, that nobody uses, and those who wait for one. */
  stats(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** How long the server may take for a connection, and for an answer, in milliseconds. */
const patience = 1000;
/** Those who wait for a connection: whoever comes above that is refused at once. It bounds the memory. */
const mostWaiting = 1000;

/** Settings of every connection. All waits of the server end, and what it acknowledges is on the disk. */
const settings = {
  connectionTimeoutMillis: patience,
  query_timeout: patience,
  keepAlive: true,
  application_name: 'esl-simulator',
  options: [
    ...['synchronous_commit=on', `statement_timeout=${patience}`, 'lock_timeout=800'],
    // No plan here depends on its values, and planning for each took two thirds of the time of an update.
    ...['idle_in_transaction_session_timeout=2000', 'plan_cache_mode=force_generic_plan'],
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
};

/** The type of 64-bit numbers, which become numbers here: none of ours is too large. */
const bigint = 20;

function parserFor(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === bigint ? Number : (pg.types.getTypeParser(type, format) as (value: string) => unknown);
}

/** What `pg` needs to connect to `url`, with the settings of every connection. */
export function connectionTo(url: string): pg.ClientConfig {
  return { ...settings, connectionString: url, types: { getTypeParser: parserFor as typeof pg.types.getTypeParser } };
}

/**
 * Opens `size` connections to `url`, one after the other, and keeps them: to open one takes longer than most calls may, when
 * many want one at once. One that is lost is opened again when it is needed.
 */
export async function openConnections(url: string, size: number): Promise<Connections> {
  let ahead = 0;
  const pool = new pg.Pool({ ...connectionTo(url), max: size, min: size });
  // Without listeners, errors of connections would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  /** When each connection has answered last, and when one was lost: others that have not answered since may be lost too. */
  const answered = new WeakMap<pg.PoolClient, number>();
  let lostAt = -Infinity;

  const take = async (until: number): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= mostWaiting) throw new StoreBusy('Too many wait for the store');
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
  const use: Connections['use'] = async (until, work) => {
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
      // Whoever needs more hears why there are no more.
    } finally {
      for (const client of clients) giveBack(client, false);
    }
  };
  await fill();
  return {
    use,
    ahead: () => ahead,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * The server's clock minus `performance.now()`, less the time that the answer took to come: of two times that it may be, the
 * earlier one, so that nothing is stored after its time is over, however late answers are on a busy machine.
 */
async function aheadOf(client: pg.PoolClient): Promise<number> {
  const sql = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time';
  const { rows } = await client.query<{ time: number }>(sql);
  return rows[0]!.time - performance.now();
}

/** Waits for a connection until then; one that comes later is given back. @throws {StoreBusy} */
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
