import { accept, type Arrival, neededBy, readyAt, type Tag } from '../../tag/tag.js';
import { checkedId, type IdempotencyRecord, keptRevisions, type LabelFilter, maxScanned } from '../index.js';
import { type DraftRow, foundIn, type LabelRow, type RevisionRow, type ScannedRow, scanValues } from '../rows.js';
import type { Answers } from './answers.js';
import { floor, type LogOperations } from './log.js';
import { ask, type Dialect, first, type Operation } from './operation.js';
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

type Request = IdempotencyRecord | null;

/** The newest state of a label: its version, the number of the newest revision that it ever had, and its tag as JSON. */
export interface NewestRow {
  readonly version: number;
  readonly last: number;
  readonly tag: string | null;
}

/** Joins a label with its newest content; `$1` is the tenant, `$2` its id. Values save a lookup in each partition. */
export const newestOfLabel = `FROM labels
  LEFT JOIN revisions ON revisions.tenant = $1 AND revisions.label = $2 AND revisions.revision = labels.last_revision
  LEFT JOIN log ON log.seq = revisions.seq`;
const columns = 'labels.id, labels.binding, labels.version, log.tag, revisions.revision, log.record, revisions.png';

function statementsIn({ isSerial, member, hasLayoutColumn, hasTokens }: Dialect) {
  const layout = hasLayoutColumn
    ? { column: ', layout', value: ', $4', excluded: ', layout = excluded.layout', set: ', layout = $4' }
    : { column: '', value: '', excluded: '', set: '' };
  const one = 'labels.tenant = $1 AND labels.id = $2 AND NOT deleted';
  const isMember = (name: 'device' | 'layout' | 'sku', parameter: string) =>
    `(CAST(${parameter} AS text) IS NULL OR ${member(name)} = ${parameter})`;
  return {
    label: { name: 'label', text: `SELECT ${columns} ${newestOfLabel} WHERE ${one}` },
    labels: {
      name: 'labels',
      text: `SELECT ${columns} ${newestOfLabel.replace('$2', 'labels.id')}
        WHERE NOT labels.deleted AND labels.tenant = $1 AND labels.id > $2 ORDER BY labels.id LIMIT $3`,
    },
    // A subquery, as a join would be made for each label.
    scan: {
      name: 'scan',
      text: `SELECT id, ${isMember('device', '$5')} AND ${isMember('layout', '$6')} AND ${isMember('sku', '$7')}
          AND CASE WHEN CAST($8 AS int) < 0 THEN true
            ELSE ($8 = 1) = coalesce((SELECT ready_at > CAST($9 AS bigint) FROM revisions JOIN log USING (seq)
              WHERE revisions.tenant = $1 AND label = labels.id AND revisions.revision = last_revision), false) END AS fits
        FROM labels WHERE NOT deleted AND tenant = $1 AND id > $2 AND id >= $3 AND id < $4
        ORDER BY id LIMIT ${maxScanned}`,
    },
    revision: {
      name: 'revision',
      text: `SELECT revisions.revision, record, png FROM revisions JOIN log USING (seq)
        WHERE revisions.tenant = $1 AND label = $2 AND revisions.revision = $3`,
    },
    // Locks the layout against changes until the label is bound to it.
    layout: {
      text: `SELECT version FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted${isSerial ? '' : ' FOR SHARE'}`,
    },
    lock: {
      text: `SELECT version, last_revision AS last, tag ${newestOfLabel} WHERE ${one}${isSerial ? '' : ' FOR UPDATE OF labels'}`,
    },
    advance: { text: 'UPDATE labels SET last_revision = $3 WHERE tenant = $1 AND id = $2' },
    insert: {
      text: `INSERT INTO revisions (tenant, label, revision, seq, png${hasTokens ? ', token' : ''})
        VALUES ($1, $2, $3, $4, $5${hasTokens ? ', gen_random_uuid()' : ''})`,
    },
    old: { text: 'SELECT revision, seq FROM revisions WHERE tenant = $1 AND label = $2 AND revision <= $3' },
    // A DELETE with RETURNING, and the needed revisions as JSON, took twice as long as both statements.
    prune: { text: 'DELETE FROM revisions WHERE tenant = $1 AND label = $2 AND revision = $3' },
    // A deleted label keeps its row: its revision numbers are in the URLs of immutable images, and are never reused.
    create: {
      text: `INSERT INTO labels (tenant, id, binding${layout.column}, version, last_revision)
        VALUES ($1, $2, $3${layout.value}, ${floorOf('labels')} + 1, ${floorOf('labels')})
        ON CONFLICT (tenant, id) DO UPDATE
        SET binding = excluded.binding${layout.excluded}, version = labels.version + 1, deleted = false
        WHERE labels.deleted
        RETURNING version`,
    },
    bind: {
      text: `UPDATE labels SET binding = $3${layout.set}, version = version + 1 WHERE tenant = $1 AND id = $2`,
    },
    remove: {
      text: `UPDATE labels SET deleted = true, version = version + 1
        WHERE tenant = $1 AND id = $2 AND NOT deleted RETURNING 1 AS one`,
    },
    release: {
      text: `DELETE FROM log WHERE seq <= ${floor} AND seq IN (SELECT seq FROM revisions WHERE tenant = $1 AND label = $2)`,
    },
    clear: { text: 'DELETE FROM revisions WHERE tenant = $1 AND label = $2' },
  };
}

