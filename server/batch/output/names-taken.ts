import { createHash } from 'node:crypto';

/** The names that came before. */
export interface NamesTaken {
  /** Takes a name; false when it was taken already. */
  take(name: string): boolean;
}

/**
 * Keeps 64 bits of each name's SHA-256 in an open table, 11 to 32 bytes a name: 16 MB for a million. That two different
 * names of a million are taken for one has a chance of 1 in 36 million; the second row is refused then, nothing is lost.
 */
export function createNamesTaken(): NamesTaken {
  let table = new BigUint64Array(1 << 12);
  let count = 0;

  /** Whether the key is new. Zero marks what is free. */
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
