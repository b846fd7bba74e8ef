import { readFileSync } from 'node:fs';
import type { Box, Layout, Node, Part, Repeat, Roots, WrittenBox, WrittenContainer, WrittenNode } from './document.js';
import { maxRows, unrolled } from './repeat.js';
import { childrenOf, isContainer } from './tree.js';

export type Parts = Readonly<Record<string, WrittenNode>>;

export const shippedParts = JSON.parse(readFileSync(new URL('./parts.json', import.meta.url), 'utf8')) as Parts;

/** The part of this name, wherever it is named: one of a layout's own, else a shipped one. */
export function findPart(name: string, own: Parts = {}): WrittenNode | undefined {
  if (Object.hasOwn(own, name)) return own[name];
  return Object.hasOwn(shippedParts, name) ? shippedParts[name] : undefined;
}

/** The maximum of parts that are in each other: a part in a part in a part. */
export const maxPartLevels = 3;

/**
 * The nodes of a valid layout, with its parts inlined and its lists unrolled. Each place gets its own copies; its keys override
 * those of the part.
 */
export function inlineParts({ parts, root, variants = [] }: Layout): Roots {
  const inNode = (node: WrittenNode): Node => {
    if (isWhole(node)) return node;
    if (node.type === 'repeat') return unrolled(node, node.children.map(inNode));
    if (isContainer(node)) return inContainer(node);
    const { part, ...place } = node;
    const found = findPart(part, parts)!;
    return inNode({ ...copied(found), ...place, type: found.type } as WrittenNode);
  };
  const inContainer = (node: Exclude<WrittenContainer, Repeat>) => ({
    ...node,
    children: childrenOf(node).map(inNode),
  });
  const inBox = (box: WrittenBox) => inContainer(box) as Box;
  return { root: inBox(root), variants: variants.map((variant) => ({ ...variant, root: inBox(variant.root) })) };
}

/** Whether a node contains no part and no repeat. */
function isWhole(node: WrittenNode): node is Node {
  return node.type !== 'part' && node.type !== 'repeat' && childrenOf(node).every(isWhole);
}

/** A deep copy of a node: caches are keyed by node, and a part may be used in several places. */
function copied(node: WrittenNode): WrittenNode {
  return isContainer(node) ? { ...node, children: childrenOf(node).map(copied) } : { ...node };
}

export interface NodeSize {
  readonly nodes: number;
  /** UTF-16 units of all texts. */
  readonly characters: number;
  /** Levels of nodes. */
  readonly depth: number;
  /** The conditions in the rows of its lists. */
  readonly rows: number;
}

/**
 * Returns a function that computes the size of a node with the parts of a layout inlined, without inlining them: a part is
 * measured once for each level. A part at a level that is too deep counts as one node: another check refuses it.
 */
export function createNodeSize(own?: Parts): (node: WrittenNode) => NodeSize {
  const sizes = new Map<string, NodeSize>();
  const empty: NodeSize = { nodes: 1, characters: 0, depth: 1, rows: 0 };
  const at =
    (level: number) =>
    (place: Part): NodeSize => {
      const key = `${level} ${place.part} ${place.most ?? ''}`;
      const part = sizes.has(key) || level > maxPartLevels ? undefined : partAt(place, own);
      if (part) sizes.set(key, extent(part, at(level + 1)));
      return sizes.get(key) ?? empty;
    };
  return (node) => extent(node, at(1));
}

/** The part at a place, with the place's number of rows of a list. */
function partAt({ part, most }: Part, own?: Parts): WrittenNode | undefined {
  const found = findPart(part, own);
  return most !== undefined && (found?.type === 'repeat' || found?.type === 'part') ? { ...found, most } : found;
}

function extent(node: WrittenNode, ofPart: (place: Part) => NodeSize): NodeSize {
  if (node.type === 'part') return ofPart(node);
  const inner = childrenOf(node).map((child) => extent(child, ofPart));
  const times = node.type === 'repeat' ? maxRows(node) : 1;
  return {
    nodes: inner.reduce((sum, { nodes }) => sum + times * nodes, 1),
    characters: inner.reduce(
      (sum, { characters }) => sum + times * characters,
      charactersIn({ ...node, children: [] }),
    ),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    rows: node.type === 'repeat' ? times * conditionsInRow(node) : inner.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** The conditions in a row: one per child, for the existence of the row, and those of the nodes in it. */
function conditionsInRow(node: Repeat): number {
  const count = (inner: WrittenNode): number =>
    (inner.when === undefined ? 0 : 1) + childrenOf(inner).reduce((sum, child) => sum + count(child), 0);
  return 1 + node.children.reduce((sum, child) => sum + count(child), 0);
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + charactersIn(inner), 0);
}
