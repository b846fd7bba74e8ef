import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** A parameter or a column of a statement of the rate limiter. */
export type SqlValue = string | number | null;
type Row = Readonly<Record<string, SqlValue>>;

type Execute<Result> = (sql: string, values: readonly SqlValue[]) => Result;

/** Statements of the rate limiter on the table `quotas`, which return their first row. `count` writes, `quota` only reads. */
export type Quotas = Readonly<Record<'quota' | 'count', Execute<Promise<Row | null>>>>;

/** Runs the statements of {@link Quotas} on a database. */
export function createQuotaTable(database: DatabaseSyncInstance): Record<'quota' | 'count', Execute<Row | null>> {
  /** The limiter has a few statements: each is prepared once. */
  const prepared = new Map<string, StatementSyncInstance>();
  const first: Execute<Row | null> = (sql, values) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return (statement.get(...values) as Row | undefined) ?? null;
  };
  return { quota: first, count: first };
}
