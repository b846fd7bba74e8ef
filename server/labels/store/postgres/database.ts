import type pg from 'pg';
import { StoreBusy } from '../index.js';
import { isLost, refusalOf } from './faults.js';
import { type Connections, openConnections } from './pool.js';

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
  readonly stats: Connections['stats'];
  close(): Promise<void>;
}

/**
 * In milliseconds: how long a call takes at most, with all that it waits for and its second try; the least that is left for a
 * second try.
 */
const patience = { call: 1200, again: 50 };

/** When a call that begins now must be answered, by `performance.now()`. */
export function deadline(): number {
  return performance.now() + patience.call;
}

/** Whether there is time for another try. */
export function isTimeLeft(until: number): boolean {
  return performance.now() < until - patience.again;
}

/** Our own among the advisory locks of the database. */
export const lockSpace = 0x45534c;

/** Begins a transaction: with others of its kind, or alone. */
const begin = (alone: boolean) =>
  `BEGIN; SELECT pg_advisory_xact_lock${alone ? '' : '_shared'}(${lockSpace}, 1), pg_current_xact_id()::text AS xid`;

/** Opens `size` connections to `url`. */
export async function openDatabase(url: string, size: number): Promise<Database> {
  const connections = await openConnections(url, size);
  const use: Connections['use'] = (until, work) => connections.use(until, work);
  const transact = createTransactions(use);
  return {
    ask<Row>(statement: Statement, values: readonly unknown[] = []) {
      const until = deadline();
      return twice(() => use(until, (client) => run<Row>(client, statement, values, until)), until);
    },
    once<Row>(statement: Statement, values: readonly unknown[], until: number) {
      return use(until, (client) => run<Row>(client, statement, values, until)).catch((error: unknown) => {
        throw isLost(error) ? new Lost('The connection was lost', { cause: error }) : refusalOf(error);
      });
    },
    transact: (work, until = deadline()) => twice(() => transact(work, until, false), until),
    alone(work) {
      const until = deadline();
      return twice(() => transact(work, until, true), until);
    },
    serverTime: (at = performance.now()) => at + connections.ahead(),
    stats: () => connections.stats(),
    close: () => connections.close(),
  };
}

/** The connection was lost: what was asked is done, or not. */
export class Lost extends StoreBusy {}

async function run<Row>(
  client: pg.ClientBase,
  { name, text }: Statement,
  values: readonly unknown[],
  until: number,
): Promise<readonly Row[]> {
  const query = { name, text, values: [...values], query_timeout: timeLeft(until) };
  return (await client.query(query)).rows as Row[];
}

type Transact = <T>(work: (ask: Ask) => Promise<T>, until: number, alone: boolean) => Promise<T>;

function createTransactions(use: Connections['use']): Transact {
  const becameOf = async (xid: string, until: number): Promise<string | null> => {
    const statement = { text: 'SELECT pg_xact_status($1::text::xid8) AS status' };
    for (;;) {
      const [row] = await use(until, (client) => run<{ status: string | null }>(client, statement, [xid], until));
      if (row!.status !== 'in progress' || !isTimeLeft(until)) return row!.status;
    }
  };
  return async <T>(work: (ask: Ask) => Promise<T>, until: number, alone: boolean): Promise<T> => {
    /** What is known when only the answer to its end is missing. */
    const ended: { readonly xid: string; readonly result: T }[] = [];
    try {
      return await use(until, async (client) => {
        const xid = await beginOn(client, alone, until);
        try {
          const result = await work((statement, values = []) => run(client, statement, values, until));
          ended.push({ xid, result });
          await run(client, { text: 'COMMIT' }, [], until);
          return result;
        } catch (error) {
          if (!isLost(error)) await run(client, { text: 'ROLLBACK' }, [], until);
          throw error;
        }
      });
    } catch (error) {
      const [end] = ended;
      if (!end || !isLost(error)) throw error;
      if ((await becameOf(end.xid, until)) === 'committed') return end.result;
      throw new StoreBusy('The store is busy', { cause: error });
    }
  };
}

/** @returns the number of the transaction */
async function beginOn(client: pg.ClientBase, alone: boolean, until: number): Promise<string> {
  const query = { text: begin(alone), query_timeout: timeLeft(until) } as pg.QueryConfig;
  // Of two statements.
  const results = (await client.query(query)) as unknown as readonly pg.QueryResult<{ xid: string }>[];
  return results[1]!.rows[0]!.xid;
}

/** Milliseconds until then: a few at least, as none would be no limit. */
function timeLeft(until: number): number {
  return Math.max(10, Math.ceil(until - performance.now()));
}

/** Does `work`, and again if the connection was lost and there is time. @throws what {@link refusalOf} makes of the error */
async function twice<T>(work: () => Promise<T>, until: number): Promise<T> {
  try {
    return await work().catch((error: unknown) => {
      if (!isLost(error) || !isTimeLeft(until)) throw error;
      return work();
    });
  } catch (error) {
    throw refusalOf(error);
  }
}
