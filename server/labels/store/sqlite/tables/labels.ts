import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { accept, type Arrival, neededBy, type Tag } from '../../../tag/tag.js';
import { kept, type Once, wholeId } from '../../index.js';
import type { LabelRow, Picture, RevisionRow } from '../../rows.js';
import type { Answers } from './answers.js';
import { createPurge, floorOf } from './tombstones.js';

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

/** What the store does with the labels of a tenant, see `Store`. */
export interface LabelTable {
  label(tenant: string, id: string): LabelRow | null;
  labels(tenant: string, after: string, limit: number): readonly LabelRow[];
  revision(tenant: string, id: string, revision: number): RevisionRow | null;
  /** Null when the label is not of this version any more, or the request is remembered. */
  append(tenant: string, id: string, version: number, sent: Package, once: Once | null): Stored | null;
  create(tenant: string, id: string, binding: NewBinding, once: Once | null): LabelRow | null;
  change(
    tenant: string,
    id: string,
    seen: Seen,
    binding: NewBinding,
    sent: Package | null,
    once: Once | null,
  ): LabelRow | null;
  /** Remembers a request that changes nothing, unless the label is not as it was seen. */
  remember(tenant: string, id: string, seen: Seen, once: Once): boolean;
  remove(tenant: string, id: string): boolean;
}

const select = `
  SELECT labels.id, labels.binding, labels.version, labels.tag, revisions.revision, revisions.record, revisions.png
  FROM labels LEFT JOIN revisions ON revisions.tenant = labels.tenant AND revisions.label = labels.id
    AND revisions.revision = labels.last_revision
  WHERE labels.deleted = 0 AND labels.tenant = ?`;

function prepareStatements(database: DatabaseSyncInstance) {
  return {
    label: database.prepare(`${select} AND labels.id = ?`),
    labels: database.prepare(`${select} AND labels.id > ? ORDER BY labels.id LIMIT ?`),
    revision: database.prepare(
      'SELECT revision, record, png FROM revisions WHERE tenant = ? AND label = ? AND revision = ?',
    ),
    last: database.prepare(
      'SELECT last_revision AS n, tag FROM labels WHERE tenant = ? AND id = ? AND version = ? AND deleted = 0',
    ),
    advance: database.prepare('UPDATE labels SET last_revision = ?, tag = ? WHERE tenant = ? AND id = ?'),
    insert: database.prepare('INSERT INTO revisions (tenant, label, revision, record, png) VALUES (?, ?, ?, ?, ?)'),
    prune: database.prepare(
      `DELETE FROM revisions
       WHERE tenant = ? AND label = ? AND revision <= ? AND revision NOT IN (SELECT value FROM json_each(?))`,
    ),
    // The row of a deleted label stays, as its revision numbers, which are in the URLs of immutable images, are not reused.
    create: database.prepare(
      `INSERT INTO labels (tenant, id, binding, version, last_revision)
       VALUES (?, ?, ?, ${floorOf('labels')} + 1, ${floorOf('labels')})
       ON CONFLICT (tenant, id) DO UPDATE
       SET binding = excluded.binding, version = version + 1, deleted = 0, tag = NULL WHERE deleted = 1`,
    ),
    bind: database.prepare('UPDATE labels SET binding = ?, version = version + 1 WHERE tenant = ? AND id = ?'),
    remove: database.prepare(
      'UPDATE labels SET deleted = 1, version = version + 1 WHERE tenant = ? AND id = ? AND deleted = 0',
    ),
    clear: database.prepare('DELETE FROM revisions WHERE tenant = ? AND label = ?'),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

/** The labels and their revisions in the database. */
export function createLabelTable(
  database: DatabaseSyncInstance,
  layoutVersion: (tenant: string, id: string) => number | null,
  answers: Answers,
): LabelTable {
  const sql = prepareStatements(database);
  const purge = createPurge(database, 'labels', ['version', 'last_revision']);
  const label = (tenant: string, id: string) => (sql.label.get(tenant, wholeId(id)) as LabelRow | undefined) ?? null;
  const append = createAppend(sql);
  const outdated = (tenant: string, { layout, layoutVersion: version }: NewBinding) =>
    version > 0 && layoutVersion(tenant, layout) !== version;
  const remembered = (tenant: string, once: Once | null) => once !== null && answers.has(tenant, once);
  const keep = (tenant: string, once: Once | null, row: LabelRow | null) => {
    if (once && row) answers.add(tenant, once, { label: { ...row, png: null } });
    return row;
  };
  const unchanged = (tenant: string, id: string, seen: Seen) => {
    const now = label(tenant, id);
    return now?.version === seen.version && now.revision === seen.revision ? now : null;
  };
  return {
    label,
    labels: (tenant, after, limit) => sql.labels.all(tenant, wholeId(after), limit) as LabelRow[],
    revision: (tenant, id, revision) =>
      (sql.revision.get(tenant, wholeId(id), revision) as RevisionRow | undefined) ?? null,
    append(tenant, id, version, sent, once) {
      if (remembered(tenant, once)) return null;
      const stored = append(tenant, wholeId(id), version, sent);
      if (once && stored) keep(tenant, once, label(tenant, id));
      return stored;
    },
    create(tenant, id, bound, once) {
      if (outdated(tenant, bound) || remembered(tenant, once)) return null;
      const { changes } = sql.create.run(tenant, wholeId(id), bound.binding);
      return changes === 0 ? null : keep(tenant, once, label(tenant, id));
    },
    change(tenant, id, seen, bound, sent, once) {
      if (outdated(tenant, bound) || remembered(tenant, once) || !unchanged(tenant, id, seen)) return null;
      sql.bind.run(bound.binding, tenant, id);
      if (sent) append(tenant, id, seen.version + 1, sent);
      return keep(tenant, once, label(tenant, id));
    },
    remember(tenant, id, seen, once) {
      const now = unchanged(tenant, id, seen);
      return now !== null && !remembered(tenant, once) && keep(tenant, once, now) !== null;
    },
    remove(tenant, id) {
      if (sql.remove.run(tenant, wholeId(id)).changes === 0) return false;
      sql.clear.run(tenant, id);
      purge();
      return true;
    },
  };
}

/** Stores a revision, and what becomes of the tag. Null when the label is not of this version any more. */
function createAppend(sql: Statements) {
  return (tenant: string, id: string, version: number, { picture, content, arrival }: Package): Stored | null => {
    const row = sql.last.get(tenant, id, version) as { n: number; tag: string | null } | undefined;
    if (!row) return null;
    const revision = row.n + 1;
    const tag = accept(row.tag === null ? null : (JSON.parse(row.tag) as Tag), { ...content, revision }, arrival);
    sql.advance.run(revision, JSON.stringify(tag), tenant, id);
    sql.insert.run(tenant, id, revision, picture.record, picture.png);
    if (revision > kept) sql.prune.run(tenant, id, revision - kept, JSON.stringify(neededBy(tag)));
    return { revision, tag };
  };
}
