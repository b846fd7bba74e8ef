import { readFileSync } from 'node:fs';
import { folded, nearest } from '../../suggestion.js';

/**
 * The names of keys, types and values of layouts in CSS, HTML and other tools: by our word, without `_`, `-` and capitals. A
 * name may be a synonym of several words, at most one of which is allowed in any place.
 */
export const synonyms = JSON.parse(readFileSync(new URL('./synonyms.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

const meanings = new Map(Object.entries(synonyms).map(([word, others]) => [word, new Set(others.split(' '))]));

/** The known word with this synonym, or the one most likely misspelt; undefined without any. */
export function meant(word: string, known: readonly string[]): string | undefined {
  const wanted = folded(word);
  return known.find((name) => meanings.get(name)?.has(wanted)) ?? nearest(word, known);
}
