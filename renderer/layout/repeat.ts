import type { Box, Condition, Node, Repeat, WrittenNode } from './document.js';
import { kindOf } from '../kinds/schemas.js';
import { childrenOf } from './tree.js';

const defaultRows = 8;

export function maxRows({ most = defaultRows }: Pick<Repeat, 'most'>): number {
  return most;
}

/** The box of an unrolled repeat: its children once for each possible row, on the condition that the row exists. */
export function unrolled({ each, most, ...box }: Repeat, children: readonly Node[]): Box {
  const rows = Array.from({ length: maxRows({ most }) }, (_, i) => `${each}.${i}`);
  return { ...box, type: 'box', children: rows.flatMap((row) => children.map((child) => ofRow(child, row))) };
}

/** A child of a repeat for one row, on the condition that the row exists. */
function ofRow(child: Node, row: string): Node {
  const { when, ...node } = named(child, row);
  return { ...node, when: when === undefined ? row : { all: [row, when] } };
}

/** A node in a repeat, with "row" replaced by the path of one row of data: "data.rows.0". */
export function named<T extends WrittenNode>(node: T, row: string): T {
  const inText = (text: unknown): unknown => {
    if (typeof text === 'string') return text.replace(/\{row([.:}])/g, `{${row}$1`);
    if (typeof text !== 'object' || text === null) return text;
    return Object.fromEntries(Object.entries(text).map(([language, inner]) => [language, inText(inner)]));
  };
  const copy: Record<string, unknown> = { ...node };
  const key = kindOf(node).text;
  if (key !== undefined && key in copy) copy[key] = inText(copy[key]);
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
