import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Name, needs, type Operations } from './operations.js';

export interface Call {
  readonly name: Name;
  readonly args: readonly unknown[];
}

/** The result of a call. `busy`: another process locks the file; `full`: its disk is. A failed call has changed nothing. */
export type GroupOutcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'busy' | 'full' | 'failed'; readonly error: Error };

/** Runs the calls, and returns their outcomes. Either none or all of them need a transaction. */
export type Groups = (calls: readonly Call[]) => readonly GroupOutcome[];

/**
 * Runs the writes of a group in one transaction, with one flush to the disk. A call that fails is rolled back alone. If the
 * transaction can't begin or commit, the whole group fails. Counts are not flushed.
 */
export function createGroups(database: DatabaseSyncInstance, operations: Operations): Groups {
  const transact = createTransactions(database);
  const sql = {
    save: database.prepare('SAVEPOINT one'),
    release: database.prepare('RELEASE one'),
    rollBack: database.prepare('ROLLBACK TO one'),
  };
  const run = ({ name, args }: Call): unknown =>
    (operations[name] as (...args: readonly unknown[]) => unknown)(...args);
  const attempt = (call: Call): GroupOutcome => {
    try {
      return { kind: 'done', value: run(call) };
    } catch (error) {
      return notDone(error);
    }
  };
  const orStop = (call: Call): GroupOutcome => {
    const outcome = attempt(call);
    if (outcome.kind !== 'done') throw new CallFailed();
    return outcome;
  };
  const inSavepoint = (call: Call): GroupOutcome => {
    sql.save.run();
    const outcome = attempt(call);
    // A full disk may have ended the whole transaction.
    if (!database.isTransaction) throw (outcome as { error: Error }).error;
    if (outcome.kind !== 'done') sql.rollBack.run();
    sql.release.run();
    return outcome;
  };
  const together = (calls: readonly Call[]): readonly GroupOutcome[] => {
    try {
      return transact(calls, orStop);
    } catch (error) {
      if (!(error instanceof CallFailed)) return calls.map(() => notDone(error));
    }
    // Savepoints take a third of the time of a group, so only a group with a failed call gets them.
    try {
      return transact(calls, inSavepoint);
    } catch (error) {
      return calls.map(() => notDone(error));
    }
  };
  return (calls) => (calls.length > 0 && needs[calls[0]!.name] !== 'nothing' ? together(calls) : calls.map(attempt));
}

/** A call failed in a group without savepoints. */
class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

type SqliteTransact = (calls: readonly Call[], work: (call: Call) => GroupOutcome) => readonly GroupOutcome[];

/** Runs the calls of a group in a transaction. An exception rolls it back. */
function createTransactions(database: DatabaseSyncInstance): SqliteTransact {
  const sql = { begin: database.prepare('BEGIN IMMEDIATE'), commit: database.prepare('COMMIT') };
  let flushes: boolean | null = null;
  const flush = (wanted: boolean): void => {
    if (wanted === flushes) return;
    database.exec(`PRAGMA synchronous = ${wanted ? 'FULL' : 'NORMAL'}`);
    flushes = wanted;
  };
  return (calls, work) => {
    try {
      flush(needs[calls[0]!.name] === 'flush');
      sql.begin.run();
      const outcomes = calls.map(work);
      sql.commit.run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}

/** SQLite's result codes SQLITE_BUSY, SQLITE_LOCKED and SQLITE_FULL (sqlite.org/rescode.html). */
const kinds: Readonly<Record<number, 'busy' | 'full'>> = { 5: 'busy', 6: 'busy', 13: 'full' };

function notDone(thrown: unknown): GroupOutcome {
  const error = thrown as Error & { readonly errcode?: number };
  return { kind: kinds[error.errcode ?? 0] ?? 'failed', error };
}
