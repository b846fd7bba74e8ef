import { layoutLimits } from '../../limits.js';
import type { Pictures } from '../../pictures/decode.js';
import { conditionFields, conditionKey, conditionLevels, isNamed, textsOf } from '../conditions.js';
import type { Condition, Layout, Part, Repeat, WrittenNode } from '../document.js';
import { nodes } from '../nodes.js';
import { createNodeSize, type NodeSize, findPart, partAt, type Parts, shippedParts } from '../parts.js';
import { maxRows, named } from '../repeat.js';
import { childrenOf } from '../tree.js';
import { drawnProblems } from './drawn.js';
import { createFieldCheck } from './fields.js';
import { createPhraseCheck, type Report } from './phrases.js';
import { type PictureSource, pictureProblems } from './pictures.js';
import type { LayoutProblem } from './schema-problem.js';
import { suggestion } from './suggestion.js';

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
  const conditions = new Map<string, number>();
  const sources: PictureSource[] = [];
  const field = createFieldCheck(layout, report);
  const phrases = createPhraseCheck(layout.phrases, field.isShown, report);
  const checkCondition = (condition: Condition, pointer: string) => {
    if (conditionLevels(condition) > maxConditionLevels) {
      const message = `Expected at most ${maxConditionLevels} levels of conditions for ${pointer} but received more`;
      problems.push({ pointer, reason: 'too_deep', message });
    }
    const tested = conditionFields(condition);
    conditions.set(conditionKey(condition), tested.length);
    for (const name of tested) field.exists(name, pointer);
  };
  const extent = createNodeSize(layout.parts);
  const checkPart = (node: Part, pointer: string, depth: number, within: Within) => {
    const { part } = node;
    const place = within === 'shipped' ? pointer : `${pointer}/part`;
    const found = findPart(part, layout.parts);
    if (within !== 'root') {
      const message = `Expected nodes other than parts in a part but received the part "${part}" at ${place}`;
      problems.push({ pointer: place, reason: 'nested', message });
      return;
    }
    if (!found) {
      const names = [...Object.keys(layout.parts ?? {}), ...Object.keys(shippedParts())];
      report(
        place,
        'unknown_part',
        () => `Expected a known part for ${place} but received "${part}"${suggestion(part, names)}`,
      );
      return;
    }
    problems.push(...strangeKeys(node, found, pointer));
    if (!Object.hasOwn(layout.parts ?? {}, part)) check(found, place, depth, 'shipped');
    else if (depth + extent(found).depth - 1 > layoutLimits.depth) problems.push(tooDeep(pointer));
  };
  const checkRepeat = (node: Repeat, pointer: string, within: Within) => {
    field.isList(node.each, within === 'shipped' ? pointer : `${pointer}/each`);
    const lists = (inner: WrittenNode): boolean => inner.type === 'repeat' || childrenOf(inner).some(lists);
    if (node.children.some(lists))
      report(pointer, 'nested', () => `Expected nodes other than repeat in a repeat but received one in ${pointer}`);
  };
  const check = (node: WrittenNode, pointer: string, depth: number, within: Within) => {
    // The document does not contain the nodes of a shipped part: the part's place is reported instead.
    const at = (path: string) => (within === 'shipped' ? pointer : `${pointer}/${path}`);
    if (depth > layoutLimits.depth) problems.push(tooDeep(pointer));
    if (node.when !== undefined) checkCondition(node.when, at('when'));
    for (const [place, text] of textsOf(node)) phrases.ofText(text, at(place));
    if (node.width === 'content' && !canTakeContentWidth(node))
      report(
        at('width'),
        'content',
        () =>
          `Expected a length for ${at('width')}, as only an upright text or box has a content that is measured, but received "content"`,
      );
    if (node.width === 'content' && layout.fit === 'same')
      report(
        at('width'),
        'content',
        () =>
          `Expected a length for ${at('width')}, as all labels have equal boxes with the fit "same", but received "content"`,
      );
    if (node.type === 'price') field.isPrice(node, at('field'));
    if (node.type === 'picture' && !isNamed(node)) sources.push({ source: node.source, pointer: at('source') });
    if (node.type === 'part') checkPart(node, pointer, depth, within);
    problems.push(...drawnProblems(node, pointer));
    if (node.type === 'repeat') checkRepeat(node, pointer, within);
    const row = node.type === 'repeat' ? `${node.each}.0` : undefined;
    for (const [i, child] of childrenOf(node).entries())
      check(row === undefined ? child : named(child, row), at(`children/${i}`), depth + 1, within);
  };
  const roots = [layout.root, ...(layout.variants ?? []).map(({ root }) => root)];
  for (const [i, root] of roots.entries()) check(root, i === 0 ? '#/root' : `#/variants/${i - 1}/root`, 1, 'root');
  for (const [name, part] of Object.entries(layout.parts ?? {})) check(part, `#/parts/${name}`, 1, 'part');
  phrases.ofOwn();
  for (const [name, source] of Object.entries(layout.pictures ?? {}))
    sources.push({ source, pointer: `#/pictures/${name}` });
  const rows = Math.max(...roots.map((root) => rowsOf(root, layout.parts)));
  problems.push(...tooMuch(roots.map(extent), [...conditions.values()], rows));
  return problems.concat(pictureProblems(sources, pictures));
}

/** Whether a node can take its width from its content. A part is checked where it is defined. */
function canTakeContentWidth({ type, rotate }: WrittenNode): boolean {
  return type === 'part' || ((type === 'text' || type === 'box') && (rotate ?? 0) % 180 === 0);
}

/** The container of a node: a part must not contain another. */
type Within = 'root' | 'part' | 'shipped';

const maxConditionLevels = 4;

/** The keys at a part's place that nodes of the part's type do not have. */
function strangeKeys(place: Part, { type }: WrittenNode, pointer: string): readonly LayoutProblem[] {
  const strange = Object.keys(place).filter((key) => key !== 'part' && !Object.hasOwn(nodes[type].properties, key));
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
