import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type LayoutPut,
  type LayoutRemoval,
  layoutCapacity,
  type LayoutSize,
  type IdempotencyRecord,
  type StoredLayout,
  checkedId,
} from '../../index.js';
import type { Answers } from './answers.js';
import type { LogWriter } from './log.js';
import { createPurge, floorOf } from './tombstones.js';

function prepareStatements(database: DatabaseSyncInstance) {
  const select = 'SELECT id, version, document, updated_at FROM layouts WHERE deleted = 0 AND tenant = ?';
  return {
    layout: database.prepare(`${select} AND id = ?`),
    version: database.prepare('SELECT version FROM layouts WHERE tenant = ? AND id = ? AND deleted = 0'),
    sizes: database.prepare(
      `SELECT id, octet_length(document) AS bytes FROM layouts
       WHERE deleted = 0 AND tenant = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    others: database.prepare(
      `SELECT count(*) AS count, coalesce(sum(octet_length(document)), 0) AS bytes FROM layouts
       WHERE deleted = 0 AND tenant = ? AND id <> ?`,
    ),
    // A deleted layout keeps its row without the document, as its versions are never reused.
    put: database.prepare(
      `INSERT INTO layouts (tenant, id, version, document, updated_at) VALUES (?, ?, ${floorOf('layouts')} + 1, ?, ?)
       ON CONFLICT (tenant, id) DO UPDATE
       SET version = version + 1, document = excluded.document, updated_at = excluded.updated_at, deleted = 0`,
    ),
    remove: database.prepare(
      "UPDATE layouts SET deleted = 1, document = '' WHERE tenant = ? AND id = ? AND deleted = 0",
    ),
    bound: database.prepare(
      `SELECT count(*) AS count, min(id) AS first FROM labels
       WHERE deleted = 0 AND tenant = ? AND binding ->> '$.layout' = ?`,
    ),
  };
}

/** The layouts of all tenants in the database, see `Store`. */
export function createLayoutTable(database: DatabaseSyncInstance, answers: Answers, log: LogWriter) {
  const sql = prepareStatements(database);
  const purge = createPurge(database, 'layouts', ['version']);
  const layout = (tenant: string, id: string) =>
    (sql.layout.get(tenant, checkedId(id)) as StoredLayout | undefined) ?? null;
  const layoutVersion = (tenant: string, id: string) =>
    (sql.version.get(tenant, checkedId(id)) as { version: number } | undefined)?.version ?? null;
  const put = (tenant: string, { id, document, updated_at }: Omit<StoredLayout, 'version'>): LayoutPut => {
    const known = layout(tenant, id);
    if (known?.document === document) return { kind: 'same', layout: known };
    const others = sql.others.get(tenant, id) as { count: number; bytes: number };
    const bytes = others.bytes + Buffer.byteLength(document);
    if (others.count >= layoutCapacity.count || bytes > layoutCapacity.bytes) return { kind: 'full' };
    sql.put.run(tenant, id, document, updated_at);
    log.append(tenant, { at: Date.now(), kind: 'layout', id });
    return { kind: known ? 'replaced' : 'created', layout: layout(tenant, id)! };
  };
  const boundTo = (tenant: string, id: string) =>
    sql.bound.get(tenant, checkedId(id)) as { count: number; first: string | null };
  return {
    layout,
    layoutVersion,
    layoutUses: (tenant: string, id: string) => boundTo(tenant, id).count,
    layoutSizes: (tenant: string, after: string, limit: number) =>
      sql.sizes.all(tenant, checkedId(after), limit) as LayoutSize[],
    putLayout(tenant: string, given: Omit<StoredLayout, 'version'>, idempotency: IdempotencyRecord | null): LayoutPut {
      if (answers.has(tenant, idempotency)) return { kind: 'repeated' };
      const stored = put(tenant, given);
      if (idempotency && 'layout' in stored) {
        const { version, updated_at } = stored.layout;
        answers.add(tenant, idempotency, { layout: { kind: stored.kind, version, updated_at } });
      }
      return stored;
    },
    removeLayout(tenant: string, id: string): LayoutRemoval {
      if (layoutVersion(tenant, id) === null) return { kind: 'absent' };
      const { count, first } = boundTo(tenant, id);
      if (first !== null) return { kind: 'bound', count, first };
      sql.remove.run(tenant, id);
      log.append(tenant, { at: Date.now(), kind: 'layout', id });
      purge();
      return { kind: 'removed' };
    },
  };
}
