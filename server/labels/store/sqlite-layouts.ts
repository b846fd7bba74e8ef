import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type LayoutPut,
  type LayoutRemoval,
  layoutRoom,
  type LayoutSize,
  type StoredLayout,
  wholeId,
} from './index.js';
import { createPurge, floorOf } from './tombstones.js';

/** What the store does with layouts, see `Store`. */
export interface LayoutTable {
  layout(id: string): StoredLayout | null;
  layoutVersion(id: string): number | null;
  layoutSizes(after: string, limit: number): readonly LayoutSize[];
  putLayout(layout: Omit<StoredLayout, 'version'>): LayoutPut;
  removeLayout(id: string): LayoutRemoval;
}

function prepareStatements(database: DatabaseSyncInstance) {
  const select = 'SELECT id, version, document, updated_at FROM layouts WHERE deleted = 0';
  return {
    layout: database.prepare(`${select} AND id = ?`),
    version: database.prepare('SELECT version FROM layouts WHERE id = ? AND deleted = 0'),
    sizes: database.prepare(
      'SELECT id, octet_length(document) AS bytes FROM layouts WHERE deleted = 0 AND id > ? ORDER BY id LIMIT ?',
    ),
    others: database.prepare(
      'SELECT count(*) AS count, coalesce(sum(octet_length(document)), 0) AS bytes FROM layouts WHERE deleted = 0 AND id <> ?',
    ),
    // The row of a deleted layout stays without its document, as its versions are not reused.
    put: database.prepare(
      `INSERT INTO layouts (id, version, document, updated_at) VALUES (?, ${floorOf('layouts')} + 1, ?, ?)
       ON CONFLICT (id) DO UPDATE
       SET version = version + 1, document = excluded.document, updated_at = excluded.updated_at, deleted = 0`,
    ),
    remove: database.prepare("UPDATE layouts SET deleted = 1, document = '' WHERE id = ? AND deleted = 0"),
    bound: database.prepare(
      "SELECT count(*) AS count, min(id) AS first FROM labels WHERE deleted = 0 AND binding ->> '$.layout' = ?",
    ),
  };
}

/** The layouts in the database. */
export function createLayoutTable(database: DatabaseSyncInstance): LayoutTable {
  const sql = prepareStatements(database);
  const purge = createPurge(database, 'layouts', ['version']);
  const layout = (id: string) => (sql.layout.get(wholeId(id)) as StoredLayout | undefined) ?? null;
  const layoutVersion = (id: string) =>
    (sql.version.get(wholeId(id)) as { version: number } | undefined)?.version ?? null;
  return {
    layout,
    layoutVersion,
    layoutSizes: (after, limit) => sql.sizes.all(wholeId(after), limit) as LayoutSize[],
    putLayout({ id, document, updated_at }) {
      const known = layout(id);
      if (known?.document === document) return { kind: 'same', layout: known };
      const others = sql.others.get(id) as { count: number; bytes: number };
      const bytes = others.bytes + Buffer.byteLength(document);
      if (others.count >= layoutRoom.count || bytes > layoutRoom.bytes) return { kind: 'full' };
      sql.put.run(id, document, updated_at);
      return { kind: known ? 'replaced' : 'created', layout: layout(id)! };
    },
    removeLayout(id) {
      if (layoutVersion(id) === null) return { kind: 'absent' };
      const { count, first } = sql.bound.get(id) as { count: number; first: string | null };
      if (first !== null) return { kind: 'bound', count, first };
      sql.remove.run(id);
      purge();
      return { kind: 'removed' };
    },
  };
}
