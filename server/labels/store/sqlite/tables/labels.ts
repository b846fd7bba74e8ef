import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { accept, type Arrival, neededBy, readyAt, type Tag } from '../../../tag/tag.js';
import { checkedId, type IdempotencyRecord, keptRevisions, type LabelFilter, maxScanned } from '../../index.js';
import { type DraftRow, foundIn, type LabelRow, type RevisionRow, type ScannedRow, scanValues } from '../../rows.js';
import type { Answers } from './answers.js';
import type { LogWriter } from './log.js';
import { createPurge, floorOf } from './tombstones.js';

/** A draft to store, and its delivery to the tag. */
export interface NewRevision {
  readonly picture: DraftRow;
  readonly content: { readonly device: string; readonly picture: string };
  readonly arrival: Arrival;
}

/** The state of a label on which a write is based: its version and its newest revision. */
export interface Seen {
  readonly version: number;
  readonly revision: number | null;
}

/** A binding as JSON, and the version of its layout (0: it is not stored). */
export interface NewBinding {
  readonly binding: string;
  readonly layout: string;
  readonly layoutVersion: number;
}

const newest = `
  FROM labels LEFT JOIN revisions ON revisions.tenant = labels.tenant AND revisions.label = labels.id
    AND revisions.revision = labels.last_revision
  LEFT JOIN log ON log.seq = revisions.seq`;
const select = `
  SELECT labels.id, labels.binding, labels.version, log.tag, revisions.revision, log.record, revisions.png ${newest}
  WHERE labels.deleted = 0 AND labels.tenant = ?`;

function prepareStatements(database: DatabaseSyncInstance) {
  return {
    label: database.prepare(`${select} AND labels.id = ?`),
    labels: database.prepare(`${select} AND labels.id > ? ORDER BY labels.id LIMIT ?`),
    // A subquery, as a join would be made for each label.
    scan: database.prepare(
      `SELECT id, binding ->> '$.device' IS coalesce(?5, binding ->> '$.device')
           AND binding ->> '$.layout' IS coalesce(?6, binding ->> '$.layout')
           AND binding ->> '$.sku' IS coalesce(?7, binding ->> '$.sku')
           AND (?8 < 0 OR ?8 = coalesce((SELECT ready_at > ?9 FROM revisions JOIN log ON log.seq = revisions.seq
             WHERE revisions.tenant = ?1 AND label = labels.id AND revisions.revision = last_revision), 0)) AS fits
       FROM labels WHERE deleted = 0 AND tenant = ?1 AND id > ?2 AND id >= ?3 AND id < ?4
       ORDER BY id LIMIT ${maxScanned}`,
    ),
    revision: database.prepare(
      `SELECT revisions.revision, record, png FROM revisions JOIN log ON log.seq = revisions.seq
       WHERE revisions.tenant = ? AND label = ? AND revisions.revision = ?`,
    ),
    last: database.prepare(
      `SELECT last_revision AS n, log.tag ${newest}
       WHERE labels.tenant = ? AND labels.id = ? AND version = ? AND deleted = 0`,
    ),
    advance: database.prepare('UPDATE labels SET last_revision = ? WHERE tenant = ? AND id = ?'),
    insert: database.prepare('INSERT INTO revisions (tenant, label, revision, seq, png) VALUES (?, ?, ?, ?, ?)'),
    old: database.prepare(
      'SELECT rowid AS row, revision, seq FROM revisions WHERE tenant = ? AND label = ? AND revision <= ?',
    ),
    // A DELETE with RETURNING, and the needed revisions as JSON, took twice as long as both statements.
    prune: database.prepare('DELETE FROM revisions WHERE rowid = ?'),
    // A deleted label keeps its row: its revision numbers are in the URLs of immutable images, and are never reused.
    create: database.prepare(
      `INSERT INTO labels (tenant, id, binding, version, last_revision)
       VALUES (?, ?, ?, ${floorOf('labels')} + 1, ${floorOf('labels')})
       ON CONFLICT (tenant, id) DO UPDATE
       SET binding = excluded.binding, version = version + 1, deleted = 0 WHERE deleted = 1`,
    ),
    bind: database.prepare('UPDATE labels SET binding = ?, version = version + 1 WHERE tenant = ? AND id = ?'),
    remove: database.prepare(
      'UPDATE labels SET deleted = 1, version = version + 1 WHERE tenant = ? AND id = ? AND deleted = 0',
    ),
    clear: database.prepare('DELETE FROM revisions WHERE tenant = ? AND label = ? RETURNING seq'),
  };
}

type Request = IdempotencyRecord | null;
type Statements = ReturnType<typeof prepareStatements>;

