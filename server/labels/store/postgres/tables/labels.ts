import type { Binding } from '../../../../../renderer/index.js';
import {
  checkedId,
  type Delivery,
  type IdempotencyRecord,
  maxScanned,
  type Store,
  type StoredLabel,
} from '../../index.js';
import {
  foundIn,
  type LabelRow,
  labelOf,
  type RevisionRow,
  revisionOf,
  rowWithoutBytes,
  type ScannedRow,
  scanValues,
} from '../../rows.js';
import { addAnswer, doOnce } from './answers.js';
import { appendOne, type Newest, newestOf, newestOfLabel, type NewestRow } from './append.js';
import { addEntry } from './log.js';
import type { Ask, Database } from '../database.js';
import { type LabelWrites } from '../together.js';
import { createPurge, floorOf } from './tombstones.js';

const columns = 'labels.id, labels.binding, labels.version, log.tag, revisions.revision, log.record, revisions.png';

const sql = {
  label: {
    name: 'label',
    text: `SELECT ${columns} ${newestOfLabel} WHERE NOT labels.deleted AND labels.tenant = $1 AND labels.id = $2`,
  },
  labels: {
    name: 'labels',
    text: `SELECT ${columns} ${newestOfLabel.replace('$2', 'labels.id')}
      WHERE NOT labels.deleted AND labels.tenant = $1 AND labels.id > $2 ORDER BY labels.id LIMIT $3`,
  },
  scan: {
    name: 'scan',
    text: `SELECT id,
        ($5::text IS NULL OR binding::json ->> 'device' = $5) AND ($6::text IS NULL OR layout = $6)
        AND ($7::text IS NULL OR binding::json ->> 'sku' = $7)
        AND CASE WHEN $8::int < 0 THEN true ELSE ($8 = 1) = coalesce((SELECT ready_at > $9::bigint FROM revisions JOIN log USING (seq)
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
  layout: { text: 'SELECT version FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted FOR SHARE' },
  // A deleted label keeps its row: its revision numbers are in the URLs of immutable images, and are never reused.
  create: {
    text: `INSERT INTO labels (tenant, id, binding, layout, version, last_revision)
      VALUES ($1, $2, $3, $4, ${floorOf('labels')} + 1, ${floorOf('labels')})
      ON CONFLICT (tenant, id) DO UPDATE
      SET binding = excluded.binding, layout = excluded.layout, version = labels.version + 1, deleted = false
      WHERE labels.deleted
      RETURNING version`,
  },
  lock: {
    text: `SELECT version, last_revision AS last, tag ${newestOfLabel}
      WHERE labels.tenant = $1 AND labels.id = $2 AND NOT deleted FOR UPDATE OF labels`,
  },
  bind: { text: 'UPDATE labels SET binding = $3, layout = $4, version = version + 1 WHERE tenant = $1 AND id = $2' },
  remove: {
    text: `UPDATE labels SET deleted = true, version = version + 1
      WHERE tenant = $1 AND id = $2 AND NOT deleted RETURNING 1`,
  },
  clear: {
    text: `WITH cleared AS (DELETE FROM revisions WHERE tenant = $1 AND label = $2 RETURNING seq)
      DELETE FROM log USING cleared
      WHERE log.seq = cleared.seq AND log.seq <= (SELECT number FROM floors WHERE name = 'log')`,
  },
};

/** Purges the rows of deleted labels of all tenants. */
export const createLabelPurge = (database: Database) =>
  createPurge(database, 'labels', 'max(greatest(version, last_revision))');

/** Locks a label until the transaction ends. Null: it has changed since it was seen. */
async function unchanged(ask: Ask, tenant: string, seen: StoredLabel): Promise<Newest | null> {
  const [row] = await ask<NewestRow>(sql.lock, [tenant, seen.id]);
  const now = row && newestOf(row);
  // A label has a tag as soon as it has a content.
  const revision = now?.tag ? now.last : undefined;
  return now?.version === seen.version && revision === seen.current?.revision ? now : null;
}

async function create(ask: Ask, tenant: string, id: string, binding: Binding): Promise<StoredLabel | null> {
  const [row] = await ask<{ version: number }>(sql.create, [tenant, id, JSON.stringify(binding), binding.layout]);
  if (!row) return null;
  await addEntry(ask, tenant, { kind: 'binding', id, binding: JSON.stringify(binding) });
  return { id, binding, version: row.version, current: null, tag: null };
}

/** Deletes a label. Resolves with false when there is none. */
async function remove(ask: Ask, tenant: string, id: string): Promise<boolean> {
  if ((await ask(sql.remove, [tenant, id])).length === 0) return false;
  await ask(sql.clear, [tenant, id]);
  await addEntry(ask, tenant, { kind: 'deletion', id });
  return true;
}

async function change(ask: Ask, tenant: string, seen: StoredLabel, binding: Binding, delivery: Delivery | null) {
  const now = await unchanged(ask, tenant, seen);
  if (!now) return null;
  await ask(sql.bind, [tenant, seen.id, JSON.stringify(binding), binding.layout]);
  const bound = { ...seen, binding, version: seen.version + 1 };
  if (!delivery) {
    await addEntry(ask, tenant, { kind: 'binding', ...rowWithoutBytes(bound) });
    return bound;
  }
  return appendOne(ask, { tenant, seen: bound, delivery, idempotency: null }, { ...now, version: bound.version });
}

/** The labels of a tenant and their revisions. */
export function createLabelTable(
  tenant: string,
  database: Database,
  writes: LabelWrites,
  purge: () => Promise<void>,
): Pick<Store, 'label' | 'labels' | 'findLabels' | 'revision' | 'append' | 'bind' | 'recordRequest' | 'remove'> {
  /** A write in one transaction. */
  const write = <T>(id: string, work: (ask: Ask) => Promise<T>, idempotency: IdempotencyRecord | null = null) =>
    writes.other(tenant, checkedId(id), (until) =>
      doOnce(database, tenant, idempotency, () => database.transact(work, until)),
    );
  const record = async (ask: Ask, idempotency: IdempotencyRecord | null, label: StoredLabel): Promise<StoredLabel> => {
    if (idempotency) await addAnswer(ask, tenant, idempotency, { label: rowWithoutBytes(label) });
    return label;
  };
  return {
    async label(id) {
      const [row] = await database.ask<LabelRow>(sql.label, [tenant, checkedId(id)]);
      return row ? labelOf(row) : null;
    },
    async labels(after, limit) {
      const rows = await database.ask<LabelRow>(sql.labels, [tenant, checkedId(after ?? ''), limit]);
      return rows.map(labelOf);
    },
    findLabels: async (filter, after, limit) =>
      foundIn(await database.ask<ScannedRow>(sql.scan, [tenant, ...scanValues(filter, after)]), limit),
    async revision(id, revision) {
      const [row] = await database.ask<RevisionRow>(sql.revision, [tenant, checkedId(id), revision]);
      return row ? revisionOf(row) : null;
    },
    async append(seen, delivery, idempotency = null) {
      checkedId(seen.id);
      return writes.append({ tenant, seen, delivery, idempotency });
    },
    bind: async (id, seen, binding, delivery, layoutVersion = 0, idempotency = null) => {
      const work = async (ask: Ask): Promise<StoredLabel | null> => {
        if (layoutVersion > 0) {
          const [layout] = await ask<{ version: number }>(sql.layout, [tenant, checkedId(binding.layout)]);
          if (layout?.version !== layoutVersion) return null;
        }
        const label = await (seen ? change(ask, tenant, seen, binding, delivery) : create(ask, tenant, id, binding));
        return label && record(ask, idempotency, label);
      };
      return write(id, work, idempotency);
    },
    recordRequest: async (seen, idempotency) => {
      const work = async (ask: Ask) => (await unchanged(ask, tenant, seen)) && record(ask, idempotency, seen);
      return (await write(seen.id, work, idempotency)) !== null;
    },
    remove: async (id) => {
      const removed = await write(id, (ask) => remove(ask, tenant, id));
      if (removed) await purge();
      return removed!;
    },
  };
}
