import {
  type LayoutPut,
  type LayoutRemoval,
  layoutRoom,
  type LayoutSize,
  type Once,
  type Store,
  type StoredLayout,
  wholeId,
} from '../../index.js';
import { addAnswer, doOnce, findAnswer } from './answers.js';
import { type Ask, type Database, lockSpace } from '../database.js';
import { createPurge, floorOf } from './tombstones.js';
import { createTurns, type Turns } from '../turns.js';

/** What the store does with the layouts of a tenant. */
export type LayoutTable = Pick<
  Store,
  'layout' | 'layoutVersion' | 'layoutSizes' | 'layoutUses' | 'putLayout' | 'removeLayout'
>;

const select = 'SELECT id, version, document, updated_at FROM layouts WHERE NOT deleted AND tenant = $1';

const sql = {
  layout: { name: 'layout', text: `${select} AND id = $2` },
  version: {
    name: 'layout_version',
    text: 'SELECT version FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted',
  },
  sizes: {
    text: `SELECT id, octet_length(document) AS bytes FROM layouts
      WHERE NOT deleted AND tenant = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  // Those of a tenant are changed one after the other, as they share their room.
  lock: { text: `SELECT pg_advisory_xact_lock(${lockSpace} + 1, hashtext($1))` },
  others: {
    text: `SELECT count(*) AS count, coalesce(sum(octet_length(document)), 0)::bigint AS bytes FROM layouts
      WHERE NOT deleted AND tenant = $1 AND id <> $2`,
  },
  // The row of a deleted layout stays without its document, as its versions are not reused.
  put: {
    text: `INSERT INTO layouts (tenant, id, version, document, updated_at)
      VALUES ($1, $2, ${floorOf('layouts')} + 1, $3, $4)
      ON CONFLICT (tenant, id) DO UPDATE
      SET version = layouts.version + 1, document = excluded.document, updated_at = excluded.updated_at, deleted = false
      RETURNING id, version, document, updated_at`,
  },
  // Nobody can be bound to it meanwhile.
  lockOne: { text: 'SELECT 1 FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted FOR UPDATE' },
  bound: {
    text: 'SELECT count(*) AS count, min(id) AS first FROM labels WHERE NOT deleted AND tenant = $1 AND layout = $2',
  },
  remove: { text: "UPDATE layouts SET deleted = true, document = '' WHERE tenant = $1 AND id = $2" },
};

/** What the stores of all tenants share. */
export interface LayoutTools {
  readonly database: Database;
  /** By tenant. */
  readonly turns: Turns;
  /** Is to be called after each deletion. */
  readonly purge: () => Promise<void>;
}

export function createLayoutTools(database: Database): LayoutTools {
  return { database, turns: createTurns(), purge: createPurge(database, 'layouts', 'max(version)') };
}

/** The layouts of a tenant. */
export function createLayoutTable(tenant: string, { database, turns, purge }: LayoutTools): LayoutTable {
  const layout = async (ask: Ask, id: string): Promise<StoredLayout | null> =>
    (await ask<StoredLayout>(sql.layout, [tenant, id]))[0] ?? null;
  const put = async (ask: Ask, given: Omit<StoredLayout, 'version'>): Promise<LayoutPut> => {
    const { id, document, updated_at } = given;
    await ask(sql.lock, [tenant]);
    const known = await layout(ask, id);
    if (known?.document === document) return { kind: 'same', layout: known };
    const [others] = await ask<{ count: number; bytes: number }>(sql.others, [tenant, id]);
    const bytes = others!.bytes + Buffer.byteLength(document);
    if (others!.count >= layoutRoom.count || bytes > layoutRoom.bytes) return { kind: 'full' };
    const [stored] = await ask<StoredLayout>(sql.put, [tenant, id, document, updated_at]);
    return { kind: known ? 'replaced' : 'created', layout: stored! };
  };
  const putOnce = async (ask: Ask, given: Omit<StoredLayout, 'version'>, once: Once): Promise<LayoutPut> => {
    if (await findAnswer(ask, tenant, once.key, once.at)) return { kind: 'repeated' };
    const stored = await put(ask, given);
    if (!('layout' in stored)) return stored;
    const { version, updated_at } = stored.layout;
    await addAnswer(ask, tenant, once, { layout: { kind: stored.kind, version, updated_at } });
    return stored;
  };
  const boundTo = async (ask: Ask, id: string) => {
    const [bound] = await ask<{ count: number; first: string | null }>(sql.bound, [tenant, id]);
    return bound!;
  };
  const remove = async (ask: Ask, id: string): Promise<LayoutRemoval> => {
    await ask(sql.lock, [tenant]);
    if ((await ask(sql.lockOne, [tenant, id])).length === 0) return { kind: 'absent' };
    const { count, first } = await boundTo(ask, id);
    if (first !== null) return { kind: 'bound', count, first };
    await ask(sql.remove, [tenant, id]);
    return { kind: 'removed' };
  };
  return {
    layout: async (id) => layout(database.ask, wholeId(id)),
    async layoutVersion(id) {
      const [row] = await database.ask<{ version: number }>(sql.version, [tenant, wholeId(id)]);
      return row?.version ?? null;
    },
    layoutSizes: async (after, limit) => database.ask<LayoutSize>(sql.sizes, [tenant, wholeId(after ?? ''), limit]),
    async putLayout(given, once = null) {
      wholeId(given.id);
      const work = (ask: Ask) => (once ? putOnce(ask, given, once) : put(ask, given));
      const result = await turns.take(tenant, (until) =>
        doOnce(database, tenant, once, () => database.transact(work, until)),
      );
      return result ?? { kind: 'repeated' };
    },
    layoutUses: async (id) => (await boundTo(database.ask, wholeId(id))).count,
    async removeLayout(id) {
      wholeId(id);
      const removal = await turns.take(tenant, (until) => database.transact((ask) => remove(ask, id), until));
      if (removal.kind === 'removed') await purge();
      return removal;
    },
  };
}