/** The labels and revisions of all tenants in the database, see `Store`. */
export function createLabelTable(
  database: DatabaseSyncInstance,
  layoutVersion: (tenant: string, id: string) => number | null,
  answers: Answers,
  log: LogWriter,
) {
  const sql = prepareStatements(database);
  const purge = createPurge(database, 'labels', ['version', 'last_revision']);
  const label = (tenant: string, id: string) => (sql.label.get(tenant, checkedId(id)) as LabelRow | undefined) ?? null;
  const append = createAppend(sql, log);
  const outdated = (tenant: string, { layout, layoutVersion: version }: NewBinding) =>
    version > 0 && layoutVersion(tenant, layout) !== version;
  const record = (tenant: string, idempotency: Request, row: LabelRow | null) => {
    if (idempotency && row) answers.add(tenant, idempotency, { label: { ...row, png: null } });
    return row;
  };
  const unchanged = (tenant: string, id: string, seen: Seen) => {
    const now = label(tenant, id);
    return now?.version === seen.version && now.revision === seen.revision ? now : null;
  };
  return {
    label,
    labels: (tenant: string, after: string, limit: number) =>
      sql.labels.all(tenant, checkedId(after), limit) as LabelRow[],
    findLabels: (tenant: string, filter: LabelFilter, after: string | null, limit: number) =>
      foundIn(sql.scan.all(tenant, ...scanValues(filter, after)) as ScannedRow[], limit),
    revision: (tenant: string, id: string, revision: number) =>
      (sql.revision.get(tenant, checkedId(id), revision) as RevisionRow | undefined) ?? null,
    append(tenant: string, id: string, version: number, sent: NewRevision, idempotency: Request) {
      if (answers.has(tenant, idempotency)) return null;
      const stored = append(tenant, checkedId(id), version, sent);
      if (idempotency && stored) record(tenant, idempotency, label(tenant, id));
      return stored;
    },
    create(tenant: string, id: string, bound: NewBinding, idempotency: Request) {
      if (outdated(tenant, bound) || answers.has(tenant, idempotency)) return null;
      const { changes } = sql.create.run(tenant, checkedId(id), bound.binding);
      return changes === 0 ? null : record(tenant, idempotency, logBinding(log, tenant, label(tenant, id)!));
    },
    change(tenant: string, id: string, seen: Seen, bound: NewBinding, sent: NewRevision | null, idempotency: Request) {
      if (outdated(tenant, bound) || answers.has(tenant, idempotency) || !unchanged(tenant, id, seen)) return null;
      sql.bind.run(bound.binding, tenant, id);
      if (sent) append(tenant, id, seen.version + 1, sent);
      const row = label(tenant, id)!;
      return record(tenant, idempotency, sent ? row : logBinding(log, tenant, row));
    },
    /** False: the label is no longer as it was seen, or the request is recorded. */
    recordRequest(tenant: string, id: string, seen: Seen, idempotency: IdempotencyRecord) {
      const now = unchanged(tenant, id, seen);
      return now !== null && !answers.has(tenant, idempotency) && record(tenant, idempotency, now) !== null;
    },
    remove(tenant: string, id: string) {
      if (sql.remove.run(tenant, checkedId(id)).changes === 0) return false;
      log.append(tenant, { at: Date.now(), kind: 'deletion', id });
      log.release(seqsOf(sql.clear.all(tenant, id)));
      purge();
      return true;
    },
  };
}

/** Logs a binding without a new content. */
function logBinding(log: LogWriter, tenant: string, row: LabelRow): LabelRow {
  const { id, binding, revision, record, tag } = row;
  log.append(tenant, { at: Date.now(), kind: 'binding', id, revision, binding, record, tag });
  return row;
}

/** Stores a revision and the next state of the tag. Null: the label no longer has this version. */
function createAppend(sql: Statements, log: LogWriter) {
  return (tenant: string, id: string, version: number, { picture, content, arrival }: NewRevision) => {
    const row = sql.last.get(tenant, id, version) as { n: number; tag: string | null } | undefined;
    if (!row) return null;
    const revision = row.n + 1;
    const tag = accept(row.tag === null ? null : (JSON.parse(row.tag) as Tag), { ...content, revision }, arrival);
    const { record, png } = picture;
    const entry = { kind: 'revision', id, revision, record, tag: JSON.stringify(tag), readyAt: readyAt(tag) } as const;
    const seq = log.append(tenant, { ...entry, at: arrival.at });
    sql.advance.run(revision, tenant, id);
    sql.insert.run(tenant, id, revision, seq, png);
    if (revision > keptRevisions) {
      const needed = neededBy(tag);
      const old = sql.old.all(tenant, id, revision - keptRevisions) as OldRow[];
      const pruned = old.filter((one) => !needed.includes(one.revision));
      for (const { row } of pruned) sql.prune.run(row);
      log.release(seqsOf(pruned));
    }
    return { revision, tag };
  };
}

interface OldRow {
  readonly row: number;
  readonly revision: number;
  readonly seq: number;
}

function seqsOf(rows: readonly unknown[]): readonly number[] {
  return (rows as readonly { seq: number }[]).map(({ seq }) => seq);
}
