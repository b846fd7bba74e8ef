import { layoutLimits } from '../../limits.js';
import type { Pictures } from '../../pictures/decode.js';
import { kindOf, nodeSchemas } from '../../kinds/schemas.js';
import { conditionFields, conditionKey, conditionLevels } from '../conditions.js';
import type { Condition, Layout, Part, Repeat, WrittenNode } from '../document.js';
import { textsOf } from '../node-texts.js';
import { createNodeSize, type NodeSize, findPart, partAt, type Parts, shippedParts } from '../parts.js';
import { maxRows, named } from '../repeat.js';
import { childrenOf } from '../tree.js';
import { createFieldCheck } from './fields.js';
import { createPhraseCheck, type Report, reportExpected } from './phrases.js';
import { type PictureSource, pictureProblems } from './pictures.js';
import type { LayoutProblem } from './schema-problem.js';
import { suggestion } from '../../suggestion.js';

/** The maximum number of reported problems: a document may be wrong in thousands of places. */
export const maxProblems = 50;

/**
 * Checks what a schema can't: that named fields, phrases and parts exist, that prices are declared as prices, that pictures
 * can be read, and that all is within the limits with parts inlined.
 */
export function meaningProblems(layout: Layout, pictures: Pictures): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  // Searching for a similar name is slow: a document may have ten thousand wrong ones.
  const report: Report = (pointer, reason, message) => {
    if (problems.length < maxProblems) problems.push({ pointer, reason, message: message() });
  };
  const field = createFieldCheck(layout, report);
  const phrases = createPhraseCheck(layout.phrases, field.isShown, report);
  const sizeOf = createNodeSize(layout.parts);
  const all: LayoutCheck = { layout, problems, report, field, phrases, sizeOf, conditions: new Map(), sources: [] };
  const roots = [layout.root, ...(layout.variants ?? []).map(({ root }) => root)];
  for (const [i, root] of roots.entries())
    checkNode(all, root, i === 0 ? '#/root' : `#/variants/${i - 1}/root`, 1, 'root');
  for (const [name, part] of Object.entries(layout.parts ?? {})) checkNode(all, part, `#/parts/${name}`, 1, 'part');
  phrases.ofOwn();
  for (const [name, source] of Object.entries(layout.pictures ?? {}))
    all.sources.push({ source, pointer: `#/pictures/${name}` });
  const rows = Math.max(...roots.map((root) => rowsOf(root, layout.parts)));
  problems.push(...tooMuch(roots.map(sizeOf), [...all.conditions.values()], rows));
  return problems.concat(pictureProblems(all.sources, pictures));
}

/** The check of a layout, with its results so far. */
interface LayoutCheck {
  readonly layout: Layout;
  readonly problems: LayoutProblem[];
  readonly report: Report;
  readonly field: ReturnType<typeof createFieldCheck>;
  readonly phrases: ReturnType<typeof createPhraseCheck>;
  readonly sizeOf: (node: WrittenNode) => NodeSize;
  /** The number of fields that each distinct condition tests, by its key. */
  readonly conditions: Map<string, number>;
  readonly sources: PictureSource[];
}

function checkNode(all: LayoutCheck, node: WrittenNode, pointer: string, depth: number, within: Within): void {
  const { layout, problems, report, field } = all;
  // The document does not contain the nodes of a shipped part: the part's place is reported instead.
  const at = (path: string) => (within === 'shipped' ? pointer : `${pointer}/${path}`);
  if (depth > layoutLimits.depth) problems.push(tooDeep(pointer));
  if (node.when !== undefined) checkCondition(all, node.when, at('when'));
  for (const [place, text] of textsOf(node)) all.phrases.ofText(text, at(place));
  for (const why of contentWidthProblems(node, layout))
    report(at('width'), 'content', () => `Expected a length for ${at('width')}, as ${why}, but received "content"`);
  kindOf(node).check?.(node, {
    report(place, reason, message) {
      report(at(place), reason, () => message(at(place)));
    },
    isPrice(name, place) {
      field.isPrice(name, at(place));
    },
    isPicture(source, place) {
      all.sources.push({ source, pointer: at(place) });
    },
  });
  if (node.type === 'part') checkPart(all, node, pointer, depth, within);
  if (node.type === 'repeat') {
    field.isList(node.each, at('each'));
    if (node.children.some(hasRepeat))
      report(pointer, 'nested', () => `Expected nodes other than repeat in a repeat but received one in ${pointer}`);
  }
  const row = node.type === 'repeat' ? `${node.each}.0` : undefined;
  for (const [i, child] of childrenOf(node).entries())
    checkNode(all, row === undefined ? child : named(child, row), at(`children/${i}`), depth + 1, within);
}

