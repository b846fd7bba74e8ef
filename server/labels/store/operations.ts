import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createLabelTable, type LabelTable } from './sqlite-labels.js';
import { createLayoutTable, type LayoutTable } from './sqlite-layouts.js';
import { createQuotaTable, type QuotaTable } from './sqlite-quotas.js';

/** Everything that the database is asked for: reads, writes and counts. None of them begins a transaction. */
export type Operations = LabelTable &
  LayoutTable &
  QuotaTable & {
    /** Reads a little. */
    check(): null;
    /** Writes a little: after a failed write, only another write can tell that the cause is gone. */
    probe(): null;
  };

export type Name = keyof Operations;

/** What an operation needs: nothing, or a transaction, which is flushed to the disk unless it only counts. */
const needs: Readonly<Record<Name, 'nothing' | 'count' | 'flush'>> = {
  label: 'nothing',
  labels: 'nothing',
  revision: 'nothing',
  layout: 'nothing',
  layoutVersion: 'nothing',
  layoutSizes: 'nothing',
  quota: 'nothing',
  check: 'nothing',
  count: 'count',
  append: 'flush',
  create: 'flush',
  change: 'flush',
  remove: 'flush',
  putLayout: 'flush',
  removeLayout: 'flush',
  probe: 'flush',
};

/** See {@link needs}. */
export function needOf(name: Name): 'nothing' | 'count' | 'flush' {
  return needs[name];
}

/** The operations on a database that `openDatabase` opened. */
export function createOperations(database: DatabaseSyncInstance): Operations {
  const read = database.prepare('SELECT count(*) AS n FROM labels WHERE id = ?');
  const write = database.prepare("INSERT OR REPLACE INTO quotas (key, points, expire) VALUES ('health', 0, 0)");
  const layouts = createLayoutTable(database);
  return {
    ...layouts,
    ...createLabelTable(database, (id) => layouts.layoutVersion(id)),
    ...createQuotaTable(database),
    check() {
      read.get('default');
      return null;
    },
    probe() {
      write.run();
      return null;
    },
  };
}
