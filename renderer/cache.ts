/** Values kept by a key. */
export interface Memo<K extends string | number, V> {
  get(key: K): V | undefined;
  /** Keeps a value that takes about `bytes`, and returns it. */
  set(key: K, value: V, bytes: number): V;
  /**
   * Whether the key was asked about before, as far back as is remembered. What is quickly made is worth keeping from then
   * on: most names and article numbers never come again, and keeping each cost 7 µs a label, most of it the collector's.
   */
  again(key: K): boolean;
}

/** Memos that share a bound in bytes. What is in one that nobody holds any more goes when it has grown old. */
export interface Cache {
  memo<K extends string | number, V>(): Memo<K, V>;
}

interface Kept<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Generations<V> {
  readonly number: number;
  young: Map<string | number, Kept<V>>;
  old: Map<string | number, Kept<V>>;
}

/** Keys that are remembered as seen once: a power of two. */
const remembered = 8192;

/**
 * Two generations: what is asked for moves to the young one, and when that has grown to half of `maxBytes`, the old one
 * is dropped. Each memo stands for the first half of a key: a least-recently-used list with both halves joined in one key
 * costs six times as much a look-up, and a label has thirty.
 */
export function createCache(maxBytes: number): Cache {
  const used = new Set<Generations<unknown>>();
  let youngBytes = 0;
  let memos = 0;
  /** Hashes of keys that came once, each in the place of an older one. */
  const seen = new Int32Array(remembered);

  function add<V>(memo: Generations<V>, key: string | number, kept: Kept<V>): void {
    if (youngBytes + kept.bytes > maxBytes / 2) {
      for (const each of used) {
        if (each.young.size === 0) used.delete(each);
        each.old = each.young;
        each.young = new Map();
      }
      youngBytes = 0;
    }
    if (memo.young.size === 0) used.add(memo);
    memo.young.set(key, kept);
    youngBytes += kept.bytes;
  }

  return {
    memo<K extends string | number, V>(): Memo<K, V> {
      const memo: Generations<V> = { number: ++memos, young: new Map(), old: new Map() };
      return {
        get(key) {
          const kept = memo.young.get(key);
          if (kept) return kept.value;
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
          const place = hash & (remembered - 1);
          if (seen[place] === hash) return true;
          seen[place] = hash;
          return false;
        },
      };
    },
  };
}

/** FNV-1a, of UTF-16 units. */
function hashOf(key: string | number, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  if (typeof key === 'number') return Math.imul(hash ^ key, 0x01000193);
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
