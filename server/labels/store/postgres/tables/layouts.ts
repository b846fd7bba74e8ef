import {
  type LayoutPut,
  type LayoutRemoval,
  layoutCapacity,
  type LayoutSize,
  type IdempotencyRecord,
  type Store,
  type StoredLayout,
  checkedId,
} from '../../index.js';
import { addAnswer, doOnce, findAnswer } from './answers.js';
import { type Ask, type Database, lockSpace } from '../database.js';
import { addEntry } from './log.js';
import { createPurge, floorOf } from './tombstones.js';
import { type Turns } from '../turns.js';

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
  // Layouts of a tenant share a capacity, so they are changed one after the other.
  lock: { text: `SELECT pg_advisory_xact_lock(${lockSpace} + 1, hashtext($1))` },
  others: {
    text: `SELECT count(*) AS count, coalesce(sum(octet_length(document)), 0)::bigint AS bytes FROM layouts
      WHERE NOT deleted AND tenant = $1 AND id <> $2`,
  },
  // A deleted layout keeps its row without the document, as its versions are never reused.
  put: {
    text: `INSERT INTO layouts (tenant, id, version, document, updated_at)
      VALUES ($1, $2, ${floorOf('layouts')} + 1, $3, $4)
      ON CONFLICT (tenant, id) DO UPDATE
      SET version = layouts.version + 1, document = excluded.document, updated_at = excluded.updated_at, deleted = false
      RETURNING id, version, document, updated_at`,
  },
  // No label can be bound to it until the transaction ends.
  lockOne: { text: 'SELECT 1 FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted FOR UPDATE' },
  bound: {
    text: 'SELECT count(*) AS count, min(id) AS first FROM labels WHERE NOT deleted AND tenant = $1 AND layout = $2',
  },
  remove: { text: "UPDATE layouts SET deleted = true, document = '' WHERE tenant = $1 AND id = $2" },
};

/** Purges the rows of deleted layouts of all tenants. */
export const createLayoutPurge = (database: Database) => createPurge(database, 'layouts', 'max(version)');

const layout = async (ask: Ask, tenant: string, id: string): Promise<StoredLayout | null> =>
  (await ask<StoredLayout>(sql.layout, [tenant, id]))[0] ?? null;

async function put(ask: Ask, tenant: string, given: Omit<StoredLayout, 'version'>): Promise<LayoutPut> {
  const { id, document, updated_at } = given;
  await ask(sql.lock, [tenant]);
  const known = await layout(ask, tenant, id);
  if (known?.document === document) return { kind: 'same', layout: known };
  const [others] = await ask<{ count: number; bytes: number }>(sql.others, [tenant, id]);
  const bytes = others!.bytes + Buffer.byteLength(document);
  if (others!.count >= layoutCapacity.count || bytes > layoutCapacity.bytes) return { kind: 'full' };
  const [stored] = await ask<StoredLayout>(sql.put, [tenant, id, document, updated_at]);
  await addEntry(ask, tenant, { kind: 'layout', id });
  return { kind: known ? 'replaced' : 'created', layout: stored! };
}

/** The layouts of a tenant. @param turns of the writers of each tenant */
export function createLayoutTable(
  tenant: string,
  database: Database,
  turns: Turns,
  purge: () => Promise<void>,
): Pick<Store, 'layout' | 'layoutVersion' | 'layoutSizes' | 'layoutUses' | 'putLayout' | 'removeLayout'> {
  const putOnce = async (
    ask: Ask,
    given: Omit<StoredLayout, 'version'>,
    idempotency: IdempotencyRecord,
  ): Promise<LayoutPut> => {
    if (await findAnswer(ask, tenant, idempotency.key, idempotency.at)) return { kind: 'repeated' };
    const stored = await put(ask, tenant, given);
    if (!('layout' in stored)) return stored;
    const { version, updated_at } = stored.layout;
    await addAnswer(ask, tenant, idempotency, { layout: { kind: stored.kind, version, updated_at } });
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
    await addEntry(ask, tenant, { kind: 'layout', id });
    return { kind: 'removed' };
  };
  return {
    layout: async (id) => layout(database.ask, tenant, checkedId(id)),
    async layoutVersion(id) {
      const [row] = await database.ask<{ version: number }>(sql.version, [tenant, checkedId(id)]);
      return row?.version ?? null;
    },
    layoutSizes: async (after, limit) => database.ask<LayoutSize>(sql.sizes, [tenant, checkedId(after ?? ''), limit]),
    async putLayout(given, idempotency = null) {
      checkedId(given.id);
      const work = (ask: Ask) => (idempotency ? putOnce(ask, given, idempotency) : put(ask, tenant, given));
      const result = await turns.take(tenant, (until) =>
        doOnce(database, tenant, idempotency, () => database.transact(work, until)),
      );
      return result ?? { kind: 'repeated' };
    },
    layoutUses: async (id) => (await boundTo(database.ask, checkedId(id))).count,
    async removeLayout(id) {
      checkedId(id);
      const removal = await turns.take(tenant, (until) => database.transact((ask) => remove(ask, id), until));
      if (removal.kind === 'removed') await purge();
      return removal;
    },
  };
}
