import { maxTombstones } from '../index.js';
import { ask, type Dialect, first, type Operation } from './operation.js';

/** The number above which the numbers of new rows of `table` start. */
export function floorOf(table: 'labels' | 'layouts'): string {
  return `coalesce((SELECT number FROM floors WHERE name = '${table}'), 0)`;
}

/**
 * Limits the rows of deleted labels or layouts, which keep their numbers from being reused. When there are too many, all of
 * them are deleted, and new rows start above the highest number of any. No other transaction may run meanwhile.
 * @param number SQL for the highest number of a row that is never reused
 */
export function createPurge({ deleted }: Dialect, table: 'labels' | 'layouts', number: string) {
  const count = { text: `SELECT count(*) AS count FROM ${table} WHERE ${deleted}` };
  const raise = {
    text: `INSERT INTO floors (name, number) SELECT '${table}', max(${number}) FROM ${table} WHERE ${deleted}
      ON CONFLICT (name) DO UPDATE SET number = excluded.number WHERE excluded.number > floors.number`,
  };
  const clear = { text: `DELETE FROM ${table} WHERE ${deleted}` };
  function* isDue(): Operation<boolean> {
    return (yield* first<{ count: number }>(count))!.count > maxTombstones;
  }
  return {
    isDue,
    *run(): Operation<void> {
      if (!(yield* isDue())) return;
      yield* ask(raise);
      yield* ask(clear);
    },
  };
}
