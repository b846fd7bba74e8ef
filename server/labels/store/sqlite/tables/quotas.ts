import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** A value that a statement of the rate limiter is given, or gives. */
export type SqlValue = string | number | null;
type Row = Readonly<Record<string, SqlValue>>;

/** What the rate limiter asks for: statements on the table `quotas`. Each gives its first row, or null. */
export interface QuotaTable {
  /** A statement that reads. */
  quota(sql: string, values: readonly SqlValue[]): Row | null;
  /** A statement that writes. */
  count(sql: string, values: readonly SqlValue[]): Row | null;
}

/** The statements of the rate limiter, as whoever is on a line to the database asks for them. */
export type Quotas = {
  readonly [Name in keyof QuotaTable]: (...args: Parameters<QuotaTable[Name]>) => Promise<ReturnType<QuotaTable[Name]>>;
};

export function createQuotaTable(database: DatabaseSyncInstance): QuotaTable {
  /** Of the few statements that the limiter has, each prepared once. */
  const prepared = new Map<string, StatementSyncInstance>();
  const first = (sql: string, values: readonly SqlValue[]): Row | null => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return (statement.get(...values) as Row | undefined) ?? null;
  };
  return { quota: first, count: first };
}
