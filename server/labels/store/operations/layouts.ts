import {
  checkedId,
  type IdempotencyRecord,
  layoutCapacity,
  type LayoutPut,
  type LayoutRemoval,
  type LayoutSize,
  type StoredLayout,
} from '../index.js';
import type { Answers } from './answers.js';
import type { LogOperations } from './log.js';
import { ask, type Dialect, first, type Operation } from './operation.js';
import { createPurge, floorOf } from './tombstones.js';

function statementsIn({ isSerial, live, member, lockAll }: Dialect) {
  const columns = 'id, version, document, updated_at';
  const one = 'FROM layouts WHERE tenant = $1 AND id = $2 AND NOT deleted';
  return {
    layout: { name: 'layout', text: `SELECT ${columns} ${one}` },
    version: { name: 'layout_version', text: `SELECT version ${one}` },
    sizes: {
      text: `SELECT id, octet_length(document) AS bytes FROM layouts
        WHERE NOT deleted AND tenant = $1 AND id > $2 ORDER BY id LIMIT $3`,
    },
    // Layouts of a tenant share a capacity, so they are changed one after the other.
    lock: { text: lockAll('layouts') },
    others: {
      text: `SELECT count(*) AS count, CAST(coalesce(sum(octet_length(document)), 0) AS bigint) AS bytes FROM layouts
        WHERE NOT deleted AND tenant = $1 AND id <> $2`,
    },
    // A deleted layout keeps its row without the document, as its versions are never reused.
    put: {
      text: `INSERT INTO layouts (tenant, id, version, document, updated_at)
        VALUES ($1, $2, ${floorOf('layouts')} + 1, $3, $4)
        ON CONFLICT (tenant, id) DO UPDATE
        SET version = layouts.version + 1, document = excluded.document, updated_at = excluded.updated_at, deleted = false
        RETURNING ${columns}`,
    },
    // No label can be bound to it until the transaction ends.
    lockOne: { text: `SELECT 1 ${one}${isSerial ? '' : ' FOR UPDATE'}` },
    bound: {
      text: `SELECT count(*) AS count, min(id) AS first FROM labels
        WHERE ${live} AND tenant = $1 AND ${member('layout')} = $2`,
    },
    remove: { text: "UPDATE layouts SET deleted = true, document = '' WHERE tenant = $1 AND id = $2" },
  };
}

/** The layouts of all tenants, see `Store`. */
export function createLayoutOperations(dialect: Dialect, answers: Answers, log: LogOperations) {
  const sql = statementsIn(dialect);
  const purge = createPurge(dialect, 'layouts', 'version');
  const layout = (tenant: string, id: string) => first<StoredLayout>(sql.layout, [tenant, checkedId(id)]);
  function* put(tenant: string, { id, document, updated_at }: Omit<StoredLayout, 'version'>): Operation<LayoutPut> {
    const before = yield* layout(tenant, id);
    if (before?.document === document) return { kind: 'same', layout: before };
    const others = (yield* first<{ count: number; bytes: number }>(sql.others, [tenant, id]))!;
    const bytes = others.bytes + Buffer.byteLength(document);
    if (others.count >= layoutCapacity.count || bytes > layoutCapacity.bytes) return { kind: 'full' };
    const stored = (yield* first<StoredLayout>(sql.put, [tenant, id, document, updated_at]))!;
    yield* log.append(tenant, { kind: 'layout', id });
    return { kind: before ? 'replaced' : 'created', layout: stored };
  }
  function* boundTo(tenant: string, id: string) {
    return (yield* first<{ count: number; first: string | null }>(sql.bound, [tenant, checkedId(id)]))!;
  }
  return {
    purge,
    layout,
    *layoutVersion(tenant: string, id: string): Operation<number | null> {
      return (yield* first<{ version: number }>(sql.version, [tenant, checkedId(id)]))?.version ?? null;
    },
    layoutSizes: (tenant: string, after: string, limit: number) =>
      ask<LayoutSize>(sql.sizes, [tenant, checkedId(after), limit]),
    *layoutUses(tenant: string, id: string): Operation<number> {
      return (yield* boundTo(tenant, id)).count;
    },
    *putLayout(
      tenant: string,
      given: Omit<StoredLayout, 'version'>,
      idempotency: IdempotencyRecord | null,
    ): Operation<LayoutPut> {
      if (sql.lock.text) yield* ask(sql.lock, [tenant]);
      if (yield* answers.has(tenant, idempotency)) return { kind: 'repeated' };
      const stored = yield* put(tenant, given);
      if (!('layout' in stored)) return stored;
      const { version, updated_at } = stored.layout;
      yield* answers.add(tenant, idempotency, { layout: { kind: stored.kind, version, updated_at } });
      return stored;
    },
    *removeLayout(tenant: string, id: string): Operation<LayoutRemoval> {
      if (sql.lock.text) yield* ask(sql.lock, [tenant]);
      if (!(yield* first(sql.lockOne, [tenant, checkedId(id)]))) return { kind: 'absent' };
      const { count, first: label } = yield* boundTo(tenant, id);
      if (label !== null) return { kind: 'bound', count, first: label };
      yield* ask(sql.remove, [tenant, id]);
      yield* log.append(tenant, { kind: 'layout', id });
      if (dialect.isSerial) yield* purge.run();
      return { kind: 'removed' };
    },
  };
}
