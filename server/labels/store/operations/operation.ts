/** A statement; `$1` is its first value. PostgreSQL plans one with a name once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export interface Call {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Only the first row is needed. */
  readonly isFirst: boolean;
}

/**
 * An operation yields statements, and is resumed with their rows. SQLite runs it within one call, PostgreSQL awaits each statement. A
 * write needs a transaction, which may be repeated: nothing outlives an operation but its rows.
 */
export type Operation<T> = Generator<Call, T, readonly unknown[]>;

/** What databases write differently. */
export interface Dialect {
  /** One transaction at a time writes, so nothing needs a lock, and each may also delete what is no longer needed. */
  readonly isSerial: boolean;
  /** Recorded answers, at most; null: those of a day. */
  readonly maxAnswers: number | null;
  /** Conditions of rows, as the indexes have them. */
  readonly live: string;
  readonly deleted: string;
  /** SQL for a member of a binding. */
  readonly member: (name: 'device' | 'layout' | 'sku') => string;
  /** Whether labels have a column for the layout of their binding. */
  readonly hasLayoutColumn: boolean;
  /** Whether revisions have a token of the update that stored them. */
  readonly hasTokens: boolean;
  /** The table `sent` of the records in a parameter, in JSON. */
  readonly records: (parameter: string) => string;
  /** Locks the layouts or the records of the tenant `$1` until the transaction ends. */
  readonly lockAll: (what: 'layouts' | 'records') => string;
}

export function* ask<Row>(statement: Statement, values: readonly unknown[] = []): Operation<readonly Row[]> {
  return (yield { statement, values, isFirst: false }) as readonly Row[];
}

export function* first<Row>(statement: Statement, values: readonly unknown[] = []): Operation<Row | null> {
  return ((yield { statement, values, isFirst: true }) as readonly Row[])[0] ?? null;
}
