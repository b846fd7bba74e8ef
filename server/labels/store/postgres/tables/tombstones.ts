import { maxTombstones } from '../../index.js';
import type { Ask, Database } from '../database.js';

/** Deletions between two counts of the rows. */
const countEvery = 100;

/** The number above which the numbers of new rows of `table` start. */
export function floorOf(table: 'labels' | 'layouts'): string {
  return `(SELECT number FROM floors WHERE name = '${table}')`;
}

/**
 * Limits the rows of deleted labels or layouts, which keep their numbers from being reused. When there are too many, all of
 * them are deleted, and new rows start above the highest number of any. No other transaction runs meanwhile, see
 * `Database.alone`.
 * @param highest SQL for the highest number of the rows, of all columns with numbers that are never reused
 * @returns the function to call after each deletion
 */
export function createPurge(database: Database, table: 'labels' | 'layouts', highest: string): () => Promise<void> {
  const deleted = `FROM ${table} WHERE deleted`;
  const count = { text: `SELECT count(*) AS n ${deleted}` };
  const raise = {
    text: `UPDATE floors SET number = greatest(number, (SELECT ${highest} ${deleted})) WHERE name = '${table}'`,
  };
  const clear = { text: `DELETE ${deleted}` };
  const tooMany = async (ask: Ask) => (await ask<{ n: number }>(count))[0]!.n > maxTombstones;
  let deletions = 0;
  return async () => {
    if (++deletions % countEvery !== 1 || !(await tooMany(database.ask))) return;
    await database.alone(async (ask) => {
      if (!(await tooMany(ask))) return;
      await ask(raise);
      await ask(clear);
    });
  };
}
