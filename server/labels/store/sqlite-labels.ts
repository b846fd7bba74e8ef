import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Binding } from '../../../renderer/index.js';
import { type Draft, kept, type Revision, type StoredLabel, wholeId } from './index.js';

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

function prepareStatements(database: DatabaseSyncInstance) {
  return {
    label: database.prepare(`${select} AND labels.id = ?`),
    labels: database.prepare(`${select} AND labels.id > ? ORDER BY labels.id LIMIT ?`),
    revision: database.prepare('SELECT * FROM revisions WHERE label = ? AND revision = ?'),
    number: database.prepare(
      'UPDATE labels SET last_revision = last_revision + 1 WHERE id = ? AND version = ? AND deleted = 0 RETURNING last_revision AS n',
    ),
    insert: database.prepare('INSERT INTO revisions (label, revision, record, png) VALUES (?, ?, ?, ?)'),
    prune: database.prepare('DELETE FROM revisions WHERE label = ? AND revision <= ?'),
    // The row of a deleted label stays, as its revision numbers, which are in the URLs of immutable images, are not reused.
    create: database.prepare(
      `INSERT INTO labels (id, binding, version, last_revision) VALUES (?, ?, 1, 0) ON CONFLICT (id) DO UPDATE
       SET binding = excluded.binding, version = version + 1, deleted = 0 WHERE deleted = 1`,
    ),
    bind: database.prepare('UPDATE labels SET binding = ?, version = version + 1 WHERE id = ?'),
    remove: database.prepare('UPDATE labels SET deleted = 1, version = version + 1 WHERE id = ? AND deleted = 0'),
    clear: database.prepare('DELETE FROM revisions WHERE label = ?'),
  };
}

/** The methods of the store for labels, see there. None of them begins a transaction. */
interface LabelTable {
  label(id: string): StoredLabel | null;
  labels(after: string | null, limit: number): readonly StoredLabel[];
  revision(id: string, revision: number): Revision | null;
  append(seen: Pick<StoredLabel, 'id' | 'version'>, draft: Draft): Revision | null;
  create(id: string, binding: Binding): StoredLabel | null;
  change(id: string, seen: StoredLabel, binding: Binding, draft: Draft | null): StoredLabel | null;
  remove(id: string): boolean;
}

/** The labels and their revisions in the database. */
export function createLabelTable(database: DatabaseSyncInstance): LabelTable {
  const sql = prepareStatements(database);
  const label: LabelTable['label'] = (id) => {
    const row = sql.label.get(wholeId(id)) as LabelRow | undefined;
    return row ? labelOf(row) : null;
  };
  const append: LabelTable['append'] = ({ id, version }, draft) => {
    const row = sql.number.get(wholeId(id), version) as { n: number } | undefined;
    if (!row) return null;
    const { png, ...record } = draft;
    sql.insert.run(id, row.n, JSON.stringify(record), png);
    sql.prune.run(id, row.n - kept);
    return { ...draft, revision: row.n };
  };
  return {
    label,
    labels: (after, limit) => (sql.labels.all(wholeId(after ?? ''), limit) as LabelRow[]).map(labelOf),
    revision(id, revision) {
      const row = sql.revision.get(wholeId(id), revision) as RevisionRow | undefined;
      return row ? revisionOf(row) : null;
    },
    append,
    create: (id, binding) => (sql.create.run(wholeId(id), JSON.stringify(binding)).changes === 0 ? null : label(id)),
    change(id, seen, binding, draft) {
      const now = label(id);
      if (now?.version !== seen.version || now.current?.revision !== seen.current?.revision) return null;
      sql.bind.run(JSON.stringify(binding), id);
      if (draft) append({ id, version: seen.version + 1 }, draft);
      return label(id);
    },
    remove(id) {
      if (sql.remove.run(wholeId(id)).changes === 0) return false;
      sql.clear.run(id);
      return true;
    },
  };
}

interface RevisionRow {
  readonly revision: number;
  readonly record: string;
  readonly png: Uint8Array;
}

function revisionOf({ revision, record, png }: RevisionRow): Revision {
  // Records of version 1 of the schema have no layout_version.
  const { layout_version = 0, ...draft } = JSON.parse(record) as Omit<Draft, 'png' | 'layout_version'> &
    Partial<Pick<Draft, 'layout_version'>>;
  return { ...draft, layout_version, revision, png };
}

function labelOf({ id, binding, version, revision, record, png }: LabelRow): StoredLabel {
  const current = revision === null || record === null || png === null ? null : revisionOf({ revision, record, png });
  return { id, binding: JSON.parse(binding) as Binding, version, current };
}
