import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  checkedId,
  prefixEnd,
  type RecordChange,
  recordCapacity,
  recordPage,
  type RecordsChange,
  type StoredRecord,
} from '../../index.js';

/** The records of all tenants in the database, see `Store`. */
export function createRecordTable(database: DatabaseSyncInstance) {
  const select = 'SELECT kind, id, value, version FROM records WHERE tenant = ? AND kind = ?';
  const sql = {
    record: database.prepare(`${select} AND id = ?`),
    records: database.prepare(`${select} AND id > ? ORDER BY id LIMIT ? OFFSET ?`),
    last: database.prepare(`${select} AND id < ? ORDER BY id DESC LIMIT ?`),
    ofKind: database.prepare(
      'SELECT count(*) AS count FROM records WHERE tenant = ? AND kind = ? AND id >= ? AND id < ?',
    ),
    tenants: database.prepare('SELECT DISTINCT tenant FROM records WHERE kind = ? ORDER BY tenant'),
    count: database.prepare('SELECT count(*) AS count FROM records WHERE tenant = ?'),
    put: database.prepare('INSERT OR REPLACE INTO records (tenant, kind, id, value, version) VALUES (?, ?, ?, ?, ?)'),
    remove: database.prepare('DELETE FROM records WHERE tenant = ? AND kind = ? AND id = ?'),
  };
  const record = (tenant: string, kind: string, id: string) =>
    (sql.record.get(tenant, kind, checkedId(id)) as StoredRecord | undefined) ?? null;
  return {
    record,
    records: (tenant: string, kind: string, after: string, limit: number, skip: number) =>
      pageOf(sql.records.iterate(tenant, kind, checkedId(after), limit, skip) as Iterable<StoredRecord>),
    lastRecords: (tenant: string, kind: string, before: string, limit: number) =>
      pageOf(sql.last.iterate(tenant, kind, checkedId(before), limit) as Iterable<StoredRecord>),
    countRecords: (tenant: string, kind: string, prefix: string) =>
      (sql.ofKind.get(tenant, kind, checkedId(prefix), prefixEnd(prefix)) as { count: number }).count,
    recordTenants: (kind: string) => (sql.tenants.all(kind) as { tenant: string }[]).map(({ tenant }) => tenant),
    changeRecords(tenant: string, changes: readonly RecordChange[], now: number): RecordsChange {
      const isStale = changes.some(({ kind, id, version }) => (record(tenant, kind, id)?.version ?? 0) !== version);
      if (isStale) return 'stale';
      const { count } = sql.count.get(tenant) as { count: number };
      if (exceedsCapacity(count, changes)) return 'full';
      for (const { kind, id, value, version } of changes)
        if (value === null) sql.remove.run(tenant, kind, id);
        else sql.put.run(tenant, kind, id, value, nextVersion(version, now));
      return 'changed';
    },
  };
}

/** Rows of up to {@link recordPage} characters. */
function pageOf(rows: Iterable<StoredRecord>): readonly StoredRecord[] {
  const page: StoredRecord[] = [];
  let characters = 0;
  for (const row of rows) {
    page.push(row);
    characters += row.value.length;
    if (characters >= recordPage) break;
  }
  return page;
}

/** Whether records would be too many or too long. @param count of the tenant's records before the changes */
export function exceedsCapacity(count: number, changes: readonly RecordChange[]): boolean {
  const added = changes.reduce((sum, { value, version }) => sum + Number(value !== null) - Number(version > 0), 0);
  const longest = changes.reduce((most, { value }) => Math.max(most, value?.length ?? 0), 0);
  return (added > 0 && count + added > recordCapacity.count) || longest > recordCapacity.characters;
}

/** A record that is created again gets a higher version than before it was deleted. */
export function nextVersion(version: number, now: number): number {
  return version === 0 ? now : version + 1;
}
