import type { Box, Condition, Node, Repeat, WrittenNode } from './document.js';
import { childrenOf } from './tree.js';

/** The rows that a repeat draws at most, where it says nothing. */
const usualRows = 8;

export function mostRows({ most = usualRows }: Pick<Repeat, 'most'>): number {
  return most;
}

/** The box that a repeat comes to: its children once for each row that the list may have, drawn where there is the row. */
export function unrolled({ each, most, ...box }: Repeat, children: readonly Node[]): Box {
  const rows = Array.from({ length: mostRows({ most }) }, (_, i) => `${each}.${i}`);
  return { ...box, type: 'box', children: rows.flatMap((row) => children.map((child) => ofRow(child, row))) };
}

/** A child of a repeat for one row, which must be there. */
function ofRow(child: Node, row: string): Node {
  const { when, ...node } = named(child, row);
  return { ...node, when: when === undefined ? row : { all: [row, when] } };
}

/** A node that stands in a repeat, with what it names of "row" named as the texts of one row of data: "data.rows.0". */
export function named<T extends WrittenNode>(node: T, row: string): T {
  const inText = (text: unknown): unknown => {
    if (typeof text === 'string') return text.replace(/\{row([.:}])/g, `{${row}$1`);
    if (typeof text !== 'object' || text === null) return text;
    return Object.fromEntries(Object.entries(text).map(([language, inner]) => [language, inText(inner)]));
  };
  const copy: Record<string, unknown> = { ...node };
  for (const key of ['text', 'icon']) if (key in copy) copy[key] = inText(copy[key]);
  if (typeof copy.field === 'string') copy.field = fieldIn(copy.field, row);
  if (node.when !== undefined) copy.when = conditionIn(node.when, row);
  if ('children' in copy) copy.children = childrenOf(node).map((child) => named(child, row));
  return copy as T;
}

function fieldIn(field: string, row: string): string {
  return field === 'row' || field.startsWith('row.') ? row + field.slice('row'.length) : field;
}

function conditionIn(condition: Condition, row: string): Condition {
  const inner = (one: Condition) => conditionIn(one, row);
  if (typeof condition === 'string') return fieldIn(condition, row);
  if ('field' in condition) return { ...condition, field: fieldIn(condition.field, row) };
  if ('not' in condition) return { not: inner(condition.not) };
  return 'all' in condition ? { all: condition.all.map(inner) } : { any: condition.any.map(inner) };
}
