import type { Content } from '../content.js';
import type { Condition, Node } from './document.js';
import { readerOf } from './template.js';
import { childrenOf } from './tree.js';

/** The fields that a condition tests, as often as it tests them. */
export function conditionFields(condition: Condition): readonly string[] {
  if (typeof condition === 'string') return [condition];
  return 'field' in condition ? [condition.field] : innerConditions(condition).flatMap(conditionFields);
}

/** The depth of a condition: 1 for a simple one. */
export function conditionLevels(condition: Condition): number {
  if (typeof condition === 'string' || 'field' in condition) return 1;
  return 1 + Math.max(...innerConditions(condition).map(conditionLevels));
}

/** A condition composed with not, all or any. */
type Composed = Extract<Condition, { not: unknown } | { all: unknown } | { any: unknown }>;

function innerConditions(condition: Composed): readonly Condition[] {
  if ('not' in condition) return [condition.not];
  return 'all' in condition ? condition.all : condition.any;
}

/** Equal for equal conditions. */
export function conditionKey(condition: Condition): string {
  return JSON.stringify(condition);
}

/** Whether a content meets a condition. For many contents, {@link compileCondition} is faster. */
export function holds(condition: Condition, content: Content): boolean {
  return compileCondition(condition)(content);
}

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

/** The distinct conditions of a node and of everything in it, sorted by key. */
export function conditionsOf(node: Node): readonly Condition[] {
  const conditions = new Map<string, Condition>();
  const collect = (at: Node) => {
    if (at.when !== undefined) conditions.set(conditionKey(at.when), at.when);
    childrenOf(at).forEach(collect);
  };
  collect(node);
  return [...conditions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, condition]) => condition);
}
