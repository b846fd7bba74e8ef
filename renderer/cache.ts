export interface Memo<K extends string | number, V> {
  get(key: K): V | undefined;
  /** Caches a value of about `bytes`, and returns it. */
  set(key: K, value: V, bytes: number): V;
  /**
   * Whether this method was called with the key before; only recent keys count. A value that is quick to make is worth
   * caching from its second time on: most names and article numbers never come again, and caching every one cost 7 µs a
   * label, most of it garbage collection.
   */
  again(key: K): boolean;
  /** Notes the value of a key that was not there before: {@link noted} returns it until a few dozen others are noted. */
  note(key: K, value: V): void;
  noted(key: K): V | undefined;
}

/** Memos that share a bound in bytes. The values of an unreferenced memo are dropped once they are old. */
export interface Cache {
  memo<K extends string | number, V>(): Memo<K, V>;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Generations<V> {
  readonly number: number;
  young: Map<string | number, Entry<V>>;
  old: Map<string | number, Entry<V>>;
}

/** The capacities of `seen` and `noted`: powers of two. */
const maxSeenKeys = 8192;
const maxNoted = 128;

/**
 * Caches at most `maxBytes` in two generations. A value that is read or set moves to the young generation. When that
 * reaches half of `maxBytes`, the old generation is dropped and the young one takes its place. Separate memos avoid joined
 * keys: a least-recently-used list with joined keys takes six times as long per look-up, and a label needs thirty.
 */
export function createCache(maxBytes: number): Cache {
  const used = new Set<Generations<unknown>>();
  let youngBytes = 0;
  let memos = 0;
  /** Hashes of the keys that `again` was called with; a new one replaces the older one in its place. */
  const seen = new Int32Array(maxSeenKeys);
  const noted = new Array<
    { readonly memo: unknown; readonly key: string | number; readonly value: unknown } | undefined
  >(maxNoted);

  function add<V>(memo: Generations<V>, key: string | number, entry: Entry<V>): void {
    if (youngBytes + entry.bytes > maxBytes / 2) {
      for (const each of used) {
        if (each.young.size === 0) used.delete(each);
        each.old = each.young;
        each.young = new Map();
      }
      youngBytes = 0;
    }
    if (memo.young.size === 0) used.add(memo);
    // A value that has grown is set again.
    youngBytes += entry.bytes - (memo.young.get(key)?.bytes ?? 0);
    memo.young.set(key, entry);
  }

  return {
    memo<K extends string | number, V>(): Memo<K, V> {
      const memo: Generations<V> = { number: ++memos, young: new Map(), old: new Map() };
      return {
        get(key) {
          const entry = memo.young.get(key);
          if (entry) return entry.value;
          const aged = memo.old.get(key);
          if (!aged) return undefined;
          add(memo, key, aged);
          return aged.value;
        },
        set(key, value, bytes) {
          add(memo, key, { value, bytes });
          return value;
        },
        again(key) {
          const hash = hashOf(key, memo.number);
          const place = hash & (maxSeenKeys - 1);
          if (seen[place] === hash) return true;
          seen[place] = hash;
          return false;
        },
        note(key, value) {
          noted[hashOf(key, memo.number) & (maxNoted - 1)] = { memo, key, value };
        },
        noted(key) {
          const found = noted[hashOf(key, memo.number) & (maxNoted - 1)];
          return found?.memo === memo && found.key === key ? (found.value as V) : undefined;
        },
      };
    },
  };
}

/** FNV-1a over UTF-16 units. */
function hashOf(key: string | number, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  if (typeof key === 'number') return Math.imul(hash ^ key, 0x01000193);
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
