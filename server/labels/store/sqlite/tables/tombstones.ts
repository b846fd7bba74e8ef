import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { maxTombstones } from '../../index.js';

/** The number above which the numbers of new rows of `table` start. */
export function floorOf(table: 'labels' | 'layouts'): string {
  return `coalesce((SELECT number FROM floors WHERE name = '${table}'), 0)`;
}

/**
 * Limits the rows of deleted labels or layouts, which keep their numbers from being reused. When there are too many, all of
 * them are deleted, and new rows start above the highest number of any.
 * @param numbers the columns with numbers that are never reused
 * @returns the function to call after each deletion, in its transaction
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
    if (n <= maxTombstones) return;
    raise.run();
    clear.run();
  };
}
