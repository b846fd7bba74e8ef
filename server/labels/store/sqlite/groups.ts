import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Name, needOf, type Operations } from './operations.js';

/** An operation that is asked for. */
export interface Call {
  readonly name: Name;
  readonly args: readonly unknown[];
}

/** What became of a call. `busy`: another process holds the file locked. A call that did not succeed left nothing behind. */
export type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'busy' | 'failed'; readonly error: Error };

/** Does the calls, and returns an outcome for each. Either none of them or all of them need a transaction. */
export type Groups = (calls: readonly Call[]) => readonly Outcome[];

/**
 * Does calls in groups: those that write have one transaction, and so one flush to the disk, together. One that fails is
 * taken back alone. When the transaction itself can't begin or end, nothing of the group was done. Writes are flushed to the
 * disk, counts are not.
 */
export function createGroups(database: DatabaseSyncInstance, operations: Operations): Groups {
  const transact = createTransactions(database);
  const sql = {
    save: database.prepare('SAVEPOINT one'),
    release: database.prepare('RELEASE one'),
    takeBack: database.prepare('ROLLBACK TO one'),
  };
  const run = ({ name, args }: Call): unknown =>
    (operations[name] as (...args: readonly unknown[]) => unknown)(...args);
  const attempt = (call: Call): Outcome => {
    try {
      return { kind: 'done', value: run(call) };
    } catch (error) {
      return notDone(error);
    }
  };
  const orStop = (call: Call): Outcome => {
    const outcome = attempt(call);
    if (outcome.kind !== 'done') throw new CallFailed();
    return outcome;
  };
  const inSavepoint = (call: Call): Outcome => {
    sql.save.run();
    const outcome = attempt(call);
    // A full disk may have ended the whole transaction.
    if (!database.isTransaction) throw (outcome as { error: Error }).error;
    if (outcome.kind !== 'done') sql.takeBack.run();
    sql.release.run();
    return outcome;
  };
  const together = (calls: readonly Call[]): readonly Outcome[] => {
    try {
      return transact(calls, orStop);
    } catch (error) {
      if (!(error instanceof CallFailed)) return calls.map(() => notDone(error));
    }
    // Savepoints take a third of the time of a group, and calls hardly ever fail: only then are they set.
    try {
      return transact(calls, inSavepoint);
    } catch (error) {
      return calls.map(() => notDone(error));
    }
  };
  return (calls) => (calls.length > 0 && needOf(calls[0]!.name) !== 'nothing' ? together(calls) : calls.map(attempt));
}

/** A call of a group that has no savepoints did not succeed. */
class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

type Transact = (calls: readonly Call[], work: (call: Call) => Outcome) => readonly Outcome[];

/** Makes a transaction of the calls of a group. What is thrown in it takes all of them back. */
function createTransactions(database: DatabaseSyncInstance): Transact {
  const sql = { begin: database.prepare('BEGIN IMMEDIATE'), commit: database.prepare('COMMIT') };
  let flushes: boolean | null = null;
  const flush = (wanted: boolean): void => {
    if (wanted === flushes) return;
    database.exec(`PRAGMA synchronous = ${wanted ? 'FULL' : 'NORMAL'}`);
    flushes = wanted;
  };
  return (calls, work) => {
    try {
      flush(needOf(calls[0]!.name) === 'flush');
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

function notDone(thrown: unknown): Outcome {
  const error = thrown as Error;
  return { kind: /locked|busy/i.test(error.message) ? 'busy' : 'failed', error };
}
