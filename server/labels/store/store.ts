import { afterAll, checkedId, contentOf, type Delivery, type Store, type StoredLabel } from './index.js';
import type { NewRevision, Seen } from './operations/labels.js';
import type { OperationName, Operations, Results } from './operations/index.js';
import { entryOf, type LabelRow, labelOf, recordedOf, recordOf, revisionOf } from './rows.js';

/** Runs an operation, and resolves with the result of `arrived`, which is called in the order of the results. */
export type RunOperation = <Name extends OperationName, T>(
  name: Name,
  args: Parameters<Operations[Name]>,
  arrived: (result: Results[Name]) => T,
) => Promise<T>;

/** Runs a write. @param label the id of the label that it changes; null: it changes none */
export type RunWrite = <Name extends OperationName, T>(
  label: string | null,
  name: Name,
  args: Parameters<Operations[Name]>,
  arrived: (result: Results[Name]) => T,
) => Promise<T>;

export interface LabelCache {
  get(id: string): StoredLabel | undefined;
  /** Null removes the label: it is deleted, or has changed since it was read. */
  set(id: string, label: StoredLabel | null): void;
}

/** What backends do in their own ways. */
export interface StoreTools {
  readonly read: RunOperation;
  readonly write: RunWrite;
  readonly log: Pick<Store['log'], 'newest' | 'since'>;
  readonly append: (...update: Required<Parameters<Store['append']>>) => ReturnType<Store['append']>;
  readonly cache?: LabelCache;
}

export function createStore(tenant: string, { read, write, log, append, cache }: StoreTools): Store {
  const keep = (id: string) => (row: LabelRow | null) => {
    const label = row && labelOf(row);
    cache?.set(id, label);
    return label;
  };
  return {
    log: {
      ...log,
      unsettled: (seq, given) =>
        read('unsettled', [tenant, seq, given], ({ time, rows }) => ({ time, entries: rows.map(entryOf) })),
    },
    label: async (id) => cache?.get(id) ?? read('label', [tenant, id], keep(id)),
    labels: (after, limit) => read('labels', [tenant, after ?? '', limit], (rows) => rows.map(labelOf)),
    findLabels: (filter, after, limit) => read('findLabels', [tenant, filter, after, limit], same),
    revision: (id, revision) => read('revision', [tenant, id, revision], (row) => row && revisionOf(row)),
    append: async (seen, delivery, idempotency = null) => {
      checkedId(seen.id);
      return append(seen, delivery, idempotency);
    },
    bind: async (id, seen, binding, delivery, layoutVersion = 0, idempotency = null) => {
      const bound = { binding: JSON.stringify(binding), layout: binding.layout, layoutVersion };
      if (!seen) return write(id, 'create', [tenant, id, bound, idempotency], keep(id));
      const sent = delivery && newRevisionOf(delivery);
      return write(id, 'change', [tenant, id, seenOf(seen), bound, sent, idempotency], keep(id));
    },
    recordRequest: async (seen, idempotency) =>
      write(seen.id, 'recordRequest', [tenant, seen.id, seenOf(seen), idempotency], same),
    recorded: (key, now) => read('recorded', [tenant, key, now], (row) => row && recordedOf(row)),
    remove: (id) =>
      write(id, 'remove', [tenant, id], (removed) => {
        cache?.set(id, null);
        return removed;
      }),
    layout: (id) => read('layout', [tenant, id], same),
    layoutVersion: (id) => read('layoutVersion', [tenant, id], same),
    layoutSizes: (after, limit) => read('layoutSizes', [tenant, after ?? '', limit], same),
    putLayout: (layout, idempotency = null) => write(null, 'putLayout', [tenant, layout, idempotency], same),
    layoutUses: (id) => read('layoutUses', [tenant, id], same),
    removeLayout: (id) => write(null, 'removeLayout', [tenant, id], same),
    record: (kind, id) => read('record', [tenant, kind, id], same),
    records: (kind, after, limit, skip = 0) => read('records', [tenant, kind, after ?? '', limit, skip], same),
    lastRecords: (kind, before, limit) => read('lastRecords', [tenant, kind, before ?? afterAll, limit], same),
    countRecords: (kind, prefix) => read('countRecords', [tenant, kind, prefix], same),
    changeRecords: (changes) => write(null, 'changeRecords', [tenant, changes, Date.now()], same),
  };
}

function seenOf({ version, current }: StoredLabel): Seen {
  return { version, revision: current?.revision ?? null };
}

/** The bytes get a separate buffer: sending a view of a shared buffer to a thread copies all of it. */
export function newRevisionOf({ draft, arrival }: Delivery): NewRevision {
  const picture = { record: recordOf(draft), png: new Uint8Array(draft.png) };
  return { picture, content: contentOf(draft), arrival };
}

export function same<T>(value: T): T {
  return value;
}
