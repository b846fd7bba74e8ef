import {
  checkedId,
  prefixEnd,
  type RecordChange,
  recordCapacity,
  recordPage,
  type RecordsChange,
  type StoredKey,
  type StoredRecord,
} from '../index.js';
import { ask, type Dialect, first, type Operation } from './operation.js';

const select = 'SELECT kind, id, value, version FROM records WHERE tenant = $1 AND kind = $2';

/** Rows of up to {@link recordPage} bytes: the lengths of values are known without reading them. */
const pageOf = (from: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT kind, id, value, version FROM (
      SELECT page.*, sum(octet_length(value)) OVER (ORDER BY id ${order}) - octet_length(value) AS before
      FROM (${select} AND id ${from} $3 ORDER BY id ${order} LIMIT $4 OFFSET $5) AS page) AS measured
    WHERE before < ${recordPage} ORDER BY id ${order}`;

function statementsIn({ records, lockAll }: Dialect) {
  return {
    record: { name: 'record', text: `${select} AND id = $3` },
    records: { text: pageOf('>', 'ASC') },
    last: { text: pageOf('<', 'DESC') },
    ofKind: { text: 'SELECT count(*) AS count FROM records WHERE tenant = $1 AND kind = $2 AND id >= $3 AND id < $4' },
    tenants: { text: 'SELECT DISTINCT tenant FROM records WHERE kind = $1 ORDER BY tenant' },
    // The records of a tenant share a capacity, and their versions are compared: they are changed one after the other.
    lock: { text: lockAll('records') },
    // A cross join reads only the records that are sent.
    versions: {
      text: `SELECT records.kind, records.id, records.version FROM ${records('$2')} CROSS JOIN records
        WHERE tenant = $1 AND records.kind = sent.kind AND records.id = sent.id`,
    },
    count: { text: 'SELECT count(*) AS count FROM records WHERE tenant = $1' },
    put: {
      text: `INSERT INTO records (tenant, kind, id, value, version)
        SELECT $1, kind, id, value, version FROM ${records('$2')} WHERE value IS NOT NULL
        ON CONFLICT (tenant, kind, id) DO UPDATE SET value = excluded.value, version = excluded.version`,
    },
    remove: {
      text: `DELETE FROM records WHERE tenant = $1
        AND (kind, id) IN (SELECT kind, id FROM ${records('$2')} WHERE value IS NULL)`,
    },
    keys: { text: 'SELECT id, record FROM api_keys ORDER BY id' },
    putKey: { text: 'INSERT INTO api_keys (id, record) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = $2' },
  };
}

/** The records of all tenants, see `Store`, and the API keys, see `Backend`. */
export function createRecordOperations(dialect: Dialect) {
  const sql = statementsIn(dialect);
  return {
    record: (tenant: string, kind: string, id: string) =>
      first<StoredRecord>(sql.record, [tenant, kind, checkedId(id)]),
    records: (tenant: string, kind: string, after: string, limit: number, skip: number) =>
      ask<StoredRecord>(sql.records, [tenant, kind, checkedId(after), limit, skip]),
    lastRecords: (tenant: string, kind: string, before: string, limit: number) =>
      ask<StoredRecord>(sql.last, [tenant, kind, checkedId(before), limit, 0]),
    *countRecords(tenant: string, kind: string, prefix: string): Operation<number> {
      const values = [tenant, kind, checkedId(prefix), prefixEnd(prefix)];
      return (yield* first<{ count: number }>(sql.ofKind, values))!.count;
    },
    *recordTenants(kind: string): Operation<readonly string[]> {
      return (yield* ask<{ tenant: string }>(sql.tenants, [kind])).map(({ tenant }) => tenant);
    },
    /** @param now the version of new records, in milliseconds since 1970: higher than before they were deleted */
    *changeRecords(tenant: string, changes: readonly RecordChange[], now: number): Operation<RecordsChange> {
      if (sql.lock.text) yield* ask(sql.lock, [tenant]);
      const sent = changes.map(({ kind, id, value, version }) => ({
        ...{ kind, id: checkedId(id), value },
        version: version === 0 ? now : version + 1,
      }));
      const values = [tenant, JSON.stringify(sent)];
      const records = yield* ask<StoredRecord>(sql.versions, values);
      const versions = new Map(records.map(({ kind, id, version }) => [`${kind}\0${id}`, version]));
      if (changes.some(({ kind, id, version }) => (versions.get(`${kind}\0${id}`) ?? 0) !== version)) return 'stale';
      const { count } = (yield* first<{ count: number }>(sql.count, [tenant]))!;
      if (exceedsCapacity(count, changes)) return 'full';
      yield* ask(sql.put, values);
      yield* ask(sql.remove, values);
      return 'changed';
    },
    keys: () => ask<StoredKey>(sql.keys),
    *putKey({ id, record }: StoredKey): Operation<null> {
      yield* ask(sql.putKey, [checkedId(id), record]);
      return null;
    },
  };
}

/** Whether records would be too many or too long. @param count of the tenant's records before the changes */
function exceedsCapacity(count: number, changes: readonly RecordChange[]): boolean {
  const added = changes.reduce((sum, { value, version }) => sum + Number(value !== null) - Number(version > 0), 0);
  const longest = changes.reduce((most, { value }) => Math.max(most, value?.length ?? 0), 0);
  return (added > 0 && count + added > recordCapacity.count) || longest > recordCapacity.characters;
}
