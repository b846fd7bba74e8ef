import { layoutLimits } from '../../limits.js';
import type { Pictures } from '../../pictures/decode.js';
import { kindOf, nodeSchemas } from '../../kinds/schemas.js';
import { conditionFields, conditionKey, conditionLevels } from '../conditions.js';
import type { Condition, Layout, Part, WrittenNode } from '../document.js';
import { textsOf } from '../node-texts.js';
import { createPartLevels } from '../part-levels.js';
import { createNodeSize, type NodeSize, findPart, maxPartLevels, type Parts, shippedParts } from '../parts.js';
import { named } from '../repeat.js';
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
  const all: LayoutCheck = {
    layout,
    problems,
    report,
    field,
    phrases,
    sizeOf,
    levelsOf: createPartLevels(layout.parts),
    conditions: new Map(),
    sources: [],
  };
  const roots = [layout.root, ...(layout.variants ?? []).map(({ root }) => root)];
  for (const [i, root] of roots.entries()) checkNode(all, root, i === 0 ? '#/root' : `#/variants/${i - 1}/root`, 1, {});
  for (const [name, part] of Object.entries(layout.parts ?? {}))
    checkNode(all, part, `#/parts/${name}`, 1, { part: name });
  phrases.ofOwn();
  for (const [name, source] of Object.entries(layout.pictures ?? {}))
    all.sources.push({ source, pointer: `#/pictures/${name}` });
  problems.push(...tooMuch(roots.map(sizeOf), [...all.conditions.values()]));
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
  readonly levelsOf: (part: string) => readonly string[];
  /** The number of fields that each distinct condition tests, by its key. */
  readonly conditions: Map<string, number>;
  readonly sources: PictureSource[];
}

function checkNode(all: LayoutCheck, node: WrittenNode, pointer: string, depth: number, within: Within): void {
  const { layout, problems, report, field } = all;
  // The document does not contain the nodes of a shipped part: the part's place is reported instead.
  const at = (path: string) => (within.shipped ? pointer : `${pointer}/${path}`);
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
  const place = within.shipped ? pointer : `${pointer}/part`;
  const found = findPart(part, parts);
  const nested = within.shipped ? undefined : nestingProblem(all, part, place, within.part);
  if (nested) {
    problems.push(...nested);
  } else if (!found) {
    const names = [...Object.keys(parts), ...Object.keys(shippedParts)];
    reportExpected(all.report, place, 'unknown_part', 'a known part', () => `"${part}"${suggestion(part, names)}`);
  } else {
    problems.push(...strangeKeys(node, typeOfPart(found, parts), pointer));
    if (!Object.hasOwn(parts, part)) checkNode(all, found, place, depth, { ...within, shipped: true });
    else if (depth + sizeOf(found).depth - 1 > layoutLimits.depth) problems.push(tooDeep(pointer));
  }
}

/**
 * Why a part must not be where it is: it contains the part around it, or too many that are in each other. Empty, though it is
 * wrong, if that is reported in the part of the layout that begins the row.
 * @param around the part of the layout with the place
 */
function nestingProblem(
  { levelsOf, layout: { parts = {} } }: LayoutCheck,
  part: string,
  pointer: string,
  around?: string,
): readonly LayoutProblem[] | undefined {
  const names = around === undefined ? levelsOf(part) : [around, ...levelsOf(part)];
  if (names.length <= maxPartLevels) return undefined;
  const end = names.findIndex((name, i) => names.indexOf(name) < i);
  const isElsewhere = around === undefined ? Object.hasOwn(parts, part) : end > 0 && names[end] !== around;
  if (isElsewhere) return [];
  const row = names.slice(0, end < 0 ? maxPartLevels + 1 : end + 1).map((name) => `"${name}"`);
  const message =
    end < 0
      ? `Expected at most ${maxPartLevels} parts in each other for ${pointer} but received ${row.join(' with ')}`
      : `Expected a part that is not in itself for ${pointer} but received ${row.join(' with ')}`;
  return [{ pointer, reason: end < 0 ? 'too_deep' : 'nested', message }];
}

/** The type of a part; of one that only names another, that one's. */
function typeOfPart(found: WrittenNode, parts: Parts): WrittenNode['type'] {
  const inner = found.type === 'part' ? findPart(found.part, parts) : undefined;
  return inner ? typeOfPart(inner, parts) : found.type;
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

/** Where a node is. */
interface Within {
  /** The layout's part that contains it. */
  readonly part?: string;
  /** Whether it is in a shipped part. */
  readonly shipped?: boolean;
}

const maxConditionLevels = 4;

/** The keys at a part's place that nodes of the part's type do not have. */
function strangeKeys(place: Part, type: WrittenNode['type'], pointer: string): readonly LayoutProblem[] {
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

/**
 * @param tests for each distinct condition, how many fields it tests
 */
function tooMuch(roots: readonly NodeSize[], tests: readonly number[]): readonly LayoutProblem[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const counted = [
    [sum(roots.map(({ nodes }) => nodes)), layoutLimits.nodes, 'nodes in the layout with parts in their places'],
    [tests.length, layoutLimits.conditions, 'different conditions in the layout'],
    [
      Math.max(...roots.map(({ rows }) => rows)),
      layoutLimits.rows,
      'rows of lists, times what is drawn on a condition in each, on a panel',
    ],
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
