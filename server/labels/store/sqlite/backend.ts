import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import {
  afterAll,
  type Backend,
  contentOf,
  type Delivery,
  type Store,
  StoreBusy,
  type StoredLabel,
  checkedId,
} from '../index.js';
import { entryOf, type LabelRow, labelOf, recordOf, recordedOf, revisionOf } from '../rows.js';
import type { NewRevision, Seen } from './tables/labels.js';
import { createSqliteLimiter } from './limiter.js';
import type { Channel } from './channel.js';
import type { Quotas } from './tables/quotas.js';

/** Bytes of the cached labels, so that updates and images need not read them. */
const cacheBytes = 16 * 1024 * 1024;
/** Approximate bytes of a label without its PNG. */
const labelBytes = 4096;

/**
 * The backend of a SQLite database; closing it closes the channel. It caches labels: results arrive in the order in which the
 * operations ran, so the last result is the newest. After a write of another process, labels are read again.
 */
export function createSqliteBackend(channel: Channel): Backend {
  const known = new LRUCache<string, StoredLabel>({
    maxSize: cacheBytes,
    sizeCalculation: ({ current }) => labelBytes + (current?.png.byteLength ?? 0),
  });
  channel.onChange(() => {
    known.clear();
  });
  const write = createWriter(channel);
  const quotas: Quotas = {
    quota: (sql, values) => channel.ask('quota', [sql, values], same),
    count: (sql, values) => write.ask('count', [sql, values], same),
  };
  return {
    store: (tenant) => createStore(checkedId(tenant), channel, write, known),
    recordTenants: (kind) => channel.ask('recordTenants', [kind], same),
    keys: () => channel.ask('keys', [], same),
    async putKey(key) {
      await write.ask('putKey', [{ ...key, id: checkedId(key.id) }], same);
    },
    limiter: (policy) => createSqliteLimiter(policy, quotas),
    async check() {
      await (write.failed() ? write.probe() : channel.ask('check', [], same));
    },
    onChange: (listener) => {
      channel.onChange(listener);
    },
    stats: () => ({}),
    close: () => channel.close(),
  };
}

