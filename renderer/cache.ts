/** Values kept by a key. */
export interface Shelf<K extends string | number, V> {
  get(key: K): V | undefined;
  /** Keeps a value that takes about `bytes`, and returns it. */
  set(key: K, value: V, bytes: number): V;
  /**
   * The same for what is quickly made: a value is kept when its key comes again. Most names and article numbers never do,
   * and to keep each cost 7 µs a label, most of it the collector's.
   */
  offer(key: K, value: V, bytes: number): V;
}

/** Shelves that share a bound in bytes. One that nobody holds any more goes when what is on it has grown old. */
export interface Cache {
  shelf<K extends string | number, V>(): Shelf<K, V>;
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

/** Keys that are remembered as seen once: a power of two. */
const remembered = 8192;

/**
 * Two generations: what is asked for moves to the young one, and when that has grown to half of `maxBytes`, the old one
 * is dropped. A shelf each for what would be the first half of a key: a least-recently-used list with keys joined of both
 * costs six times as much a look-up, and a label has thirty.
 */
export function createCache(maxBytes: number): Cache {
  const used = new Set<Generations<unknown>>();
  let youngBytes = 0;
  let shelves = 0;
  /** Hashes of keys that came once, each in the place of an older one. */
  const seen = new Int32Array(remembered);

  function add<V>(shelf: Generations<V>, key: string | number, entry: Entry<V>): void {
    if (youngBytes + entry.bytes > maxBytes / 2) {
      for (const each of used) {
        if (each.young.size === 0) used.delete(each);
        each.old = each.young;
        each.young = new Map();
      }
      youngBytes = 0;
    }
    if (shelf.young.size === 0) used.add(shelf);
    shelf.young.set(key, entry);
    youngBytes += entry.bytes;
  }

  return {
    shelf<K extends string | number, V>(): Shelf<K, V> {
      const shelf: Generations<V> = { number: ++shelves, young: new Map(), old: new Map() };
      return {
        get(key) {
          const entry = shelf.young.get(key);
          if (entry) return entry.value;
          const aged = shelf.old.get(key);
          if (!aged) return undefined;
          add(shelf, key, aged);
          return aged.value;
        },
        set(key, value, bytes) {
          add(shelf, key, { value, bytes });
          return value;
        },
        offer(key, value, bytes) {
          const hash = hashOf(key, shelf.number);
          const place = hash & (remembered - 1);
          if (seen[place] === hash) add(shelf, key, { value, bytes });
          else seen[place] = hash;
          return value;
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
