import type { Binding } from '../../../../../renderer/index.js';
import { type Delivery, type Once, type Store, type StoredLabel, wholeId } from '../../index.js';
import { type LabelRow, labelOf, type RevisionRow, revisionOf, rowWithoutBytes } from '../../rows.js';
import { addAnswer, doOnce } from './answers.js';
import { appendOne, type Newest, newestOf, type NewestRow } from './append.js';
import type { Ask, Database } from '../database.js';
import { createLabelWrites, type LabelWrites } from '../together.js';
import { createPurge, floorOf } from './tombstones.js';

/** What the store does with the labels of a tenant. */
export type LabelTable = Pick<Store, 'label' | 'labels' | 'revision' | 'append' | 'bind' | 'remember' | 'remove'>;

/** Reads labels; `id` is that of their revisions. A value saves a lookup in each part of the table, which took a quarter of the time. */
const select = (id: string) => `
  SELECT labels.id, labels.binding, labels.version, labels.tag, revisions.revision, revisions.record, revisions.png
  FROM labels LEFT JOIN revisions ON revisions.tenant = $1 AND revisions.label = ${id}
    AND revisions.revision = labels.last_revision
  WHERE NOT labels.deleted AND labels.tenant = $1`;

const sql = {
  label: { name: 'label', text: `${select('$2')} AND labels.id = $2` },
  labels: { name: 'labels', text: `${select('labels.id')} AND labels.id > $2 ORDER BY labels.id LIMIT $3` },
  revision: {
    name: 'revision',
    text: 'SELECT revision, record, png FROM revisions WHERE tenant = $1 AND label = $2 AND revision = $3',
  },
  // It can't be replaced or removed before the label is bound to it.
  layout: { text: 'SELECT version FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted FOR SHARE' },
  // The row of a deleted label stays, as its revision numbers, which are in the URLs of immutable images, are not reused.
  create: {
    text: `INSERT INTO labels (tenant, id, binding, layout, version, last_revision)
      VALUES ($1, $2, $3, $4, ${floorOf('labels')} + 1, ${floorOf('labels')})
      ON CONFLICT (tenant, id) DO UPDATE
      SET binding = excluded.binding, layout = excluded.layout, version = labels.version + 1, deleted = false, tag = NULL
      WHERE labels.deleted
      RETURNING version`,
  },
  lock: {
    text: 'SELECT version, last_revision AS last, tag FROM labels WHERE tenant = $1 AND id = $2 AND NOT deleted FOR UPDATE',
  },
  bind: { text: 'UPDATE labels SET binding = $3, layout = $4, version = version + 1 WHERE tenant = $1 AND id = $2' },
  remove: {
    text: `UPDATE labels SET deleted = true, version = version + 1, tag = NULL
      WHERE tenant = $1 AND id = $2 AND NOT deleted RETURNING 1`,
  },
  clear: { text: 'DELETE FROM revisions WHERE tenant = $1 AND label = $2' },
};

/** What the stores of all tenants share. */
export interface LabelTools {
  readonly database: Database;
  readonly writes: LabelWrites;
  /** Is to be called after each deletion. */
  readonly purge: () => Promise<void>;
}

export function createLabelTools(database: Database, written: (tenant: string, id: string) => void): LabelTools {
  const purge = createPurge(database, 'labels', 'max(greatest(version, last_revision))');
  return { database, writes: createLabelWrites(database, written), purge };
}

/** The labels of a tenant and their revisions. */
export function createLabelTable(tenant: string, { database, writes, purge }: LabelTools): LabelTable {
  /** A write in one transaction. */
  const write = <T>(id: string, work: (ask: Ask) => Promise<T>, once: Once | null = null): Promise<T | null> =>
    writes.other(tenant, wholeId(id), (until) => doOnce(database, tenant, once, () => database.transact(work, until)));
  /** The newest of a label that still is as it was seen, which stays so until the transaction ends. */
  const unchanged = async (ask: Ask, seen: StoredLabel): Promise<Newest | null> => {
    const [row] = await ask<NewestRow>(sql.lock, [tenant, seen.id]);
    const now = row && newestOf(row);
    // A label has a tag as soon as it has a content.
    const revision = now?.tag ? now.last : undefined;
    return now?.version === seen.version && revision === seen.current?.revision ? now : null;
  };
  const keep = async (ask: Ask, once: Once | null, label: StoredLabel): Promise<StoredLabel> => {
    if (once) await addAnswer(ask, tenant, once, { label: rowWithoutBytes(label) });
    return label;
  };
  const create = async (ask: Ask, id: string, binding: Binding): Promise<StoredLabel | null> => {
    const [row] = await ask<{ version: number }>(sql.create, [tenant, id, JSON.stringify(binding), binding.layout]);
    return row ? { id, binding, version: row.version, current: null, tag: null } : null;
  };
  const change = async (ask: Ask, seen: StoredLabel, binding: Binding, delivery: Delivery | null) => {
    const now = await unchanged(ask, seen);
    if (!now) return null;
    await ask(sql.bind, [tenant, seen.id, JSON.stringify(binding), binding.layout]);
    const bound = { ...seen, binding, version: seen.version + 1 };
    if (!delivery) return bound;
    return appendOne(ask, { tenant, seen: bound, delivery, once: null }, { ...now, version: bound.version });
  };
  return {
    async label(id) {
      const [row] = await database.ask<LabelRow>(sql.label, [tenant, wholeId(id)]);
      return row ? labelOf(row) : null;
    },
    async labels(after, limit) {
      const rows = await database.ask<LabelRow>(sql.labels, [tenant, wholeId(after ?? ''), limit]);
      return rows.map(labelOf);
    },
    async revision(id, revision) {
      const [row] = await database.ask<RevisionRow>(sql.revision, [tenant, wholeId(id), revision]);
      return row ? revisionOf(row) : null;
    },
    async append(seen, delivery, once = null) {
      wholeId(seen.id);
      return writes.append({ tenant, seen, delivery, once });
    },
    bind: async (id, seen, binding, delivery, layoutVersion = 0, once = null) => {
      const work = async (ask: Ask): Promise<StoredLabel | null> => {
        if (layoutVersion > 0) {
          const [layout] = await ask<{ version: number }>(sql.layout, [tenant, wholeId(binding.layout)]);
          if (layout?.version !== layoutVersion) return null;
        }
        const label = await (seen ? change(ask, seen, binding, delivery) : create(ask, id, binding));
        return label && keep(ask, once, label);
      };
      return write(id, work, once);
    },
    remember: async (seen, once) => {
      const work = async (ask: Ask) => (await unchanged(ask, seen)) && keep(ask, once, seen);
      return (await write(seen.id, work, once)) !== null;
    },
    remove: async (id) => {
      const removed = await write(id, async (ask) => {
        if ((await ask(sql.remove, [tenant, id])).length === 0) return false;
        await ask(sql.clear, [tenant, id]);
        return true;
      });
      if (removed) await purge();
      return removed!;
    },
  };
}