/** The labels and revisions of all tenants, see `Store`. */
export function createLabelOperations(dialect: Dialect, answers: Answers, log: LogOperations) {
  const sql = statementsIn(dialect);
  const purge = createPurge(dialect, 'labels', 'CASE WHEN version > last_revision THEN version ELSE last_revision END');
  const append = createAppend(sql, log);
  const label = (tenant: string, id: string) => first<LabelRow>(sql.label, [tenant, checkedId(id)]);
  const newest = (tenant: string, id: string) => first<NewestRow>(sql.lock, [tenant, checkedId(id)]);
  /** Whether the layout is another one than that with which the binding was checked. */
  function* isOutdated(tenant: string, { layout, layoutVersion }: NewBinding): Operation<boolean> {
    if (layoutVersion === 0) return false;
    return (yield* first<{ version: number }>(sql.layout, [tenant, checkedId(layout)]))?.version !== layoutVersion;
  }
  /** Locks a label until the transaction ends. Null: it has changed since it was seen. */
  function* unchanged(tenant: string, id: string, seen: Seen): Operation<NewestRow | null> {
    const now = yield* newest(tenant, id);
    // A label has a tag as soon as it has a content.
    return now?.version === seen.version && (now.tag === null ? null : now.last) === seen.revision ? now : null;
  }
  function* record(tenant: string, idempotency: Request, row: LabelRow): Operation<LabelRow> {
    yield* answers.add(tenant, idempotency, { label: { ...row, png: null } });
    return row;
  }
  /** Logs a binding without a new content. */
  function* logBinding(tenant: string, { id, binding, revision, record, tag }: LabelRow): Operation<void> {
    yield* log.append(tenant, { kind: 'binding', id, binding, revision, record, tag });
  }
  return {
    purge,
    label,
    labels: (tenant: string, after: string, limit: number) =>
      ask<LabelRow>(sql.labels, [tenant, checkedId(after), limit]),
    *findLabels(tenant: string, filter: LabelFilter, after: string | null, limit: number) {
      return foundIn(yield* ask<ScannedRow>(sql.scan, [tenant, ...scanValues(filter, after)]), limit);
    },
    revision: (tenant: string, id: string, revision: number) =>
      first<RevisionRow>(sql.revision, [tenant, checkedId(id), revision]),
    *append(tenant: string, id: string, version: number, sent: NewRevision, idempotency: Request) {
      if (yield* answers.has(tenant, idempotency)) return null;
      const before = yield* newest(tenant, id);
      if (before?.version !== version) return null;
      const stored = yield* append(tenant, id, before, sent);
      if (idempotency) yield* record(tenant, idempotency, (yield* label(tenant, id))!);
      return stored;
    },
    *create(tenant: string, id: string, bound: NewBinding, idempotency: Request): Operation<LabelRow | null> {
      if ((yield* isOutdated(tenant, bound)) || (yield* answers.has(tenant, idempotency))) return null;
      const { binding, layout } = bound;
      const stored = yield* first<{ version: number }>(sql.create, [tenant, checkedId(id), binding, layout]);
      if (!stored) return null;
      const row = { id, binding, version: stored.version, revision: null, record: null, png: null, tag: null };
      yield* logBinding(tenant, row);
      return yield* record(tenant, idempotency, row);
    },
    *change(
      tenant: string,
      id: string,
      seen: Seen,
      bound: NewBinding,
      sent: NewRevision | null,
      idempotency: Request,
    ): Operation<LabelRow | null> {
      if ((yield* isOutdated(tenant, bound)) || (yield* answers.has(tenant, idempotency))) return null;
      const before = yield* unchanged(tenant, id, seen);
      if (!before) return null;
      yield* ask(sql.bind, [tenant, id, bound.binding, bound.layout]);
      if (sent) yield* append(tenant, id, before, sent);
      const row = (yield* label(tenant, id))!;
      if (!sent) yield* logBinding(tenant, row);
      return yield* record(tenant, idempotency, row);
    },
    /** False: the label is no longer as it was seen, or the request is recorded. */
    *recordRequest(tenant: string, id: string, seen: Seen, idempotency: IdempotencyRecord): Operation<boolean> {
      if (!(yield* unchanged(tenant, id, seen)) || (yield* answers.has(tenant, idempotency))) return false;
      yield* record(tenant, idempotency, (yield* label(tenant, id))!);
      return true;
    },
    *remove(tenant: string, id: string): Operation<boolean> {
      if (!(yield* first(sql.remove, [tenant, checkedId(id)]))) return false;
      yield* log.append(tenant, { kind: 'deletion', id });
      yield* ask(sql.release, [tenant, id]);
      yield* ask(sql.clear, [tenant, id]);
      if (dialect.isSerial) yield* purge.run();
      return true;
    },
  };
}

/** Stores a revision and the next state of the tag of a label that was read in the transaction. */
function createAppend(sql: ReturnType<typeof statementsIn>, log: LogOperations) {
  return function* append(tenant: string, id: string, before: NewestRow, { picture, content, arrival }: NewRevision) {
    const revision = before.last + 1;
    const tag = accept(before.tag === null ? null : (JSON.parse(before.tag) as Tag), { ...content, revision }, arrival);
    const { record, png } = picture;
    const entry = { kind: 'revision', id, revision, record, tag: JSON.stringify(tag), readyAt: readyAt(tag) } as const;
    const seq = yield* log.append(tenant, { ...entry, at: arrival.at });
    yield* ask(sql.advance, [tenant, id, revision]);
    yield* ask(sql.insert, [tenant, id, revision, seq, png]);
    if (revision > keptRevisions) {
      const needed = neededBy(tag);
      const old = yield* ask<{ revision: number; seq: number }>(sql.old, [tenant, id, revision - keptRevisions]);
      for (const one of old) {
        if (needed.includes(one.revision)) continue;
        yield* ask(sql.prune, [tenant, id, one.revision]);
        yield* log.release(one.seq);
      }
    }
    return { revision, tag };
  };
}
