import type { Layout, Node, WrittenNode } from './document.js';
import { inlineParts } from './parts.js';
import { childrenOf } from './tree.js';

/**
 * The pointer of a node of {@link inlineParts} in its document: `#/root/children/1`. A node in a part, or in the rows of a list,
 * has the pointer of the part or of the repeat.
 */
export function placeOf(node: Node, layout: Layout): string {
  const { root, variants } = inlineParts(layout);
  const roots = [
    ['#/root', layout.root, root] as const,
    ...(variants ?? []).map((made, i) => [`#/variants/${i}/root`, layout.variants![i]!.root, made.root] as const),
  ];
  for (const [pointer, written, made] of roots) {
    const found = find(node, written, made, pointer);
    if (found !== undefined) return found;
  }
  return '#';
}

function find(node: Node, written: WrittenNode, made: Node, pointer: string): string | undefined {
  if (made === node) return pointer;
  const isOne = written.type === 'part' || written.type === 'repeat';
  for (const [i, child] of childrenOf(made).entries()) {
    const found = isOne
      ? find(node, written, child, pointer)
      : find(node, childrenOf(written)[i]!, child, `${pointer}/children/${i}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
