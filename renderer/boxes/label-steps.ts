import type { LabelStep } from '../content.js';
import type { TextNode } from '../kinds/text/schema.js';
import type { Node } from '../layout/document.js';
import type { Words } from '../layout/phrases.js';
import { compileTemplate, nameOfText } from '../layout/template.js';
import type { Step } from './step.js';
import { getOrInsert } from '../get-or-insert.js';

/**
 * Converts steps for the response, each once in a locale. Texts are named by their fields or words; of equal names, all but the first get a number.
 * @param texts in the order in which steps count their lines
 */
export function createLabelSteps(
  texts: readonly TextNode[],
  ranked: readonly Node[],
  words: Words,
): (step: Step, locale: string) => LabelStep {
  const byLocale = new Map<string, readonly string[]>();
  const namesIn = (locale: string): readonly string[] =>
    getOrInsert(byLocale, locale, () => numbered(texts.map((leaf) => nameOf(words(leaf.text, locale)))));
  const indices = new Map<Node, number>(texts.map((leaf, i) => [leaf, i]));
  /** The sizes of texts that differ from the layout's: those of prices leave all boxes as they are. */
  const sizesOf = ({ sizes, rooms }: Step, locale: string) =>
    [...[...sizes].map(([i, { least, most }]) => [indices.get(ranked[i]!), least ?? most] as const), ...rooms].flatMap(
      ([text, px]) => (text === undefined || px === undefined ? [] : [[namesIn(locale)[text]!, px] as const]),
    );
  const convert = (step: Step, locale: string): LabelStep => {
    const { lines, hidden, widths } = step;
    const counts: Record<string, number> = {};
    for (let i = 0; i < lines.length; i++) if (lines[i]! > 1) counts[namesIn(locale)[i]!] = lines[i]!;
    const sizes = sizesOf(step, locale);
    const named = [...widths].map(([text, px]) => [namesIn(locale)[text]!, px] as const);
    return {
      lines: counts,
      hidden,
      ...(named.length > 0 && { widths: Object.fromEntries(named) }),
      ...(sizes.length > 0 && { sizes: Object.fromEntries(sizes) }),
    };
  };
  const converted = new WeakMap<Step, Map<string, LabelStep>>();
  return (step, locale) => {
    const ofStep = getOrInsert(converted, step, () => new Map<string, LabelStep>());
    return getOrInsert(ofStep, locale, () => convert(step, locale));
  };
}

function nameOf(words: string): string {
  return nameOfText(compileTemplate(words), words);
}

function numbered(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}
