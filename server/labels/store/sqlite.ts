import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Binding } from '../../../renderer/index.js';
import { type Draft, type Revision, type Store, StoreBusy, type StoredLabel, kept } from './index.js';
import { createLayoutTable, type Transaction } from './sqlite-layouts.js';

interface LabelRow {
  readonly id: string;
  readonly binding: string;
  readonly version: number;
  readonly revision: number | null;
  readonly record: string | null;
  readonly png: Uint8Array | null;
}

const select = `
  SELECT labels.id, labels.binding, labels.version, revisions.revision, revisions.record, revisions.png
  FROM labels LEFT JOIN revisions ON revisions.label = labels.id AND revisions.revision = labels.last_revision
  WHERE labels.deleted = 0`;

/** The store in a SQLite database that {@link openDatabase} opened; closing the store closes it. */
export function createSqliteStore(database: DatabaseSyncInstance): Store {
  const sql = {
    label: database.prepare(`${select} AND labels.id = ?`),
    labels: database.prepare(`${select} AND labels.id > ? ORDER BY labels.id LIMIT ?`),
    revisions: database.prepare('SELECT * FROM revisions WHERE label = ? ORDER BY revision DESC'),
    revision: database.prepare('SELECT * FROM revisions WHERE label = ? AND revision = ?'),
    number: database.prepare(
      'UPDATE labels SET last_revision = last_revision + 1 WHERE id = ? AND version = ? AND deleted = 0 RETURNING last_revision AS n',
    ),
    insert: database.prepare('INSERT INTO revisions (label, revision, record, png) VALUES (?, ?, ?, ?)'),
    prune: database.prepare('DELETE FROM revisions WHERE label = ? AND revision <= ?'),
    // A deleted label's row stays: its numbers, which are in addresses of immutable images, must not come again.
    create: database.prepare(
      `INSERT INTO labels (id, binding, version, last_revision) VALUES (?, ?, 1, 0) ON CONFLICT (id) DO UPDATE
       SET binding = excluded.binding, version = version + 1, deleted = 0 WHERE deleted = 1`,
    ),
    bind: database.prepare('UPDATE labels SET binding = ?, version = version + 1 WHERE id = ?'),
    remove: database.prepare('UPDATE labels SET deleted = 1, version = version + 1 WHERE id = ? AND deleted = 0'),
    clear: database.prepare('DELETE FROM revisions WHERE label = ?'),
    read: database.prepare('SELECT count(*) AS n FROM labels WHERE id = ?'),
    write: database.prepare("INSERT OR REPLACE INTO quotas (key, points, expire) VALUES ('health', 0, 0)"),
  };
  let writes = true;

  const transaction: Transaction = <T>(work: () => T): T => {
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      writes = true;
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (/locked|busy/i.test((error as Error).message)) throw new StoreBusy('The store is busy', { cause: error });
      writes = false;
      throw error;
    }
  };
  const layouts = createLayoutTable(database, transaction);
  const read = (id: string): StoredLabel | null => {
    const row = sql.label.get(id) as LabelRow | undefined;
    return row ? labelOf(row) : null;
  };
  const add = (seen: { id: string; version: number }, draft: Draft): Revision | null => {
    const row = sql.number.get(seen.id, seen.version) as { n: number } | undefined;
    if (!row) return null;
    const { png, ...record } = draft;
    sql.insert.run(seen.id, row.n, JSON.stringify(record), png);
    sql.prune.run(seen.id, row.n - kept);
    return { ...draft, revision: row.n };
  };
  const change = (id: string, seen: StoredLabel, binding: Binding, draft: Draft | null): StoredLabel | null => {
    const now = read(id);
    if (now?.version !== seen.version || now.current?.revision !== seen.current?.revision) return null;
    sql.bind.run(JSON.stringify(binding), id);
    if (draft) add({ id, version: seen.version + 1 }, draft);
    return read(id);
  };
  const create = (id: string, binding: Binding): StoredLabel | null =>
    sql.create.run(id, JSON.stringify(binding)).changes === 0 ? null : read(id);

  /* eslint-disable @typescript-eslint/require-await -- the contract is asynchronous, SQLite is not */
  return {
    label: async (id) => read(id),
    labels: async (after, limit) => (sql.labels.all(after ?? '', limit) as LabelRow[]).map(labelOf),
    revisions: async (id) => (sql.revisions.all(id) as RevisionRow[]).map(revisionOf),
    revision: async (id, revision) => {
      const row = sql.revision.get(id, revision) as RevisionRow | undefined;
      return row ? revisionOf(row) : null;
    },
    append: async (seen, draft) => transaction(() => add(seen, draft)),
    bind: async (id, seen, binding, draft, layoutVersion = 0) =>
      transaction(() => {
        if (layoutVersion > 0 && layouts.versionOf(binding.layout) !== layoutVersion) return null;
        return seen ? change(id, seen, binding, draft) : create(id, binding);
      }),
    remove: async (id) =>
      transaction(() => {
        if (sql.remove.run(id).changes === 0) return false;
        sql.clear.run(id);
        return true;
      }),
    ...layouts.methods,
    check: async () => {
      sql.read.get('default');
      // After a failed write (a full disk), only a write can tell that it is over.
      if (!writes) transaction(() => sql.write.run());
    },
    close: async () => {
      if (!database.isOpen) return;
      // So that the file alone is the whole store while nobody runs: people copy it.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
  /* eslint-enable @typescript-eslint/require-await */
}

interface RevisionRow {
  readonly revision: number;
  readonly record: string;
  readonly png: Uint8Array;
}

function revisionOf({ revision, record, png }: RevisionRow): Revision {
  // Records of before there were own layouts say nothing of a version.
  const { layout_version = 0, ...draft } = JSON.parse(record) as Omit<Draft, 'png' | 'layout_version'> &
    Partial<Pick<Draft, 'layout_version'>>;
  return { ...draft, layout_version, revision, png };
}

function labelOf({ id, binding, version, revision, record, png }: LabelRow): StoredLabel {
  const current = revision === null || record === null || png === null ? null : revisionOf({ revision, record, png });
  return { id, binding: JSON.parse(binding) as Binding, version, current };
}
