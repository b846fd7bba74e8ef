import type { Layout, Node, WrittenNode } from './document.js';
import { findPart, inlineParts } from './parts.js';
import { childrenOf } from './tree.js';

/** Where a node stands in its layout's document, as JSON Pointers with "#" before them. */
export interface NodePointers {
  /** Where the node is described: a node of one of the layout's own parts is described there. */
  readonly pointer: string;
  /** Where it stands: for a node of a part, where the part stands. Else the same. */
  readonly place: string;
}

const known = new WeakMap<Layout, ReadonlyMap<Node, NodePointers>>();

/**
 * Where the nodes that {@link inlineParts} makes of a layout stand. All rows of a list have the pointers of the one that is
 * written. The document does not describe a shipped part: all nodes of it have its place. Made once a layout.
 */
export function pointersOf(layout: Layout): ReadonlyMap<Node, NodePointers> {
  let pointers = known.get(layout);
  if (!pointers) known.set(layout, (pointers = findPointers(layout)));
  return pointers;
}

function findPointers(layout: Layout): ReadonlyMap<Node, NodePointers> {
  const { root, variants = [], parts } = layout;
  const found = new Map<Node, NodePointers>();
  /** @param part of what is in a part: where the part stands, and whether the document describes it */
  const walk = (written: WrittenNode, node: Node, pointer: string, part?: { place: string; own: boolean }): void => {
    if (written.type === 'part') {
      const own = parts !== undefined && Object.hasOwn(parts, written.part);
      const inside = own ? `#/parts/${written.part}` : pointer;
      walk(findPart(written.part, parts)!, node, inside, { place: part?.place ?? pointer, own });
      return;
    }
    found.set(node, { pointer, place: part?.place ?? pointer });
    const children = childrenOf(written);
    for (const [i, child] of childrenOf(node).entries()) {
      // The children of a list are there once for each row.
      const at = i % children.length;
      walk(children[at]!, child, part?.own === false ? pointer : `${pointer}/children/${at}`, part);
    }
  };
  const roots = inlineParts(layout);
  walk(root, roots.root, '#/root');
  for (const [i, variant] of variants.entries()) walk(variant.root, roots.variants![i]!.root, `#/variants/${i}/root`);
  return found;
}
