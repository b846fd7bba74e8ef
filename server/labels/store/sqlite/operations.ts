import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createAnswers, type Answers } from './tables/answers.js';
import { createKeyTable, type KeyTable } from './tables/keys.js';
import { createLabelTable, type LabelTable } from './tables/labels.js';
import { createLayoutTable, type LayoutTable } from './tables/layouts.js';
import { createQuotaTable, type QuotaTable } from './tables/quotas.js';

/** Everything that the database is asked for: reads, writes and counts. None of them begins a transaction. */
export type Operations = LabelTable &
  LayoutTable &
  KeyTable &
  QuotaTable &
  Pick<Answers, 'remembered'> & {
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
  layoutUses: 'nothing',
  remembered: 'nothing',
  keys: 'nothing',
  quota: 'nothing',
  check: 'nothing',
  count: 'count',
  append: 'flush',
  create: 'flush',
  change: 'flush',
  remember: 'flush',
  remove: 'flush',
  putLayout: 'flush',
  removeLayout: 'flush',
  putKey: 'flush',
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
  const answers = createAnswers(database);
  const layouts = createLayoutTable(database, answers);
  return {
    ...layouts,
    ...createLabelTable(database, (tenant, id) => layouts.layoutVersion(tenant, id), answers),
    ...createKeyTable(database),
    remembered: (tenant, key, now) => answers.remembered(tenant, key, now),
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
