import { keptDeleted } from '../../index.js';
import type { Ask, Database } from '../database.js';

/** How often it is looked whether there are too many: not after each deletion, as they are counted. */
const lookEvery = 100;

/** The number above which the numbers of new rows of `table` start. */
export function floorOf(table: 'labels' | 'layouts'): string {
  return `(SELECT number FROM floors WHERE name = '${table}')`;
}

/**
 * Bounds the rows that deleted labels or layouts leave behind so that their numbers are not reused: when there are too many,
 * all of them go, and what is made later starts above the highest number of any of them. Nobody makes anything meanwhile, see
 * `Database.alone`.
 * @param highest SQL for the highest number of the rows, of all columns whose numbers are never reused
 * @returns what must be called after each deletion
 */
export function createPurge(database: Database, table: 'labels' | 'layouts', highest: string): () => Promise<void> {
  const deleted = `FROM ${table} WHERE deleted`;
  const count = { text: `SELECT count(*) AS n ${deleted}` };
  const raise = {
    text: `UPDATE floors SET number = greatest(number, (SELECT ${highest} ${deleted})) WHERE name = '${table}'`,
  };
  const clear = { text: `DELETE ${deleted}` };
  const tooMany = async (ask: Ask) => (await ask<{ n: number }>(count))[0]!.n > keptDeleted;
  let deletions = 0;
  return async () => {
    if (++deletions % lookEvery !== 1 || !(await tooMany(database.ask))) return;
    await database.alone(async (ask) => {
      if (!(await tooMany(ask))) return;
      await ask(raise);
      await ask(clear);
    });
  };
}
