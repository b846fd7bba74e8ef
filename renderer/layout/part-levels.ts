import type { WrittenNode } from './document.js';
import { findPart, maxPartLevels, type Parts } from './parts.js';
import { childrenOf } from './tree.js';

/**
 * Returns a function that names the parts below a part, each in the one before: the longest such row, up to the first level
 * that is too deep. A circle of parts is such a row, too. Each part is examined once for each level.
 */
export function createPartLevels(own?: Parts): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const from = (name: string, left: number): readonly string[] => {
    const key = `${left} ${name}`;
    let names = known.get(key);
    if (!names) {
      const found = left > 0 ? findPart(name, own) : undefined;
      const below = (found ? [...new Set(partsIn(found))] : []).map((inner) => from(inner, left - 1));
      names = [name, ...below.reduce((most, one) => (one.length > most.length ? one : most), [])];
      known.set(key, names);
    }
    return names;
  };
  return (name) => from(name, maxPartLevels);
}

/** The names of the parts that a node uses itself. */
function partsIn(node: WrittenNode): readonly string[] {
  return node.type === 'part' ? [node.part] : childrenOf(node).flatMap(partsIn);
}
