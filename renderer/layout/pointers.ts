import type { Layout, Node, WrittenNode } from './document.js';
import { findPart, inlineParts } from './parts.js';
import { childrenOf } from './tree.js';

/** The place of a node in its layout's document, as JSON Pointers that begin with "#". */
export interface NodePointers {
  /** Where the node is described: a node of one of the layout's own parts is described there. */
  readonly pointer: string;
  /** The node's place; for a node inside a part, the place where the part is used. */
  readonly place: string;
}

const pointersByLayout = new WeakMap<Layout, ReadonlyMap<Node, NodePointers>>();

/**
 * The pointers of the nodes that {@link inlineParts} makes of a layout. All rows of a list have the pointers of the repeat's
 * children. All nodes of a shipped part, which the document does not describe, have its place. Computed once per layout.
 */
export function pointersOf(layout: Layout): ReadonlyMap<Node, NodePointers> {
  let pointers = pointersByLayout.get(layout);
  if (!pointers) pointersByLayout.set(layout, (pointers = findPointers(layout)));
  return pointers;
}

function findPointers(layout: Layout): ReadonlyMap<Node, NodePointers> {
  const { root, variants = [], parts } = layout;
  const pointers = new Map<Node, NodePointers>();
  /** @param part for the nodes of a part: where it is used, and whether the document describes it */
  const walk = (written: WrittenNode, node: Node, pointer: string, part?: { place: string; own: boolean }): void => {
    if (written.type === 'part') {
      const own = parts !== undefined && Object.hasOwn(parts, written.part);
      const inside = own ? `#/parts/${written.part}` : pointer;
      walk(findPart(written.part, parts)!, node, inside, { place: part?.place ?? pointer, own });
      return;
    }
    pointers.set(node, { pointer, place: part?.place ?? pointer });
    const children = childrenOf(written);
    for (const [i, child] of childrenOf(node).entries()) {
      // The children of a list are repeated for each row.
      const at = i % children.length;
      walk(children[at]!, child, part?.own === false ? pointer : `${pointer}/children/${at}`, part);
    }
  };
  const roots = inlineParts(layout);
  walk(root, roots.root, '#/root');
  for (const [i, variant] of variants.entries()) walk(variant.root, roots.variants![i]!.root, `#/variants/${i}/root`);
  return pointers;
}
