import type { Content } from '../content.js';
import type { Condition, Node, PictureLeaf, WrittenNode } from './document.js';
import { readerOf } from './template.js';
import { childrenOf } from './tree.js';

/** The fields that a condition tests, as often as it tests them. */
export function conditionFields(condition: Condition): readonly string[] {
  if (typeof condition === 'string') return [condition];
  return 'field' in condition ? [condition.field] : innerConditions(condition).flatMap(conditionFields);
}

/** How many levels of conditions a condition has, itself among them. */
export function conditionLevels(condition: Condition): number {
  if (typeof condition === 'string' || 'field' in condition) return 1;
  return 1 + Math.max(...innerConditions(condition).map(conditionLevels));
}

/** What is put together with not, all or any. */
type Composed = Extract<Condition, { not: unknown } | { all: unknown } | { any: unknown }>;

function innerConditions(condition: Composed): readonly Condition[] {
  if ('not' in condition) return [condition.not];
  return 'all' in condition ? condition.all : condition.any;
}

/** A key that is the same for two conditions that say the same. */
export function conditionKey(condition: Condition): string {
  return JSON.stringify(condition);
}

/** Whether a content meets a condition. What is asked of many contents is faster with {@link compileCondition}. */
export function holds(condition: Condition, content: Content): boolean {
  return compileCondition(condition)(content);
}

/** Makes a function that says whether a content meets a condition. */
export function compileCondition(condition: Condition): (content: Content) => boolean {
  if (typeof condition === 'string') {
    const read = readerOf(condition);
    return (content) => read(content) !== '';
  }
  if ('not' in condition) {
    const test = compileCondition(condition.not);
    return (content) => !test(content);
  }
  if ('all' in condition) {
    const tests = condition.all.map(compileCondition);
    return (content) => tests.every((test) => test(content));
  }
  if ('any' in condition) {
    const tests = condition.any.map(compileCondition);
    return (content) => tests.some((test) => test(content));
  }
  const [read, compare] = [readerOf(condition.field), comparison(condition)];
  return (content) => compare(read(content));
}

function comparison(condition: Extract<Condition, { field: string }>): (value: string) => boolean {
  if ('equals' in condition) {
    const { equals } = condition;
    return typeof equals === 'string' ? (value) => value === equals : (value) => equals.includes(value);
  }
  const number = Number('greater' in condition ? condition.greater : condition.less);
  return 'greater' in condition
    ? (value) => isNumber(value) && Number(value) > number
    : (value) => isNumber(value) && Number(value) < number;
}

/** Whether a field is a number: digits, with a dot before decimals. */
function isNumber(value: string): boolean {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(value);
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

/** The texts of a node that may name fields and phrases, each with its path in the node. */
export function textsOf(node: WrittenNode): readonly (readonly [place: string, text: string])[] {
  if (node.type === 'text' && typeof node.text === 'object')
    return Object.entries(node.text).map(([language, text]) => [`text/${language}`, text] as const);
  if (node.type === 'text') return [['text', node.text as string]];
  if (node.type === 'icon') return [['icon', node.icon]];
  if (node.type === 'picture') return isNamed(node) ? [['source', node.source]] : [];
  const isCode = node.type === 'barcode' || node.type === 'qr';
  return isCode && node.text !== undefined ? [['text', node.text]] : [];
}

/** Whether a field says which of the layout's pictures is drawn. */
export function isNamed({ source }: Pick<PictureLeaf, 'source'>): boolean {
  return source.startsWith('{');
}
