/** Values kept by a number and a text, within a bound in bytes. */
export interface Cache<V> {
  get(group: number, text: string): V | undefined;
  /** Keeps a value that takes about `bytes`, and returns it. */
  set(group: number, text: string, value: V, bytes: number): V;
}

/**
 * Two generations: what is asked for moves to the young one, and when that has grown to half of `maxBytes`, the old one
 * is dropped. Group and text are looked up one after the other: a least-recently-used list with a key joined of both
 * costs six times as much a look-up, and a label has thirty.
 */
export function createCache<V>(maxBytes: number): Cache<V> {
  interface Entry {
    readonly value: V;
    readonly bytes: number;
  }
  type Generation = Map<number, Map<string, Entry>>;
  let young: Generation = new Map<number, Map<string, Entry>>();
  let old: Generation = young;
  let youngBytes = 0;

  function add(group: number, text: string, entry: Entry): void {
    if (youngBytes + entry.bytes > maxBytes / 2) {
      old = young;
      young = new Map<number, Map<string, Entry>>();
      youngBytes = 0;
    }
    let texts = young.get(group);
    if (!texts) young.set(group, (texts = new Map<string, Entry>()));
    texts.set(text, entry);
    youngBytes += entry.bytes;
  }

  return {
    get(group, text) {
      const entry = young.get(group)?.get(text);
      if (entry) return entry.value;
      const aged = old.get(group)?.get(text);
      if (!aged) return undefined;
      add(group, text, aged);
      return aged.value;
    },
    set(group, text, value, bytes) {
      add(group, text, { value, bytes });
      return value;
    },
  };
}
