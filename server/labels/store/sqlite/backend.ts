import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { type Backend, StoreBusy, type StoredLabel, checkedId } from '../index.js';
import { entryOf } from '../rows.js';
import { createStore, newRevisionOf, type RunOperation, same, type StoreTools } from '../store.js';
import { createSqliteLimiter } from './limiter.js';
import type { Channel } from './channel.js';
import type { Quotas } from './quotas.js';

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
  const toolsOf = (tenant: string): StoreTools => {
    const keyOf = (id: string) => `${tenant}\0${id}`;
    const cache: StoreTools['cache'] = {
      get: (id) => known.get(keyOf(id)),
      set(id, label) {
        if (label) known.set(keyOf(id), label);
        else known.delete(keyOf(id));
      },
    };
    return {
      read: (...call) => (channel.ask as RunOperation)(...call),
      write: (_label, ...call) => (write.ask as RunOperation)(...call),
      cache,
      log: {
        newest: () => channel.ask('newest', [], same),
        since: (seq, limit) =>
          channel.ask(
            'since',
            [tenant, seq, limit],
            (page) => page && { entries: page.rows.map(entryOf), next: page.next },
          ),
      },
      append: (seen, delivery, idempotency) =>
        write.ask('append', [tenant, seen.id, seen.version, newRevisionOf(delivery), idempotency], (stored) => {
          const label = stored && {
            ...seen,
            current: { ...delivery.draft, revision: stored.revision },
            tag: stored.tag,
          };
          cache.set(seen.id, label);
          return label;
        }),
    };
  };
  return {
    store: (tenant) => createStore(checkedId(tenant), toolsOf(tenant)),
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
