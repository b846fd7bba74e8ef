import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { accept, type Arrival, neededBy, type Tag } from '../tag/tag.js';
import { kept, wholeId } from './index.js';
import { createPurge, floorOf } from './tombstones.js';

/** A label and its newest revision, as they are stored. */
export interface LabelRow {
  readonly id: string;
  /** JSON. */
  readonly binding: string;
  readonly version: number;
  /** All three are null before the first update. */
  readonly revision: number | null;
  readonly record: string | null;
  readonly png: Uint8Array | null;
  /** JSON; null before the first update. */
  readonly tag: string | null;
}

export interface RevisionRow extends Picture {
  readonly revision: number;
}

/** A draft as it is stored. */
export interface Picture {
  /** The JSON of all but the PNG. */
  readonly record: string;
  readonly png: Uint8Array;
}

/** A draft on its way to the tag: what the tag is told of it, and how it arrives. */
export interface Package {
  readonly picture: Picture;
  readonly content: { readonly device: string; readonly picture: string };
  readonly arrival: Arrival;
}

/** What was stored: the number of the new revision, and the tag. */
export interface Stored {
  readonly revision: number;
  readonly tag: Tag;
}

/** What a label must still be for a new binding: its version, and the number of its newest revision. */
export interface Seen {
  readonly version: number;
  readonly revision: number | null;
}

/** A binding, as JSON, and the version of its layout (0: it is not a stored one). */
export interface NewBinding {
  readonly binding: string;
  readonly layout: string;
  readonly layoutVersion: number;
}

/** What the store does with labels, see `Store`. */
export interface LabelTable {
  label(id: string): LabelRow | null;
  labels(after: string, limit: number): readonly LabelRow[];
  revision(id: string, revision: number): RevisionRow | null;
  /** Null when the label is not of this version any more. */
  append(id: string, version: number, sent: Package): Stored | null;
  create(id: string, binding: NewBinding): LabelRow | null;
  change(id: string, seen: Seen, binding: NewBinding, sent: Package | null): LabelRow | null;
  remove(id: string): boolean;
}

const select = `
  SELECT labels.id, labels.binding, labels.version, labels.tag, revisions.revision, revisions.record, revisions.png
  FROM labels LEFT JOIN revisions ON revisions.label = labels.id AND revisions.revision = labels.last_revision
  WHERE labels.deleted = 0`;

function prepareStatements(database: DatabaseSyncInstance) {
  return {
    label: database.prepare(`${select} AND labels.id = ?`),
    labels: database.prepare(`${select} AND labels.id > ? ORDER BY labels.id LIMIT ?`),
    revision: database.prepare('SELECT revision, record, png FROM revisions WHERE label = ? AND revision = ?'),
    last: database.prepare('SELECT last_revision AS n, tag FROM labels WHERE id = ? AND version = ? AND deleted = 0'),
    advance: database.prepare('UPDATE labels SET last_revision = ?, tag = ? WHERE id = ?'),
    insert: database.prepare('INSERT INTO revisions (label, revision, record, png) VALUES (?, ?, ?, ?)'),
    prune: database.prepare(
      'DELETE FROM revisions WHERE label = ? AND revision <= ? AND revision NOT IN (SELECT value FROM json_each(?))',
    ),
    // The row of a deleted label stays, as its revision numbers, which are in the URLs of immutable images, are not reused.
    create: database.prepare(
      `INSERT INTO labels (id, binding, version, last_revision) VALUES (?, ?, ${floorOf('labels')} + 1, ${floorOf('labels')})
       ON CONFLICT (id) DO UPDATE SET binding = excluded.binding, version = version + 1, deleted = 0, tag = NULL WHERE deleted = 1`,
    ),
    bind: database.prepare('UPDATE labels SET binding = ?, version = version + 1 WHERE id = ?'),
    remove: database.prepare('UPDATE labels SET deleted = 1, version = version + 1 WHERE id = ? AND deleted = 0'),
    clear: database.prepare('DELETE FROM revisions WHERE label = ?'),
  };
}

/** The labels and their revisions in the database. */
export function createLabelTable(
  database: DatabaseSyncInstance,
  layoutVersion: (id: string) => number | null,
): LabelTable {
  const sql = prepareStatements(database);
  const purge = createPurge(database, 'labels', ['version', 'last_revision']);
  const label = (id: string) => (sql.label.get(wholeId(id)) as LabelRow | undefined) ?? null;
  const append: LabelTable['append'] = (id, version, { picture: { record, png }, content, arrival }) => {
    const row = sql.last.get(wholeId(id), version) as { n: number; tag: string | null } | undefined;
    if (!row) return null;
    const revision = row.n + 1;
    const tag = accept(row.tag === null ? null : (JSON.parse(row.tag) as Tag), { ...content, revision }, arrival);
    sql.advance.run(revision, JSON.stringify(tag), id);
    sql.insert.run(id, revision, record, png);
    if (revision > kept) sql.prune.run(id, revision - kept, JSON.stringify(neededBy(tag)));
    return { revision, tag };
  };
  const outdated = ({ layout, layoutVersion: version }: NewBinding) => version > 0 && layoutVersion(layout) !== version;
  return {
    label,
    labels: (after, limit) => sql.labels.all(wholeId(after), limit) as LabelRow[],
    revision: (id, revision) => (sql.revision.get(wholeId(id), revision) as RevisionRow | undefined) ?? null,
    append,
    create(id, bound) {
      if (outdated(bound)) return null;
      return sql.create.run(wholeId(id), bound.binding).changes === 0 ? null : label(id);
    },
    change(id, seen, bound, sent) {
      const now = label(id);
      if (outdated(bound) || now?.version !== seen.version || now.revision !== seen.revision) return null;
      sql.bind.run(bound.binding, id);
      if (sent) append(id, seen.version + 1, sent);
      return label(id);
    },
    remove(id) {
      if (sql.remove.run(wholeId(id)).changes === 0) return false;
      sql.clear.run(id);
      purge();
      return true;
    },
  };
}
