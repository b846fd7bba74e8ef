import { createRequire } from 'node:module';
import { layoutLimits } from '../limits.js';
import { computedPrices } from '../computed/arithmetic.js';
import { dateFormats, isDateFormat } from '../computed/dates.js';
import type { Condition, Layout, Part, PriceLeaf, WrittenNode } from './document.js';
import { fields, nodes } from './nodes.js';
import { type LayoutProblem, schemaProblems } from './schema-problem.js';
import { suggestion } from './suggestion.js';
import { createPictures, type Pictures } from '../pictures/decode.js';
import { PictureError } from '../pictures/error.js';
import { conditionFields, conditionKey, conditionLevels, textsOf } from './conditions.js';
import { createExtent, type Extent, findPart, shippedParts } from './parts.js';
import { createPhraseCheck, type Report } from './check-phrases.js';
import { drawnProblems } from './drawn.js';
import { childrenOf } from './tree.js';
import type * as Validators from './validators.cjs';

const require = createRequire(import.meta.url);

/** How many problems are named at most: a document may be wrong in thousands of places. */
const mostProblems = 50;

/**
 * Checks a layout document and gives it an id. Never throws: each problem has its path and reason.
 * @param pictures keeps the decoded pictures; a renderer with the same need not decode them again
 */
export function checkLayout(
  document: unknown,
  id: string,
  pictures: Pictures = createPictures(),
): { readonly layout: Layout } | { readonly problems: readonly LayoutProblem[] } {
  const tooLarge = sizeProblem(document);
  if (tooLarge) return { problems: [tooLarge] };
  // Loaded for the first layout that is not a shipped one.
  const { validateLayout } = require('./validators.cjs') as typeof Validators;
  if (!validateLayout(document)) return { problems: schemaProblems(validateLayout.errors ?? [], mostProblems) };
  const layout: Layout = { ...document, id };
  const problems = meaningProblems(layout, pictures);
  return problems.length > 0 ? { problems: problems.slice(0, mostProblems) } : { layout };
}

