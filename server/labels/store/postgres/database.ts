import type pg from 'pg';
import { StoreBusy } from '../index.js';
import type { Operation, Statement } from '../operations/operation.js';
import { isLost, refusalOf } from './faults.js';
import { type Connections, openConnections } from './pool.js';

/** Executes a statement and returns its rows. */
export type Ask = <Row>(statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Runs an operation, each of its statements with `ask`. */
export async function perform<T>(ask: Ask, operation: Operation<T>): Promise<T> {
  let step = operation.next([]);
  while (!step.done) step = operation.next(await ask(step.value.statement, step.value.values));
  return step.value;
}

/** A database whose calls throw {@link StoreBusy} if they are not answered in time. */
export interface Database {
  /** An idempotent statement, retried after a lost connection. */
  readonly ask: Ask;
  /** A statement without a retry: after a lost connection, it may have been executed, or not. `until`: by `performance.now()`. */
  once<Row>(statement: Statement, values: readonly unknown[], until: number): Promise<readonly Row[]>;
  /**
   * Runs `work` in one transaction, while no tombstones are purged. The transaction is repeated if the connection is lost before
   * COMMIT. If the reply to COMMIT is lost, it asks the server whether it committed. Only if this is not answered in time either,
   * a refused transaction may have committed.
   */
  transact<T>(work: (ask: Ask) => Promise<T>, until?: number): Promise<T>;
  /** Runs `work` in a transaction while no other runs. */
  alone<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** The server's time when `performance.now()` is `at`, in milliseconds since 1970, by the last measurement. */
  serverTime(at?: number): number;
  readonly stats: Connections['stats'];
  close(): Promise<void>;
}

/**
 * In milliseconds: the maximum of a call, including all waiting and a second attempt; the minimum that must be left for a second
 * attempt.
 */
const timeouts = { call: 1200, retry: 50 };

/** When a call that begins now must be answered, by `performance.now()`. */
export function deadline(): number {
  return performance.now() + timeouts.call;
}

/** Whether there is time for another attempt. */
export function isTimeLeft(until: number): boolean {
  return performance.now() < until - timeouts.retry;
}

/** The class of our advisory locks in the database. */
export const lockSpace = 0x45534c;

/** Begins a shared or an exclusive transaction. */
const begin = (alone: boolean) =>
  `BEGIN; SELECT pg_advisory_xact_lock${alone ? '' : '_shared'}(${lockSpace}, 1), pg_current_xact_id()::text AS xid`;

export async function openDatabase(url: string, size: number): Promise<Database> {
  const connections = await openConnections(url, size);
  const { use } = connections;
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

/** The connection was lost: the statement was executed, or not. */
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
  const statusOf = async (xid: string, until: number): Promise<string | null> => {
    const statement = { text: 'SELECT pg_xact_status($1::text::xid8) AS status' };
    for (;;) {
      const [row] = await use(until, (client) => run<{ status: string | null }>(client, statement, [xid], until));
      if (row!.status !== 'in progress' || !isTimeLeft(until)) return row!.status;
    }
  };
  return async <T>(work: (ask: Ask) => Promise<T>, until: number, alone: boolean): Promise<T> => {
    /** The transaction whose COMMIT was sent. */
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
      if ((await statusOf(end.xid, until)) === 'committed') return end.result;
      throw new StoreBusy('The store is busy', { cause: error });
    }
  };
}

/** @returns the number of the transaction */
async function beginOn(client: pg.ClientBase, alone: boolean, until: number): Promise<string> {
  const query = { text: begin(alone), query_timeout: timeLeft(until) } as pg.QueryConfig;
  // Two statements have two results.
  const results = (await client.query(query)) as unknown as readonly pg.QueryResult<{ xid: string }>[];
  return results[1]!.rows[0]!.xid;
}

/** Milliseconds until then; at least 10, as 0 would mean no limit. */
function timeLeft(until: number): number {
  return Math.max(10, Math.ceil(until - performance.now()));
}

/** Runs `work`, and repeats it if the connection was lost and there is time. @throws the error of {@link refusalOf} */
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
