import { shippedParts } from '../layout/parts.js';
import { rootFor } from '../layout/variants.js';
import { isRecord } from '../metadata/facts.js';
import { listOf, oneValue } from './phrases.js';

/** A layout's document, or a node of it, unchecked. */
type JsonNode = Readonly<Record<string, unknown>>;

/** Deeper nodes are compared as a unit: no checked layout has more levels. */
const maxLevels = 32;
/** Longer lists of nodes are compared by index. */
const maxAligned = 200;

/**
 * The changes between two documents of a layout that concern a panel: "padding of the root 8 → 12", "the text of sku is
 * removed". Empty without such a change.
 */
export function layoutEdits(
  before: JsonNode,
  after: JsonNode,
  panel: { width: number; height: number },
): readonly string[] {
  const [from, to] = [rootOf(before, panel), rootOf(after, panel)];
  if (!from || !to) return [];
  const edits: string[] = [];
  compareNodes(from, to, 'the root', edits, 0);
  const used = new Set([...partsIn(from, 0), ...partsIn(to, 0)]);
  const [own, other] = [recordOf(before.parts), recordOf(after.parts)];
  // A part may be used in another one, of the layout or shipped.
  for (const name of used)
    for (const parts of [own, other, shippedParts]) for (const inner of partsIn(parts[name], 0)) used.add(inner);
  for (const name of used) compareParts(own, other, name, edits);
  for (const key of ['fit', 'concessions', 'resolver']) compareProperty(before, after, key, 'the layout', edits);
  for (const key of ['phrases', 'pictures', 'data'])
    for (const name of keysOf(recordOf(before[key]), recordOf(after[key])))
      compareWhole(recordOf(before[key])[name], recordOf(after[key])[name], `${singular[key]!} ${name}`, edits);
  return edits;
}

const singular: Readonly<Record<string, string>> = {
  phrases: 'the phrase',
  pictures: 'the picture',
  data: 'the type of data',
};

function rootOf(document: JsonNode, panel: { width: number; height: number }): JsonNode | undefined {
  const { root, variants } = document;
  const isVariant = (one: unknown): one is { for: JsonNode; root: JsonNode } =>
    isRecord(one) && isRecord(one.for) && isRecord(one.root);
  if (!isRecord(root)) return undefined;
  return rootFor({ root, variants: Array.isArray(variants) ? variants.filter(isVariant) : [] }, panel);
}

function compareParts(own: JsonNode, other: JsonNode, name: string, edits: string[]): void {
  const [from, to] = [own[name], other[name]];
  if (isRecord(from) && isRecord(to)) compareNodes(from, to, `the part ${name}`, edits, 0);
  else compareWhole(from, to, `the part ${name}`, edits);
}

function compareWhole(from: unknown, to: unknown, name: string, edits: string[]): void {
  if (same(from, to)) return;
  edits.push(`${name} is ${from === undefined ? 'added' : to === undefined ? 'removed' : 'changed'}`);
}

function compareNodes(from: JsonNode, to: JsonNode, name: string, edits: string[], level: number): void {
  if (from.type !== to.type || level > maxLevels) {
    if (!same(from, to)) edits.push(`${nameOf(from, name)} became ${nameOf(to, name)}`);
    return;
  }
  for (const key of keysOf(from, to))
    if (key !== 'children' && key !== 'type') compareProperty(from, to, key, name, edits);
  compareChildren(childrenOf(from), childrenOf(to), name, edits, level);
}

function compareProperty(from: JsonNode, to: JsonNode, key: string, name: string, edits: string[]): void {
  const [a, b] = [from[key], to[key]];
  if (same(a, b)) return;
  const what = `${key} of ${name}`;
  if (a === undefined) edits.push(`${what} is set to ${valueOf(b)}`);
  else if (b === undefined) edits.push(`${what} is no longer ${valueOf(a)}`);
  else edits.push(`${what} ${valueOf(a)} → ${valueOf(b)}`);
}

/** Pairs similar nodes in order; the others were added or removed. */
function compareChildren(
  from: readonly JsonNode[],
  to: readonly JsonNode[],
  parent: string,
  edits: string[],
  level: number,
): void {
  const pairs = from.length * to.length > maxAligned ** 2 ? samePlaces(from, to) : aligned(from, to);
  for (const [a, b] of pairs) {
    if (a && b) compareNodes(a, b, nameOf(a, parent), edits, level + 1);
    else if (a) edits.push(`${nameOf(a, parent)} is removed`);
    else if (b) edits.push(`${nameOf(b, parent)} is added`);
  }
}

type NodePair = readonly [JsonNode | undefined, JsonNode | undefined];

function samePlaces(from: readonly JsonNode[], to: readonly JsonNode[]): readonly NodePair[] {
  return Array.from({ length: Math.max(from.length, to.length) }, (_, i) => [from[i], to[i]]);
}

/** The longest common subsequence of similar nodes (Wagner and Fischer 1974), with the nodes in between. */
function aligned(from: readonly JsonNode[], to: readonly JsonNode[]): readonly NodePair[] {
  const [a, b] = [from.map(likeness), to.map(likeness)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: NodePair[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) pairs.push([from[i++], to[j++]]);
    else if (j === b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      pairs.push([from[i++], undefined]);
    else pairs.push([undefined, to[j++]]);
  }
  return pairs;
}

/** Equal for two nodes of which one may be an edited version of the other. */
function likeness(node: JsonNode): string {
  const { type, part, field, text, icon, source } = node;
  return JSON.stringify([type, part, field, text, icon, source]);
}

/** The display name of a node. */
function nameOf(node: JsonNode, parent: string): string {
  const { type, part, field, text } = node;
  if (type === 'part') return `the part ${String(part)}`;
  if (type === 'price') return typeof field === 'string' ? field : 'price';
  const isLeaf = childrenOf(node).length === 0;
  if (isLeaf && type === 'text' && typeof text === 'string') return `the text ${JSON.stringify(text.slice(0, 40))}`;
  const inside = isLeaf && type === 'line' ? [] : fieldsIn(node, 0);
  return inside.length > 0 ? `the ${String(type)} of ${listOf(inside)}` : `the ${String(type)} in ${parent}`;
}

function fieldsIn(node: JsonNode, level: number): readonly string[] {
  const { type, part, field, text, icon } = node;
  if (type === 'part') return [String(part)];
  if (type === 'price') return [typeof field === 'string' ? field : 'price'];
  const fields = [text, icon].flatMap((one) => (typeof one === 'string' ? [...one.matchAll(/\{([^{}:]*)/g)] : []));
  const own = fields.map(([, name]) => name!.replace(/^phrase\./, ''));
  return level > maxLevels ? own : [...own, ...childrenOf(node).flatMap((child) => fieldsIn(child, level + 1))];
}

function partsIn(node: unknown, level: number): readonly string[] {
  if (!isRecord(node) || level > maxLevels) return [];
  const own = node.type === 'part' && typeof node.part === 'string' ? [node.part] : [];
  return [...own, ...childrenOf(node).flatMap((child) => partsIn(child, level + 1))];
}

function childrenOf({ children }: JsonNode): readonly JsonNode[] {
  return Array.isArray(children) ? children.filter(isRecord) : [];
}

function recordOf(value: unknown): JsonNode {
  return isRecord(value) ? value : {};
}

function keysOf(a: JsonNode, b: JsonNode): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A value of a document in a sentence. */
function valueOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w.%-]{1,32}$/.test(text) ? text : oneValue(text);
}
