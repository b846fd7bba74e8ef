import { createHash } from 'node:crypto';

/** The file names of a batch so far. */
export interface NamesTaken {
  /** Takes a name; false when it is taken already. */
  take(name: string): boolean;
}

/**
 * Keeps 64 bits of each name's SHA-256 in an open-addressed hash table, 11 to 21 bytes per name: 16 MB for a million. The
 * chance that two of a million names collide is 1 in 37 million; then the second row is refused, and nothing is lost.
 */
export function createNamesTaken(): NamesTaken {
  let table = new BigUint64Array(1 << 12);
  let count = 0;

  /** Adds a key; false when it is there. Zero marks a free slot. */
  function add(key: bigint): boolean {
    const mask = table.length - 1;
    let at = Number(key & BigInt(mask));
    while (table[at] !== 0n) {
      if (table[at] === key) return false;
      at = (at + 1) & mask;
    }
    table[at] = key;
    return true;
  }

  return {
    take(name) {
      const key = createHash('sha256').update(name).digest().readBigUInt64LE() || 1n;
      if (!add(key)) return false;
      if (++count * 4 > table.length * 3) {
        const former = table;
        table = new BigUint64Array(former.length * 2);
        for (const one of former) if (one !== 0n) add(one);
      }
      return true;
    },
  };
}
