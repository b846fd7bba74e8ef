import { createRequire } from 'node:module';
import { layoutLimits } from '../../limits.js';
import { createPictures, type Pictures } from '../../pictures/decode.js';
import type { Layout } from '../document.js';
import type * as Validators from '../validators.cjs';
import { meaningProblems, maxProblems } from './meaning.js';
import { type LayoutProblem, schemaProblems } from './schema-problem.js';

const require = createRequire(import.meta.url);

/**
 * Checks a layout document and gives it an id. Never throws: each problem has its path and reason.
 * @param pictures the cache of decoded pictures; a renderer that shares it need not decode them again
 * @example
 * import { checkLayout } from 'esl-simulator';
 *
 * const root = { type: 'box', children: [{ type: 'prize' }] };
 * const { problems } = checkLayout({ title: 'Mine', description: 'Only a price', root }, 'mine');
 * console.log(problems[0].reason, problems[0].pointer); // unknown_value #/root/children/0
 */
export function checkLayout(
  document: unknown,
  id: string,
  pictures: Pictures = createPictures(),
): { readonly layout: Layout } | { readonly problems: readonly LayoutProblem[] } {
  const tooLarge = sizeProblem(document);
  if (tooLarge) return { problems: [tooLarge] };
  // Loaded for the first layout that is not a shipped one.
  const { validateLayout } = require('../validators.cjs') as typeof Validators;
  if (!validateLayout(document)) return { problems: schemaProblems(validateLayout.errors ?? [], maxProblems) };
  const layout: Layout = { ...document, id };
  const problems = meaningProblems(layout, pictures);
  return problems.length > 0 ? { problems: problems.slice(0, maxProblems) } : { layout };
}

/** Refuses a document that is too large or too deep before any recursion over it. */
function sizeProblem(document: unknown): LayoutProblem | undefined {
  const refuse = (reason: string, message: string) => ({ pointer: '#', reason, message });
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  // Each node takes two levels, itself and its list of children; the last node contains a few more.
  const maxLevels = layoutLimits.depth * 2 + 9;
  let [nodes, characters] = [0, 0];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') characters += value.length;
    if (characters > layoutLimits.bytes || open.length > layoutLimits.bytes / 4)
      return refuse('too_large', `Expected a layout of at most ${layoutLimits.bytes / 1024} KB but received more`);
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, 'type')) nodes++;
    if (depth > maxLevels)
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
