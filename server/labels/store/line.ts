import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createGroups, type Outcome } from './groups.js';
import { StoreBusy } from './index.js';
import { createOperations, type Name, type Operations } from './operations.js';

/** The way to a database. */
export interface Line {
  /**
   * Asks for an operation. `arrived` is called with its result before that of any operation which was done later, and the
   * promise resolves with what it returns.
   * @throws {StoreBusy} when another process holds the file locked for too long; nothing was stored
   */
  ask<N extends Name, T>(
    name: N,
    args: Parameters<Operations[N]>,
    arrived: (result: ReturnType<Operations[N]>) => T,
  ): Promise<T>;
  /** Calls `listener` after another process has written, before anything arrives that was read since. */
  onChange(listener: () => void): void;
  /** Resolves when all that was asked is done and the database is closed. May be called again. */
  close(): Promise<void>;
}

/** The result of an operation. @throws when it was not done */
export function resultOf(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'busy':
      throw new StoreBusy('The store is busy', { cause: outcome.error });
    case 'failed':
      throw outcome.error;
    default:
      return outcome satisfies never;
  }
}

/** A line to a database in this thread, for one in memory: there is no disk to wait for, and nobody else writes. */
export function createLine(database: DatabaseSyncInstance): Line {
  const groups = createGroups(database, createOperations(database), false);
  return {
    // eslint-disable-next-line @typescript-eslint/require-await -- the contract is asynchronous, SQLite is not
    async ask(name, args, arrived) {
      const [outcome] = groups([{ name, args }]);
      return arrived(resultOf(outcome!) as ReturnType<Operations[typeof name]>);
    },
    onChange: () => undefined,
    // eslint-disable-next-line @typescript-eslint/require-await -- as above
    async close() {
      if (database.isOpen) database.close();
    },
  };
}
