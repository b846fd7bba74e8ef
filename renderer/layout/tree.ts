import { kindOf } from '../kinds/schemas.js';
import type { Container, Node, WrittenContainer, WrittenNode } from './document.js';

export function isContainer(node: Node): node is Container;
export function isContainer(node: WrittenNode): node is WrittenContainer;
export function isContainer(node: WrittenNode): boolean {
  return 'children' in kindOf(node).schema.properties;
}

/** The direct children of a node, in drawing order. */
export function childrenOf(node: Node): readonly Node[];
export function childrenOf(node: WrittenNode): readonly WrittenNode[];
export function childrenOf(node: WrittenNode): readonly WrittenNode[] {
  return isContainer(node) ? (node.children ?? []) : [];
}
