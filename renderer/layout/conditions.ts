import type { Content } from '../content.js';
import type { Condition, Node } from './document.js';
import { fieldOf } from './template.js';
import { childrenOf } from './tree.js';

/** The field that a condition tests. */
export function conditionField(condition: Condition): string {
  return typeof condition === 'string' ? condition : condition.field;
}

/** A key that is the same for two conditions that say the same. */
export function conditionKey(condition: Condition): string {
  return JSON.stringify(condition);
}

/** Whether a content meets a condition. */
export function holds(condition: Condition, content: Content): boolean {
  if (typeof condition === 'string') return fieldOf(content, condition) !== '';
  const value = fieldOf(content, condition.field);
  return typeof condition.equals === 'string' ? value === condition.equals : condition.equals.includes(value);
}

/** The different conditions of a node and of everything in it, in the order of their keys. */
export function conditionsOf(node: Node): readonly Condition[] {
  const found = new Map<string, Condition>();
  const collect = (at: Node) => {
    if (at.when !== undefined) found.set(conditionKey(at.when), at.when);
    childrenOf(at).forEach(collect);
  };
  collect(node);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, condition]) => condition);
}

/** The texts of a node that may name fields, each with its path in the node. */
export function textsOf(node: Node): readonly (readonly [place: string, text: string])[] {
  if (node.type === 'text' && typeof node.text === 'object')
    return Object.entries(node.text).map(([language, text]) => [`text/${language}`, text] as const);
  if (node.type === 'icon') return [['icon', node.icon]];
  if (node.type === 'text' || node.type === 'qr') return [['text', node.text as string]];
  return node.type === 'barcode' && node.text !== undefined ? [['text', node.text]] : [];
}
