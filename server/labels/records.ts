import { unavailable, requestProblem } from '../fields/problem.js';
import { attempts } from './labels.js';
import { type RecordChange, recordCapacity, type Store, type StoredRecord } from './store/index.js';

/** A kind of records whose values are of the type `T`. */
export type Kind<T> = string & { readonly of?: T };

/** Records that are read now and written together at the end. */
export interface RecordDraft {
  get<T>(kind: Kind<T>, id: string): Promise<T | null>;
  /** Null deletes. The record must have been read. */
  put<T>(kind: Kind<T>, id: string, value: T | null): void;
}

/**
 * Reads and changes records in one transaction. Repeats `work` if another request changed one of them meanwhile.
 * @throws {Problem} when the tenant has too many records, or they keep changing
 */
export async function changeRecords<T>(store: Store, work: (draft: RecordDraft) => Promise<T>): Promise<T> {
  for (let i = 0; i < attempts; i++) {
    const seen = new Map<string, StoredRecord | null>();
    const values = new Map<string, unknown>();
    const changed = new Map<string, Pick<RecordChange, 'kind' | 'id' | 'value'>>();
    const result = await work({
      async get<V>(kind: Kind<V>, id: string) {
        const key = `${kind}\0${id}`;
        if (!values.has(key)) {
          const record = await store.record(kind, id);
          // Another call may have read it meanwhile, and `put` may have changed it.
          if (values.has(key)) return values.get(key) as V | null;
          seen.set(key, record);
          values.set(key, record && JSON.parse(record.value));
        }
        return values.get(key) as V | null;
      },
      put(kind, id, value) {
        const key = `${kind}\0${id}`;
        values.set(key, value);
        changed.set(key, { kind, id, value: value && JSON.stringify(value) });
      },
    });
    const changes = [...changed].map(([key, change]) => ({ ...change, version: seen.get(key)?.version ?? 0 }));
    const outcome = changes.length === 0 ? 'changed' : await store.changeRecords(changes);
    if (outcome === 'changed') return result;
    if (outcome === 'full') {
      const limits = `at most ${recordCapacity.count} records, such as articles and deliveries, of at most ${recordCapacity.characters} characters`;
      throw requestProblem(422, 'too_costly', `Expected ${limits} but there would be more. Nothing was stored`);
    }
  }
  throw unavailable('The records keep changing. Nothing was stored', 1);
}

/** The value of a record. */
export async function recordOf<T>(store: Store, kind: Kind<T>, id: string): Promise<T | null> {
  const record = await store.record(kind, id);
  return record && (JSON.parse(record.value) as T);
}

/** Records whose ids begin with `prefix`, in the order of their ids. `total` counts all of them. */
export async function recordsOf<T>(
  store: Store,
  kind: Kind<T>,
  { prefix = '', skip = 0, limit = recordCapacity.count }: { prefix?: string; skip?: number; limit?: number } = {},
): Promise<{ readonly items: readonly T[]; readonly total: number }> {
  const items: T[] = [];
  let total = 0;
  let after: string | null = prefix;
  for (;;) {
    const page: readonly StoredRecord[] = await store.records(kind, after, 500);
    for (const { id, value } of page) {
      if (!id.startsWith(prefix)) return { items, total };
      if (total >= skip && items.length < limit) items.push(JSON.parse(value) as T);
      total++;
    }
    if (page.length < 500) return { items, total };
    after = page.at(-1)!.id;
  }
}