/** The labels and layouts of a tenant. @param known the cached labels of all tenants */
function createStore(tenant: string, channel: Channel, write: Writer, known: LRUCache<string, StoredLabel>): Store {
  const keyOf = (id: string) => `${tenant}\0${id}`;
  /** Null removes the label: it is deleted, or has changed since it was read. */
  const cache = (id: string, label: StoredLabel | null): StoredLabel | null => {
    if (label) known.set(keyOf(id), label);
    else known.delete(keyOf(id));
    return label;
  };
  const cacheRow = (id: string) => (row: LabelRow | null) => cache(id, row && labelOf(row));
  return {
    log: {
      newest: () => channel.ask('newest', [], same),
      since: (seq, limit) =>
        channel.ask(
          'since',
          [tenant, seq, limit],
          (page) => page && { entries: page.rows.map(entryOf), next: page.next },
        ),
      unsettled: (seq, given) =>
        channel.ask('unsettled', [tenant, seq, given], ({ time, rows }) => ({ time, entries: rows.map(entryOf) })),
    },
    label: async (id) => known.get(keyOf(id)) ?? channel.ask('label', [tenant, id], cacheRow(id)),
    labels: (after, limit) => channel.ask('labels', [tenant, after ?? '', limit], (rows) => rows.map(labelOf)),
    findLabels: (filter, after, limit) => channel.ask('findLabels', [tenant, filter, after, limit], same),
    revision: (id, revision) => channel.ask('revision', [tenant, id, revision], (row) => row && revisionOf(row)),
    append: async (seen, delivery, idempotency = null) =>
      write.ask('append', [tenant, seen.id, seen.version, newRevisionOf(delivery), idempotency], (stored) => {
        if (!stored) return cache(seen.id, null);
        const { revision, tag } = stored;
        return cache(seen.id, { ...seen, current: { ...delivery.draft, revision }, tag });
      }),
    bind: async (id, seen, binding, delivery, layoutVersion = 0, idempotency = null) => {
      const bound = { binding: JSON.stringify(binding), layout: binding.layout, layoutVersion };
      if (!seen) return write.ask('create', [tenant, id, bound, idempotency], cacheRow(id));
      return write.ask(
        'change',
        [tenant, id, seenOf(seen), bound, delivery && newRevisionOf(delivery), idempotency],
        cacheRow(id),
      );
    },
    recordRequest: async (seen, idempotency) =>
      write.ask('recordRequest', [tenant, seen.id, seenOf(seen), idempotency], same),
    recorded: (key, now) => channel.ask('recorded', [tenant, key, now], (row) => row && recordedOf(row)),
    remove: (id) =>
      write.ask('remove', [tenant, id], (removed) => {
        cache(id, null);
        return removed;
      }),
    layout: (id) => channel.ask('layout', [tenant, id], same),
    layoutVersion: (id) => channel.ask('layoutVersion', [tenant, id], same),
    layoutSizes: (after, limit) => channel.ask('layoutSizes', [tenant, after ?? '', limit], same),
    putLayout: (layout, idempotency = null) => write.ask('putLayout', [tenant, layout, idempotency], same),
    layoutUses: (id) => channel.ask('layoutUses', [tenant, id], same),
    removeLayout: (id) => write.ask('removeLayout', [tenant, id], same),
    record: (kind, id) => channel.ask('record', [tenant, kind, id], same),
    records: (kind, after, limit, skip = 0) => channel.ask('records', [tenant, kind, after ?? '', limit, skip], same),
    lastRecords: (kind, before, limit) => channel.ask('lastRecords', [tenant, kind, before ?? afterAll, limit], same),
    countRecords: (kind, prefix) => channel.ask('countRecords', [tenant, kind, prefix], same),
    changeRecords: (changes) => write.ask('changeRecords', [tenant, changes, Date.now()], same),
  };
}

interface Writer extends Pick<Channel, 'ask'> {
  /** Whether a write has failed since the last probe, or writes have been refused as busy for {@link maxBusyMs}. */
  failed(): boolean;
  /** Writes as many bytes as the largest write that failed: on a full disk, a smaller one may fit. @throws if it fails */
  probe(): Promise<void>;
}

/** Milliseconds that another process may hold the file locked before the store counts as failed. */
const maxBusyMs = 2000;
/** Bytes of a probe: at least those of most updates. */
const minProbeBytes = 16 * 1024;

function createWriter(channel: Channel): Writer {
  let failedBytes = 0;
  let busySince = Infinity;
  const ask: Writer['ask'] = async (name, args, arrived) => {
    try {
      const result = await channel.ask(name, args, arrived);
      busySince = Infinity;
      return result;
    } catch (error) {
      if (error instanceof StoreBusy) busySince = Math.min(busySince, performance.now());
      else failedBytes = Math.max(failedBytes, minProbeBytes, serialize(args).length);
      throw error;
    }
  };
  return {
    ask,
    failed: () => failedBytes > 0 || performance.now() - busySince > maxBusyMs,
    async probe() {
      const bytes = Math.max(failedBytes, minProbeBytes);
      await ask('probe', [bytes], same);
      await ask('endProbe', [], same);
      // A larger write may have failed in the meantime.
      if (failedBytes <= bytes) failedBytes = 0;
    },
  };
}

function seenOf({ version, current }: StoredLabel): Seen {
  return { version, revision: current?.revision ?? null };
}

/** The bytes get a separate buffer: sending a view of a shared buffer to a thread copies all of it. */
function newRevisionOf({ draft, arrival }: Delivery): NewRevision {
  const picture = { record: recordOf(draft), png: new Uint8Array(draft.png) };
  return { picture, content: contentOf(draft), arrival };
}

function same<T>(value: T): T {
  return value;
}
