import type { Container, Node } from './document.js';

export function isContainer(node: Node): node is Container {
  return node.type === 'box' || node.type === 'stack' || node.type === 'shape';
}

/** The nodes that are directly in a node, in the order in which they are drawn. */
export function childrenOf(node: Node): readonly Node[] {
  return isContainer(node) ? (node.children ?? []) : [];
}
