import { createHash } from 'node:crypto';

export type UsedNames = ReturnType<typeof createUsedNames>;

/**
 * The file names of a batch so far. Stores 64 bits of each name's SHA-256 in an open-addressed hash table, 11 to 21 bytes per name: 16 MB for a million. Two
 * of a million names collide with a chance of 1 in 37 million. The second row is then refused, and nothing is lost.
 */
export function createUsedNames() {
  let table = new BigUint64Array(1 << 12);
  let count = 0;

  /** False: the key exists. Zero marks a free slot. */
  function insert(key: bigint): boolean {
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
    /** False: the name is already used. */
    add(name: string): boolean {
      const key = createHash('sha256').update(name).digest().readBigUInt64LE() || 1n;
      if (!insert(key)) return false;
      if (++count * 4 > table.length * 3) {
        const entries = table;
        table = new BigUint64Array(entries.length * 2);
        for (const entry of entries) if (entry !== 0n) insert(entry);
      }
      return true;
    },
  };
}
