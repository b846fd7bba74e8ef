import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  createOperations as createShared,
  type OperationName,
  type Results,
  type Operations as Shared,
} from '../operations/index.js';
import type { Call, Dialect, Operation, Statement } from '../operations/operation.js';
import { createQuotaTable, type SqlValue } from './quotas.js';

export type Operations = ReturnType<typeof createOperations>;

export type Name = keyof Operations;

/** `count` and `flush` need a transaction, which `flush` writes to the disk. */
export const needs: Readonly<Record<Name, 'nothing' | 'count' | 'flush'>> = {
  label: 'nothing',
  labels: 'nothing',
  findLabels: 'nothing',
  revision: 'nothing',
  layout: 'nothing',
  layoutVersion: 'nothing',
  layoutSizes: 'nothing',
  layoutUses: 'nothing',
  recorded: 'nothing',
  newest: 'nothing',
  since: 'nothing',
  unsettled: 'nothing',
  keys: 'nothing',
  record: 'nothing',
  records: 'nothing',
  lastRecords: 'nothing',
  countRecords: 'nothing',
  recordTenants: 'nothing',
  quota: 'nothing',
  check: 'nothing',
  count: 'count',
  append: 'flush',
  create: 'flush',
  change: 'flush',
  recordRequest: 'flush',
  remove: 'flush',
  putLayout: 'flush',
  removeLayout: 'flush',
  putKey: 'flush',
  changeRecords: 'flush',
  probe: 'flush',
  endProbe: 'count',
};

const dialect: Dialect = {
  isSerial: true,
  maxAnswers: null,
  live: 'deleted = 0',
  deleted: 'deleted = 1',
  member: (name) => `binding ->> '$.${name}'`,
  hasLayoutColumn: false,
  hasTokens: false,
  records: (parameter) =>
    `(SELECT value ->> 'kind' AS kind, value ->> 'id' AS id, value ->> 'value' AS value, value ->> 'version' AS version
      FROM json_each(${parameter})) AS sent`,
  lockAll: () => '',
};

/** Recorded answers of a database in memory: one has some 2 KB. A file has those of a day. */
const maxAnswers = 10_000;

/** Runs operations on a database. Each statement is prepared once. */
function createRun(database: DatabaseSyncInstance) {
  const prepare = (given: Statement) => {
    const { text } = given;
    const parameters = Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number));
    const statement = database.prepare(text.replaceAll(/\$(\d+)/g, '?$1'));
    const entry = { statement, count: Math.max(0, ...parameters), isRead: text.startsWith('SELECT') };
    prepared.set(given, entry);
    return entry;
  };
  const prepared = new Map<Statement, ReturnType<typeof prepare>>();
  const rowsOf = ({ statement: given, values, isFirst }: Call): readonly unknown[] => {
    const { statement, count, isRead } = prepared.get(given) ?? prepare(given);
    const used = (values.length === count ? values : values.slice(0, count)) as SqlValue[];
    // The errors of `all` have no codes, by which a full disk is known.
    if (isRead && !isFirst) return statement.all(...used);
    const row: unknown = statement.get(...used);
    return row === undefined ? [] : [row];
  };
  return <T>(operation: Operation<T>): T => {
    let step = operation.next([]);
    while (!step.done) step = operation.next(rowsOf(step.value));
    return step.value;
  };
}

/** The operations of all backends, concurrently. */
type Synchronous = { readonly [N in OperationName]: (...args: Parameters<Shared[N]>) => Results[N] };

/** The reads, writes and counts of a database that `openDatabase` opened. None of them begins a transaction. */
export function createOperations(database: DatabaseSyncInstance) {
  const read = database.prepare('SELECT count(*) AS n FROM labels WHERE id = ?');
  const write = database.prepare(
    "INSERT OR REPLACE INTO quotas (key, points, expire) VALUES ('health', zeroblob(?), 0)",
  );
  const erase = database.prepare("DELETE FROM quotas WHERE key = 'health'");
  const last = database.prepare('SELECT max(seq) AS seq FROM log');
  const run = createRun(database);
  const isInMemory = database.location() === null;
  const { operations, log } = createShared(isInMemory ? { ...dialect, maxAnswers } : dialect);
  const synchronous = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (...args: readonly unknown[]) => run((operation as (...args: readonly unknown[]) => Operation<unknown>)(...args)),
    ]),
  ) as unknown as Synchronous;
  const newest = () => (last.get() as { seq: number }).seq;
  return {
    ...synchronous,
    newest,
    since: (tenant: string, seq: number, limit: number) => run(log.since(tenant, seq, newest(), limit)),
    ...createQuotaTable(database),
    /** Reads a little. */
    check(): null {
      read.get('default');
      return null;
    },
    /** Writes this many bytes: after a failed write, only one of that size shows that its cause is gone. */
    probe(bytes: number): null {
      write.run(bytes);
      return null;
    },
    /** Releases the pages of the probe. In another transaction: pages that one takes and releases never reach the disk. */
    endProbe(): null {
      erase.run();
      return null;
    },
  };
}
