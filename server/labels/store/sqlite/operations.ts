import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createAnswers } from './tables/answers.js';
import { createKeyTable } from './tables/keys.js';
import { createLabelTable } from './tables/labels.js';
import { createLayoutTable } from './tables/layouts.js';
import { createLogTable } from './tables/log.js';
import { createQuotaTable } from './tables/quotas.js';
import { createRecordTable } from './tables/records.js';

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

/** Recorded answers of a database in memory: one has some 2 KB. */
const maxAnswers = 10_000;

/** The reads, writes and counts of a database that `openDatabase` opened. None of them begins a transaction. */
export function createOperations(database: DatabaseSyncInstance) {
  const read = database.prepare('SELECT count(*) AS n FROM labels WHERE id = ?');
  const write = database.prepare(
    "INSERT OR REPLACE INTO quotas (key, points, expire) VALUES ('health', zeroblob(?), 0)",
  );
  const erase = database.prepare("DELETE FROM quotas WHERE key = 'health'");
  const answers = createAnswers(database, database.location() === null ? maxAnswers : Infinity);
  const { writer, ...log } = createLogTable(database);
  const layouts = createLayoutTable(database, answers, writer);
  return {
    ...log,
    ...layouts,
    ...createLabelTable(database, layouts.layoutVersion, answers, writer),
    ...createKeyTable(database),
    ...createRecordTable(database),
    recorded: answers.recorded,
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
