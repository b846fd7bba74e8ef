import { createRequire } from 'node:module';
import { layoutLimits } from '../limits.js';
import type { Layout, Node, PriceLeaf } from './document.js';
import { fields } from './nodes.js';
import { isCause, type LayoutProblem, schemaProblem } from './schema-problem.js';
import { suggestion } from './suggestion.js';
import { createPictures, type Pictures } from '../pictures/decode.js';
import { PictureError } from '../pictures/error.js';
import { compileTemplate } from './template.js';
import { drawnProblems } from './drawn.js';
import { childrenOf } from './tree.js';
import { conditionField, conditionKey, textsOf } from './conditions.js';
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
  if (!validateLayout(document))
    return { problems: (validateLayout.errors ?? []).filter(isCause).slice(0, mostProblems).map(schemaProblem) };
  const layout: Layout = { ...document, id };
  const problems = meaningProblems(layout, pictures);
  return problems.length > 0 ? { problems: problems.slice(0, mostProblems) } : { layout };
}

/** A document that is too large or too deep is refused before anything walks through it recursively. */
function sizeProblem(document: unknown): LayoutProblem | undefined {
  const refuse = (reason: string, message: string) => ({ pointer: '#', reason, message });
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  // Each node takes two levels, itself and its list of children; below the last node there are a few more.
  const deepest = layoutLimits.depth * 2 + 8;
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
 * Checks what a schema can't: that named fields exist, that prices are declared as prices, that pictures can be read.
 */
function meaningProblems(layout: Layout, pictures: Pictures): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  const conditions = new Set<string>();
  const sources: PictureSource[] = [];
  const known = [...fields, ...Object.keys(layout.data ?? {}).map((name) => `data.${name}`)];
  const checkField = (field: string, pointer: string) => {
    // Without a declaration any field of `data` may be named.
    if (known.includes(field) || (layout.data === undefined && /^data\.[a-z][a-z0-9_]{0,31}$/.test(field))) return;
    const message = `Expected a known field for ${pointer} but received {${field}}${suggestion(field, known)}`;
    problems.push({ pointer, reason: 'unknown_field', message });
  };
  const checkPrice = ({ field = 'price' }: PriceLeaf, pointer: string) => {
    const declared = layout.data?.[field.replace(/^data\./, '')];
    if (field === 'price' || (field.startsWith('data.') && declared?.type === 'price')) return;
    const message = `Expected price, or a field that data declares with the type price, for ${pointer} but received "${field}"`;
    problems.push({ pointer, reason: 'not_a_price', message });
  };
  const check = (node: Node, pointer: string, depth: number) => {
    if (depth > layoutLimits.depth)
      problems.push({
        pointer,
        reason: 'too_deep',
        message: `Expected at most ${layoutLimits.depth} levels of nodes but received more at ${pointer}`,
      });
    if (node.when !== undefined) {
      conditions.add(conditionKey(node.when));
      checkField(conditionField(node.when), `${pointer}/when`);
    }
    for (const [place, text] of textsOf(node))
      for (const field of compileTemplate(text).fields) checkField(field, `${pointer}/${place}`);
    if (node.type === 'price') checkPrice(node, `${pointer}/field`);
    if (node.type === 'picture') sources.push({ source: node.source, pointer: `${pointer}/source` });
    problems.push(...drawnProblems(node, pointer));
    for (const [i, child] of childrenOf(node).entries()) check(child, `${pointer}/children/${i}`, depth + 1);
  };
  check(layout.root, '#/root', 1);
  for (const [i, { root }] of (layout.variants ?? []).entries()) check(root, `#/variants/${i}/root`, 1);
  if (conditions.size > layoutLimits.conditions)
    problems.push({
      pointer: '#',
      reason: 'too_many',
      message: `Expected at most ${layoutLimits.conditions} different conditions in the layout but received ${conditions.size}`,
    });
  return problems.concat(pictureProblems(sources, pictures));
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
