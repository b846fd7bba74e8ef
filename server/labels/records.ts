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
          const record = await rowOf(store, kind, id);
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

/** The row of a record: none has an id with the character NUL, which stores refuse. */
function rowOf(store: Store, kind: string, id: string): Promise<StoredRecord | null> {
  return id.includes('\0') ? Promise.resolve(null) : store.record(kind, id);
}

export async function recordOf<T>(store: Store, kind: Kind<T>, id: string): Promise<T | null> {
  const record = await rowOf(store, kind, id);
  return record && (JSON.parse(record.value) as T);
}

/** Which records of a kind to read: those whose ids begin with `prefix`. */
export interface RecordRange {
  readonly prefix?: string;
  readonly skip?: number;
  readonly limit?: number;
}

/** Records per read. */
const maxPage = 100;

/** Rows of records in the order of their ids. Reads a page at a time, so that a list of any length takes little memory. */
export async function* eachRow(
  store: Store,
  kind: string,
  { prefix = '', skip = 0, limit = Infinity }: RecordRange = {},
): AsyncGenerator<StoredRecord, void> {
  let [last, left, skipped] = [prefix, limit, skip];
  while (left > 0) {
    const page = await store.records(kind, last, Math.min(left, maxPage), skipped);
    for (const row of page) {
      if (!row.id.startsWith(prefix)) return;
      yield row;
    }
    if (page.length === 0) return;
    [last, left, skipped] = [page.at(-1)!.id, left - page.length, 0];
  }
}

/** The values of records in the order of their ids, each parsed when it is wanted. */
export async function* eachRecord<T>(store: Store, kind: Kind<T>, range?: RecordRange): AsyncGenerator<T, void> {
  for await (const { value } of eachRow(store, kind, range)) yield JSON.parse(value) as T;
}

/** All records whose ids begin with `prefix`, where these are few. */
export async function recordsOf<T>(
  store: Store,
  kind: Kind<T>,
  range: RecordRange = {},
): Promise<{ readonly items: readonly T[] }> {
  const items: T[] = [];
  for await (const item of eachRecord(store, kind, range)) items.push(item);
  return { items };
}
