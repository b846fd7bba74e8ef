import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { createHealth } from '../health.js';
import { type Backend, type StoredLabel, checkedId } from '../index.js';
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
  const health = createHealth(async (bytes) => {
    await channel.ask('probe', [bytes], same);
    await channel.ask('endProbe', [], same);
  });
  const write: Channel['ask'] = (name, args, arrived) =>
    health.watch('write', () => serialize(args).length, channel.ask(name, args, arrived));
  const quotas: Quotas = {
    quota: (sql, values) => channel.ask('quota', [sql, values], same),
    count: (sql, values) => write('count', [sql, values], same),
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
      write: (_label, ...call) => (write as RunOperation)(...call),
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
        write('append', [tenant, seen.id, seen.version, newRevisionOf(delivery), idempotency], (stored) => {
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
      await write('putKey', [{ ...key, id: checkedId(key.id) }], same);
    },
    limiter: (policy) => createSqliteLimiter(policy, quotas),
    async check() {
      await (health.mayFail() ? health.probe() : channel.ask('check', [], same));
    },
    onChange: (listener) => {
      channel.onChange(listener);
    },
    stats: () => ({}),
    close: () => channel.close(),
  };
}
