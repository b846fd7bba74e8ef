import { LRUCache } from 'lru-cache';
import { type Backend, contentOf, type Delivery, type Store, StoreBusy, type StoredLabel, wholeId } from '../index.js';
import { type LabelRow, labelOf, recordOf, rememberedOf, revisionOf } from '../rows.js';
import type { Package, Seen } from './tables/labels.js';
import { createSqliteLimiter } from './limiter.js';
import type { Line } from './line.js';
import type { Quotas } from './tables/quotas.js';

/** Bytes of the labels that are kept, so that updates and images need not ask for them. */
const keptBytes = 16 * 1024 * 1024;
/** Bytes of a label beside its PNG, roughly. */
const labelBytes = 4096;

/**
 * The backend on a line to a SQLite database; closing the backend closes the line. Labels are kept as this process has read
 * or written them last: results arrive in the order in which the database did what was asked, so the last one is the newest.
 * After another process has written, they are read again.
 */
export function createSqliteBackend(line: Line): Backend {
  const known = new LRUCache<string, StoredLabel>({
    maxSize: keptBytes,
    sizeCalculation: ({ current }) => labelBytes + (current?.png.byteLength ?? 0),
  });
  line.onChange(() => {
    known.clear();
  });
  const write = createWriter(line);
  const quotas: Quotas = {
    quota: (sql, values) => line.ask('quota', [sql, values], same),
    count: (sql, values) => line.ask('count', [sql, values], same),
  };
  return {
    store: (tenant) => createStore(wholeId(tenant), line, write, known),
    keys: () => line.ask('keys', [], same),
    async putKey(key) {
      await write.ask('putKey', [{ ...key, id: wholeId(key.id) }], same);
    },
    limiter: (policy) => createSqliteLimiter(policy, quotas),
    async check() {
      await (write.failed() ? write.ask('probe', [], same) : line.ask('check', [], same));
    },
    onChange: (listener) => {
      line.onChange(() => {
        listener('anything');
      });
    },
    stats: () => ({}),
    close: () => line.close(),
  };
}

/** The labels and layouts of a tenant. `known` are labels of all tenants. */
function createStore(tenant: string, line: Line, write: Writer, known: LRUCache<string, StoredLabel>): Store {
  const keyOf = (id: string) => `${tenant}\0${id}`;
  /** Null: the label is gone, or has changed since it was read. */
  const keep = (id: string, label: StoredLabel | null): StoredLabel | null => {
    if (label) known.set(keyOf(id), label);
    else known.delete(keyOf(id));
    return label;
  };
  const keepRow = (id: string) => (row: LabelRow | null) => keep(id, row && labelOf(row));
  return {
    label: async (id) => known.get(keyOf(id)) ?? line.ask('label', [tenant, id], keepRow(id)),
    labels: (after, limit) => line.ask('labels', [tenant, after ?? '', limit], (rows) => rows.map(labelOf)),
    revision: (id, revision) => line.ask('revision', [tenant, id, revision], (row) => row && revisionOf(row)),
    append: async (seen, delivery, once = null) =>
      write.ask('append', [tenant, seen.id, seen.version, packageOf(delivery), once], (stored) => {
        if (!stored) return keep(seen.id, null);
        const { revision, tag } = stored;
        return keep(seen.id, { ...seen, current: { ...delivery.draft, revision }, tag });
      }),
    bind: async (id, seen, binding, delivery, layoutVersion = 0, once = null) => {
      const bound = { binding: JSON.stringify(binding), layout: binding.layout, layoutVersion };
      if (!seen) return write.ask('create', [tenant, id, bound, once], keepRow(id));
      return write.ask('change', [tenant, id, seenOf(seen), bound, delivery && packageOf(delivery), once], keepRow(id));
    },
    remember: async (seen, once) => write.ask('remember', [tenant, seen.id, seenOf(seen), once], same),
    remembered: (key, now) => line.ask('remembered', [tenant, key, now], (row) => row && rememberedOf(row)),
    remove: (id) =>
      write.ask('remove', [tenant, id], (removed) => {
        keep(id, null);
        return removed;
      }),
    layout: (id) => line.ask('layout', [tenant, id], same),
    layoutVersion: (id) => line.ask('layoutVersion', [tenant, id], same),
    layoutSizes: (after, limit) => line.ask('layoutSizes', [tenant, after ?? '', limit], same),
    putLayout: (layout, once = null) => write.ask('putLayout', [tenant, layout, once], same),
    layoutUses: (id) => line.ask('layoutUses', [tenant, id], same),
    removeLayout: (id) => write.ask('removeLayout', [tenant, id], same),
  };
}

interface Writer extends Pick<Line, 'ask'> {
  /** Whether the last write failed. One that was refused because the file is locked says nothing of the disk. */
  failed(): boolean;
}

function createWriter(line: Line): Writer {
  let failed = false;
  return {
    failed: () => failed,
    async ask(name, args, arrived) {
      try {
        const result = await line.ask(name, args, arrived);
        failed = false;
        return result;
      } catch (error) {
        failed ||= !(error instanceof StoreBusy);
        throw error;
      }
    },
  };
}

function seenOf({ version, current }: StoredLabel): Seen {
  return { version, revision: current?.revision ?? null };
}

/** The bytes get a buffer of their own: to send a part of a shared one to a thread sends all of it. */
function packageOf({ draft, arrival }: Delivery): Package {
  const picture = { record: recordOf(draft), png: new Uint8Array(draft.png) };
  return { picture, content: contentOf(draft), arrival };
}

function same<T>(value: T): T {
  return value;
}
