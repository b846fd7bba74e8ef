import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Name, needOf, type Operations } from './operations.js';

/** An operation that is asked for. */
export interface Call {
  readonly name: Name;
  readonly args: readonly unknown[];
}

/** What became of a call. `busy`: another process holds the file locked. A call that did not succeed left nothing behind. */
export type Outcome =
  { readonly kind: 'done'; readonly value: unknown } | { readonly kind: 'busy' | 'failed'; readonly error: Error };

/** Does the calls, and returns an outcome for each. Either none of them or all of them need a transaction. */
export type Groups = (calls: readonly Call[]) => readonly Outcome[];

/**
 * Does calls in groups: those that write have one transaction, and so one flush to the disk, together. One that fails is
 * taken back alone. When the transaction itself can't begin or end, nothing of the group was done.
 * @param durable writes are flushed to the disk; counts never are
 */
export function createGroups(database: DatabaseSyncInstance, operations: Operations, durable: boolean): Groups {
  const sql = {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    save: database.prepare('SAVEPOINT one'),
    release: database.prepare('RELEASE one'),
    takeBack: database.prepare('ROLLBACK TO one'),
  };
  let flushes: boolean | null = null;
  const flush = (wanted: boolean): void => {
    if (wanted === flushes) return;
    database.exec(`PRAGMA synchronous = ${wanted ? 'FULL' : 'NORMAL'}`);
    flushes = wanted;
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
      if (durable) flush(needOf(calls[0]!.name) === 'flush');
      sql.begin.run();
      const outcomes = calls.map(inSavepoint);
      sql.commit.run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      return calls.map(() => notDone(error));
    }
  };
  return (calls) => (calls.length > 0 && needOf(calls[0]!.name) !== 'nothing' ? together(calls) : calls.map(attempt));
}

function notDone(thrown: unknown): Outcome {
  const error = thrown as Error;
  return { kind: /locked|busy/i.test(error.message) ? 'busy' : 'failed', error };
}
