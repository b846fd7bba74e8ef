import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { keptDeleted } from '../../index.js';

/** The number above which the numbers of new rows of `table` start. */
export function floorOf(table: 'labels' | 'layouts'): string {
  return `coalesce((SELECT number FROM floors WHERE name = '${table}'), 0)`;
}

/**
 * Bounds the rows that deleted labels or layouts leave behind so that their numbers are not reused: when there are too many,
 * all of them go, and what is made later starts above the highest number of any of them.
 * @param numbers the columns whose numbers are never reused
 * @returns what must be called after each deletion, in its transaction
 */
export function createPurge(
  database: DatabaseSyncInstance,
  table: 'labels' | 'layouts',
  numbers: readonly string[],
): () => void {
  const count = database.prepare(`SELECT count(*) AS n FROM ${table} WHERE deleted = 1`);
  const highest = ['0', ...numbers].join(', ');
  const raise = database.prepare(
    `INSERT OR REPLACE INTO floors (name, number)
     SELECT '${table}', max(${floorOf(table)}, max(max(${highest}))) FROM ${table} WHERE deleted = 1`,
  );
  const clear = database.prepare(`DELETE FROM ${table} WHERE deleted = 1`);
  return () => {
    const { n } = count.get() as { n: number };
    if (n <= keptDeleted) return;
    raise.run();
    clear.run();
  };
}
