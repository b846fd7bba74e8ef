import type { Layout, Node, Roots, WrittenNode } from './document.js';
import { findPart } from './parts.js';
import { childrenOf } from './tree.js';

/** The place of a node in its layout's document, as JSON Pointers that begin with "#". */
export interface NodePointers {
  /** Where the node is described: a node of one of the layout's own parts is described there. */
  readonly pointer: string;
  /** The node's place; for a node inside a part, the place where the part is used. */
  readonly place: string;
  /** The place of the part or the repeat around it; else its own. */
  readonly outer: string;
}

/**
 * The pointers of the nodes that {@link inlineParts} makes of a layout. All rows of a list have the pointers of the repeat's
 * children. All nodes of a shipped part, which the document does not describe, have its place.
 * @param inlined the layout's roots with parts inlined
 */
export function pointersOf({ root, variants = [], parts }: Layout, inlined: Roots): ReadonlyMap<Node, NodePointers> {
  const pointers = new Map<Node, NodePointers>();
  /**
   * @param part for the nodes of a part: where it is used, and whether the document describes it
   * @param around the place of the outermost part or repeat around the node
   */
  const walk = (
    written: WrittenNode,
    node: Node,
    pointer: string,
    part?: { place: string; own: boolean },
    around?: string,
  ): void => {
    const outer = around ?? pointer;
    if (written.type === 'part') {
      const own = parts !== undefined && Object.hasOwn(parts, written.part);
      const inside = own ? `#/parts/${written.part}` : pointer;
      walk(findPart(written.part, parts)!, node, inside, { place: part?.place ?? pointer, own }, outer);
      return;
    }
    pointers.set(node, { pointer, place: part?.place ?? pointer, outer });
    const children = childrenOf(written);
    for (const [i, child] of childrenOf(node).entries()) {
      // The children of a list are repeated for each row.
      const at = i % children.length;
      const childPointer = part?.own === false ? pointer : `${pointer}/children/${at}`;
      walk(children[at]!, child, childPointer, part, written.type === 'repeat' ? outer : around);
    }
  };
  walk(root, inlined.root, '#/root');
  for (const [i, variant] of variants.entries()) walk(variant.root, inlined.variants![i]!.root, `#/variants/${i}/root`);
  return pointers;
}
