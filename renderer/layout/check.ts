import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { layoutLimits } from '../limits.js';
import type { Layout, Node, PriceLeaf } from './document.js';
import { fields } from './nodes.js';
import { layoutSchema } from './schema.js';
import { suggestion } from './suggestion.js';
import { createPictures, type Pictures } from '../pictures/decode.js';
import { PictureError } from '../pictures/error.js';
import { compileTemplate } from './template.js';
import { conditionField, conditionKey, textsOf } from './conditions.js';
import type * as Validators from './validators.cjs';

const require = createRequire(import.meta.url);

export interface LayoutProblem {
  /** JSON pointer of the place, as a URI fragment: "#/root/children/0". */
  readonly pointer: string;
  readonly reason: string;
  readonly message: string;
}

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

/** ajv also reports that an alternative, or the names of keys, failed as a whole; the cause is what failed in them. */
function isCause({ keyword }: ErrorObject): boolean {
  return keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'propertyNames';
}

function schemaProblem(error: ErrorObject): LayoutProblem {
  const { instancePath, keyword, params, parentSchema, propertyName } = error;
  const named = params as Readonly<Record<string, unknown>>;
  const extra = [named.additionalProperty, named.propertyName, propertyName].find((key) => typeof key === 'string');
  const pointer = `#${instancePath}${extra === undefined ? '' : `/${escapePointer(extra)}`}`;
  const place = pointer === '#' ? 'the layout' : pointer;
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const message =
    keyword === 'required'
      ? `Expected the key ${String(named.missingProperty)} in ${place} but received none`
      : keyword === 'additionalProperties'
        ? `Expected a known key but received ${place}${suggestion(extra ?? '', known)}`
        : `Expected ${expectation(error)} for ${place} but received ${shown(propertyName ?? error.data)}${guess(error)}`;
  return { pointer, reason: reasonOf[keyword] ?? 'format', message };
}

const reasonOf: Readonly<Record<string, string>> = {
  required: 'missing',
  type: 'type',
  additionalProperties: 'unknown_key',
  enum: 'unknown_value',
  const: 'unknown_value',
  discriminator: 'unknown_value',
  minimum: 'range',
  maximum: 'range',
  exclusiveMinimum: 'range',
  minLength: 'blank',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  maxProperties: 'too_many',
};

function expectation({ keyword, params, parentSchema, schema }: ErrorObject): string {
  const named = params as Readonly<Record<string, unknown>>;
  const limit = String(named.limit);
  switch (keyword) {
    case 'type':
      return [named.type].flat().map(String).join(' or ');
    case 'enum':
      return `one of ${(schema as unknown[]).map(String).join(', ')}`;
    case 'const':
      return JSON.stringify(schema);
    case 'discriminator':
      return `one of ${allTypes.join(', ')} as its type`;
    case 'minItems':
      return `at least ${limit} entry`;
    case 'maxItems':
    case 'maxProperties':
      return `at most ${limit} entries`;
    case 'minLength':
      return 'a text that is not empty';
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `a number ${String(named.comparison)} ${limit}`;
    default: {
      const { examples } = (parentSchema ?? {}) as { examples?: readonly string[] };
      return examples ? `something such as ${JSON.stringify(examples[0])}` : 'a valid name';
    }
  }
}

const allTypes: readonly string[] = layoutSchema.$defs.node.properties.type.enum;

function guess({ keyword, data, schema, params }: ErrorObject): string {
  if (keyword === 'enum' && typeof data === 'string') return suggestion(data, (schema as unknown[]).map(String));
  const { tagValue } = params as { tagValue?: unknown };
  return keyword === 'discriminator' && typeof tagValue === 'string' ? suggestion(tagValue, allTypes) : '';
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return String(value);
  return 'type' in value && typeof value.type !== 'object' ? `the type ${JSON.stringify(value.type)}` : 'an object';
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1'));
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
    if (node.type === 'box')
      for (const [i, child] of node.children.entries()) check(child, `${pointer}/children/${i}`, depth + 1);
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