/** A document that is too large or too deep is refused before anything walks through it recursively. */
function sizeProblem(document: unknown): LayoutProblem | undefined {
  const refuse = (reason: string, message: string) => ({ pointer: '#', reason, message });
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  // Each node takes two levels, itself and its list of children; below the last node there are a few more.
  const deepest = layoutLimits.depth * 2 + 9;
  let [nodes, characters] = [0, 0];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') characters += value.length;
    if (characters > layoutLimits.bytes || open.length > layoutLimits.bytes / 4)
      return refuse('too_large', `Expected a layout of at most ${layoutLimits.bytes / 1024} KB but received more`);
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, 'type')) nodes++;
    if (depth > deepest)
      return refuse(
        'too_deep',
        `Expected at most ${layoutLimits.depth} levels of nodes in the layout but received more`,
      );
    if (nodes > layoutLimits.nodes)
      return refuse('too_many', `Expected at most ${layoutLimits.nodes} nodes in the layout but received more`);
    for (const [key, inner] of Object.entries(value)) {
      characters += key.length;
      open.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

/**
 * Checks what a schema can't: that named fields, phrases and parts exist, that prices are declared as prices, that pictures
 * can be read, and that all is within the limits with parts in their places.
 */
function meaningProblems(layout: Layout, pictures: Pictures): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  // To look for a near name takes long: a document may have ten thousand that are wrong.
  const report: Report = (pointer, reason, message) => {
    if (problems.length < mostProblems) problems.push({ pointer, reason, message: message() });
  };
  const conditions = new Map<string, number>();
  const sources: PictureSource[] = [];
  const known = [...fields, ...Object.keys(layout.data ?? {}).map((name) => `data.${name}`)];
  const checkField = (field: string, pointer: string): boolean => {
    // Without a declaration any field of `data` may be named.
    if (known.includes(field) || (layout.data === undefined && /^data\.[a-z][a-z0-9_]{0,31}$/.test(field))) return true;
    report(
      pointer,
      'unknown_field',
      () => `Expected a known field for ${pointer} but received {${field}}${suggestion(field, known)}`,
    );
    return false;
  };
  const checkFormat = (field: string, format: string | undefined, pointer: string) => {
    if (format === undefined) return;
    const declared = layout.data?.[field.replace(/^data\./, '')]?.type;
    const isDate = field === 'date' || declared === 'date' || (layout.data === undefined && field.startsWith('data.'));
    if (!isDate) {
      const message = `Expected date, or a field that data declares with the type date, before the colon for ${pointer} but received {${field}:${format}}`;
      problems.push({ pointer, reason: 'not_a_date', message });
    } else if (!isDateFormat(format)) {
      const message = `Expected one of ${dateFormats.join(', ')} as the form of the date for ${pointer} but received {${field}:${format}}${suggestion(format, dateFormats)}`;
      problems.push({ pointer, reason: 'unknown_value', message });
    }
  };
  const phrases = createPhraseCheck(
    layout.phrases,
    ({ field, format }, pointer) => {
      if (checkField(field, pointer)) checkFormat(field, format, pointer);
    },
    report,
  );
  const checkCondition = (condition: Condition, pointer: string) => {
    if (conditionLevels(condition) > mostLevels) {
      const message = `Expected at most ${mostLevels} levels of conditions for ${pointer} but received more`;
      problems.push({ pointer, reason: 'too_deep', message });
    }
    const tested = conditionFields(condition);
    conditions.set(conditionKey(condition), tested.length);
    for (const field of tested) checkField(field, pointer);
  };
  const checkPrice = ({ field = 'price' }: PriceLeaf, pointer: string) => {
    const declared = layout.data?.[field.replace(/^data\./, '')];
    if (
      field === 'price' ||
      computedPrices.includes(field) ||
      (field.startsWith('data.') && declared?.type === 'price')
    )
      return;
    const message = `Expected price, ${computedPrices.join(', ')}, or a field that data declares with the type price, for ${pointer} but received "${field}"`;
    problems.push({ pointer, reason: 'not_a_price', message });
  };
  const extent = createExtent(layout.parts);
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
  const check = (node: WrittenNode, pointer: string, depth: number, within: Within) => {
    // What is in a shipped part is nowhere in the document: its place is named instead.
    const at = (path: string) => (within === 'shipped' ? pointer : `${pointer}/${path}`);
    if (depth > layoutLimits.depth) problems.push(tooDeep(pointer));
    if (node.when !== undefined) checkCondition(node.when, at('when'));
    for (const [place, text] of textsOf(node)) phrases.ofText(text, at(place));
    if (node.type === 'price') checkPrice(node, at('field'));
    if (node.type === 'picture') sources.push({ source: node.source, pointer: at('source') });
    if (node.type === 'part') checkPart(node, pointer, depth, within);
    problems.push(...drawnProblems(node, pointer));
    for (const [i, child] of childrenOf(node).entries()) check(child, at(`children/${i}`), depth + 1, within);
  };
  const roots = [layout.root, ...(layout.variants ?? []).map(({ root }) => root)];
  for (const [i, root] of roots.entries()) check(root, i === 0 ? '#/root' : `#/variants/${i - 1}/root`, 1, 'root');
  for (const [name, part] of Object.entries(layout.parts ?? {})) check(part, `#/parts/${name}`, 1, 'part');
  phrases.ofOwn();
  problems.push(...tooMuch(roots.map(extent), [...conditions.values()]));
  return problems.concat(pictureProblems(sources, pictures));
}

/** Where a node stands: a part may hold none. */
type Within = 'root' | 'part' | 'shipped';

/** The levels that a condition may have. */
const mostLevels = 4;

/** What a place says of a part that is nothing to say of a node of the part's type. */
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

/** @param tests for each different condition, how many fields it tests */
function tooMuch(roots: readonly Extent[], tests: readonly number[]): readonly LayoutProblem[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const counted = [
    [sum(roots.map(({ nodes }) => nodes)), layoutLimits.nodes, 'nodes in the layout with parts in their places'],
    [tests.length, layoutLimits.conditions, 'different conditions in the layout'],
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

interface PictureSource {
  readonly source: string;
  readonly pointer: string;
}

/** Reads the headers of all pictures before it decodes one; a source that is there twice is decoded once. */
function pictureProblems(sources: readonly PictureSource[], pictures: Pictures): LayoutProblem[] {
  const messages = new Map<string, string | undefined>();
  let pixels = 0;
  for (const { source } of sources)
    if (!messages.has(source))
      messages.set(
        source,
        pictureProblem(() => (pixels += pictures.open(source).pixels)),
      );
  if (pixels > layoutLimits.pixels) {
    const message = `Expected pictures of at most ${layoutLimits.pixels} pixels in all for the layout but received ${Math.round(pixels)}`;
    return [{ pointer: '#', reason: 'too_large', message }];
  }
  for (const [source, message] of messages)
    if (message === undefined)
      messages.set(
        source,
        pictureProblem(() => pictures.open(source).decode()),
      );
  return sources.flatMap(({ source, pointer }) => {
    const message = messages.get(source);
    return message === undefined ? [] : [{ pointer, reason: 'picture', message }];
  });
}

function pictureProblem(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}