function checkCondition({ problems, conditions, field }: LayoutCheck, condition: Condition, pointer: string): void {
  if (conditionLevels(condition) > maxConditionLevels) {
    const message = `Expected at most ${maxConditionLevels} levels of conditions for ${pointer} but received more`;
    problems.push({ pointer, reason: 'too_deep', message });
  }
  const tested = conditionFields(condition);
  conditions.set(conditionKey(condition), tested.length);
  for (const name of tested) field.exists(name, pointer);
}

function checkPart(all: LayoutCheck, node: Part, pointer: string, depth: number, within: Within): void {
  const { problems, sizeOf } = all;
  const { parts = {} } = all.layout;
  const { part } = node;
  const place = within === 'shipped' ? pointer : `${pointer}/part`;
  const found = findPart(part, parts);
  if (within !== 'root') {
    const message = `Expected nodes other than parts in a part but received the part "${part}" at ${place}`;
    problems.push({ pointer: place, reason: 'nested', message });
  } else if (!found) {
    const names = [...Object.keys(parts), ...Object.keys(shippedParts)];
    reportExpected(all.report, place, 'unknown_part', 'a known part', () => `"${part}"${suggestion(part, names)}`);
  } else {
    problems.push(...strangeKeys(node, found, pointer));
    if (!Object.hasOwn(parts, part)) checkNode(all, found, place, depth, 'shipped');
    else if (depth + sizeOf(found).depth - 1 > layoutLimits.depth) problems.push(tooDeep(pointer));
  }
}

function hasRepeat(node: WrittenNode): boolean {
  return node.type === 'repeat' || childrenOf(node).some(hasRepeat);
}

/** Why a node must not take its width from its content. A part is checked where it is defined. */
function contentWidthProblems(node: WrittenNode, { fit }: Layout): readonly string[] {
  if (node.width !== 'content') return [];
  return [
    ...(node.type === 'part' || (kindOf(node).hugs && (node.rotate ?? 0) % 180 === 0)
      ? []
      : ['only an upright text or box has a content that is measured']),
    ...(fit === 'same' ? ['all labels have equal boxes with the fit "same"'] : []),
  ];
}

/** The container of a node: a part must not contain another. */
type Within = 'root' | 'part' | 'shipped';

const maxConditionLevels = 4;

/** The keys at a part's place that nodes of the part's type do not have. */
function strangeKeys(place: Part, { type }: WrittenNode, pointer: string): readonly LayoutProblem[] {
  const strange = Object.keys(place).filter(
    (key) => key !== 'part' && !Object.hasOwn(nodeSchemas[type].properties, key),
  );
  return strange.map((key) => {
    const message = `Expected a key of a ${type}, which the part "${place.part}" is, but received ${pointer}/${key}`;
    return { pointer: `${pointer}/${key}`, reason: 'unknown_key', message };
  });
}

function tooDeep(pointer: string): LayoutProblem {
  const message = `Expected at most ${layoutLimits.depth} levels of nodes but received more at ${pointer}`;
  return { pointer, reason: 'too_deep', message };
}

/** The number of conditions in the rows of a node's lists. */
function rowsOf(node: WrittenNode, parts?: Parts): number {
  const at = node.type === 'part' ? (partAt(node, parts) ?? node) : node;
  if (at.type === 'repeat') return maxRows(at) * conditionsInRow(at);
  return childrenOf(at).reduce((sum, child) => sum + rowsOf(child, parts), 0);
}

/** The conditions in a row: one per child, for the existence of the row, and those of the nodes in it. */
function conditionsInRow(node: Repeat): number {
  const count = (inner: WrittenNode): number =>
    (inner.when === undefined ? 0 : 1) + childrenOf(inner).reduce((sum, child) => sum + count(child), 0);
  return 1 + node.children.reduce((sum, child) => sum + count(child), 0);
}

/**
 * @param tests for each distinct condition, how many fields it tests
 * @param rows the conditions of rows in the root that has the most
 */
function tooMuch(roots: readonly NodeSize[], tests: readonly number[], rows: number): readonly LayoutProblem[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const counted = [
    [sum(roots.map(({ nodes }) => nodes)), layoutLimits.nodes, 'nodes in the layout with parts in their places'],
    [tests.length, layoutLimits.conditions, 'different conditions in the layout'],
    [rows, layoutLimits.rows, 'rows of lists, times what is drawn on a condition in each, on a panel'],
    [sum(tests), layoutLimits.tests, 'fields tested by the conditions of the layout'],
    [sum(roots.map(({ characters }) => characters)), layoutLimits.bytes, 'bytes of texts with parts in their places'],
  ] as const;
  return counted
    .filter(([count, most]) => count > most)
    .map(([count, most, what]) => ({
      pointer: '#',
      reason: 'too_many',
      message: `Expected at most ${most} ${what} but received ${count}`,
    }));
}
