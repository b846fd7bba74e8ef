import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type LayoutPut,
  type LayoutSize,
  type LayoutRemoval,
  layoutRoom,
  type Store,
  type StoredLayout,
  wholeId,
} from './index.js';

/** Runs `work` in a transaction. @throws {StoreBusy} when another process writes for too long */
export type Transaction = <T>(work: () => T) => T;

interface LayoutTable {
  readonly methods: Pick<Store, 'layout' | 'layoutVersion' | 'layoutSizes' | 'putLayout' | 'removeLayout'>;
  /** The version of a layout; may be called within a transaction. */
  versionOf(id: string): number | null;
}

/** The layouts in the database. */
export function createLayoutTable(database: DatabaseSyncInstance, transaction: Transaction): LayoutTable {
  const select = 'SELECT id, version, document, updated_at FROM layouts WHERE deleted = 0';
  const sql = {
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
      `INSERT INTO layouts (id, version, document, updated_at) VALUES (?, 1, ?, ?) ON CONFLICT (id) DO UPDATE
       SET version = version + 1, document = excluded.document, updated_at = excluded.updated_at, deleted = 0`,
    ),
    remove: database.prepare("UPDATE layouts SET deleted = 1, document = '' WHERE id = ? AND deleted = 0"),
    bound: database.prepare(
      "SELECT count(*) AS count, min(id) AS first FROM labels WHERE deleted = 0 AND binding ->> '$.layout' = ?",
    ),
  };
  const read = (id: string) => (sql.layout.get(wholeId(id)) as StoredLayout | undefined) ?? null;
  const versionOf = (id: string) => (sql.version.get(wholeId(id)) as { version: number } | undefined)?.version ?? null;
  const put = ({ id, document, updated_at }: Omit<StoredLayout, 'version'>): LayoutPut => {
    const known = read(id);
    if (known?.document === document) return { kind: 'same', layout: known };
    const others = sql.others.get(id) as { count: number; bytes: number };
    const bytes = others.bytes + Buffer.byteLength(document);
    if (others.count >= layoutRoom.count || bytes > layoutRoom.bytes) return { kind: 'full' };
    sql.put.run(id, document, updated_at);
    return { kind: known ? 'replaced' : 'created', layout: read(id)! };
  };
  const remove = (id: string): LayoutRemoval => {
    if (versionOf(id) === null) return { kind: 'absent' };
    const { count, first } = sql.bound.get(id) as { count: number; first: string | null };
    if (first !== null) return { kind: 'bound', count, first };
    sql.remove.run(id);
    return { kind: 'removed' };
  };

  /* eslint-disable @typescript-eslint/require-await -- the contract is asynchronous, SQLite is not */
  return {
    versionOf,
    methods: {
      layout: async (id) => read(id),
      layoutVersion: async (id) => versionOf(id),
      layoutSizes: async (after, limit) => sql.sizes.all(wholeId(after ?? ''), limit) as LayoutSize[],
      putLayout: async (layout) => transaction(() => put(layout)),
      removeLayout: async (id) => transaction(() => remove(id)),
    },
  };
  /* eslint-enable @typescript-eslint/require-await */
}
