import {
  afterAll,
  checkedId,
  prefixEnd,
  type RecordChange,
  recordPage,
  type RecordsChange,
  type Store,
  type StoredRecord,
} from '../../index.js';
import { exceedsCapacity, nextVersion } from '../../sqlite/tables/records.js';
import { type Ask, type Database, lockSpace } from '../database.js';

const select = 'SELECT kind, id, value, version FROM records WHERE tenant = $1 AND kind = $2';

/** Rows of up to {@link recordPage} characters: the lengths of values are known without reading them. */
const pageOf = (from: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT kind, id, value, version FROM (
      SELECT *, sum(octet_length(value)) OVER (ORDER BY id ${order}) - octet_length(value) AS before
      FROM (${select} AND id ${from} $3 ORDER BY id ${order} LIMIT $4 OFFSET $5) AS page) AS measured
    WHERE before < ${recordPage} ORDER BY id ${order}`;

const sql = {
  record: { name: 'record', text: `${select} AND id = $3` },
  records: { text: pageOf('>', 'ASC') },
  last: { text: pageOf('<', 'DESC') },
  ofKind: { text: 'SELECT count(*) AS count FROM records WHERE tenant = $1 AND kind = $2 AND id >= $3 AND id < $4' },
  tenants: { text: 'SELECT DISTINCT tenant FROM records WHERE kind = $1 ORDER BY tenant' },
  // The records of a tenant share a capacity, and their versions are compared: they are changed one after the other.
  lock: { text: `SELECT pg_advisory_xact_lock(${lockSpace} + 2, hashtext($1))` },
  versions: {
    text: `SELECT records.kind, records.id, version FROM records
      JOIN unnest($2::text[], $3::text[]) AS asked (kind, id) ON records.kind = asked.kind AND records.id = asked.id
      WHERE tenant = $1`,
  },
  count: { text: 'SELECT count(*) AS count FROM records WHERE tenant = $1' },
  put: {
    text: `INSERT INTO records (tenant, kind, id, value, version)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])
      ON CONFLICT (tenant, kind, id) DO UPDATE SET value = excluded.value, version = excluded.version`,
  },
  remove: {
    text: `DELETE FROM records USING unnest($2::text[], $3::text[]) AS gone (kind, id)
      WHERE tenant = $1 AND records.kind = gone.kind AND records.id = gone.id`,
  },
};

/** The records of a tenant. */
export function createRecordTable(
  tenant: string,
  database: Database,
): Pick<Store, 'record' | 'records' | 'lastRecords' | 'countRecords' | 'changeRecords'> {
  const change = async (ask: Ask, changes: readonly RecordChange[]): Promise<RecordsChange> => {
    await ask(sql.lock, [tenant]);
    const names = columns(changes, 'kind', 'id');
    const found = await ask<StoredRecord>(sql.versions, [tenant, ...names]);
    const versions = new Map(found.map(({ kind, id, version }) => [`${kind}\0${id}`, version]));
    if (changes.some(({ kind, id, version }) => (versions.get(`${kind}\0${id}`) ?? 0) !== version)) return 'stale';
    const [counted] = await ask<{ count: number }>(sql.count, [tenant]);
    if (exceedsCapacity(counted!.count, changes)) return 'full';
    const now = Math.floor(database.serverTime());
    const put = changes.filter(({ value }) => value !== null);
    const stored = put.map((one) => ({ ...one, version: nextVersion(one.version, now) }));
    if (stored.length > 0) await ask(sql.put, [tenant, ...columns(stored, 'kind', 'id', 'value', 'version')]);
    const gone = changes.filter(({ value }) => value === null);
    if (gone.length > 0) await ask(sql.remove, [tenant, ...columns(gone, 'kind', 'id')]);
    return 'changed';
  };
  return {
    async record(kind, id) {
      const [row] = await database.ask<StoredRecord>(sql.record, [tenant, kind, checkedId(id)]);
      return row ?? null;
    },
    records: (kind, after, limit, skip = 0) =>
      database.ask(sql.records, [tenant, kind, checkedId(after ?? ''), limit, skip]),
    lastRecords: (kind, before, limit) =>
      database.ask(sql.last, [tenant, kind, checkedId(before ?? afterAll), limit, 0]),
    async countRecords(kind, prefix) {
      const values = [tenant, kind, checkedId(prefix), prefixEnd(prefix)];
      const [row] = await database.ask<{ count: number }>(sql.ofKind, values);
      return row!.count;
    },
    changeRecords: async (changes) => {
      for (const { id } of changes) checkedId(id);
      return database.transact((ask) => change(ask, changes));
    },
  };
}

/** The tenants that have records of a kind. */
export async function recordTenants({ ask }: Pick<Database, 'ask'>, kind: string): Promise<readonly string[]> {
  return (await ask<{ tenant: string }>(sql.tenants, [kind])).map(({ tenant }) => tenant);
}

function columns<T>(rows: readonly T[], ...names: readonly (keyof T)[]) {
  return names.map((name) => rows.map((row) => row[name]));
}
