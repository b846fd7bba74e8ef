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
    ...(variants ?? []).map((inlined, i) => [`#/variants/${i}/root`, layout.variants![i]!.root, inlined.root] as const),
  ];
  for (const [pointer, written, inlined] of roots) {
    const pointerOfNode = find(node, written, inlined, pointer);
    if (pointerOfNode !== undefined) return pointerOfNode;
  }
  return '#';
}

function find(node: Node, written: WrittenNode, inlined: Node, pointer: string): string | undefined {
  if (inlined === node) return pointer;
  const isOne = written.type === 'part' || written.type === 'repeat';
  for (const [i, child] of childrenOf(inlined).entries()) {
    const pointerOfNode = isOne
      ? find(node, written, child, pointer)
      : find(node, childrenOf(written)[i]!, child, `${pointer}/children/${i}`);
    if (pointerOfNode !== undefined) return pointerOfNode;
  }
  return undefined;
}
