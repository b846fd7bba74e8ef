import type { LabelFacts } from '../metadata/facts.js';
import { type BoxChange, changeOf } from './change.js';
import type { Thing } from './evidence.js';
import type { Label } from './label.js';
import { type ColourName, listOf, nowWords, oneValue, pixelsDiffer, written } from './phrases.js';

/** What happened to one or more things that no field explains. */
interface Effect {
  readonly names: readonly string[];
  /** After "is" or "are": "unchanged but 2 px lower". */
  readonly words: string;
}

/** "unit and sku are unchanged but 8 px lower". */
export function effectWords({ names, words }: Effect): string {
  // A thing may have several fields: "price and unit".
  const things = listOf(names);
  return `${things} ${things.includes(' and ') ? 'are' : 'is'} ${words}`;
}

/** Groups the things by what happened to them. @param isExplained whether a setting explains the text of a thing */
export function effectsOf(
  things: readonly Thing[],
  expected: Label,
  actual: Label,
  [a, b]: readonly [LabelFacts, LabelFacts],
  isExplained: (thing: Thing) => boolean,
  nameOf: ColourName,
): readonly Effect[] {
  const namesByWords = new Map<string, string[]>();
  for (const thing of things) {
    if (thing.count === 0) continue;
    const words =
      thing.explained || isExplained(thing) ? linesWords(thing, a, b) : fateOf(thing, expected, actual, a, b, nameOf);
    if (words !== undefined) namesByWords.set(words, [...(namesByWords.get(words) ?? []), thing.name]);
  }
  return [...namesByWords].map(([words, names]) => ({ names, words }));
}

/** The number of lines of a text, if it changed. */
function linesWords({ name, before, after }: Thing, a: LabelFacts, b: LabelFacts): string | undefined {
  if (!before || !after) return undefined;
  const [from, to] = [linesOf(a, name), linesOf(b, name)];
  return from === to ? undefined : `now on ${to === 1 ? '1 line' : `${to} lines`} instead of ${from}`;
}

function linesOf({ step: { lines } }: LabelFacts, name: string): number {
  return Object.hasOwn(lines, name) ? lines[name]! : 1;
}

function fateOf(
  thing: Thing,
  expected: Label,
  actual: Label,
  a: LabelFacts,
  b: LabelFacts,
  nameOf: ColourName,
): string {
  const { before, after, sameText, count } = thing;
  if (!after) return b.step.hidden > a.step.hidden ? 'hidden for lack of room' : 'gone';
  if (!before) return a.step.hidden > b.step.hidden ? 'shown now that there is room' : 'new';
  if (!sameText) return `written ${textOf(after.text)} instead of ${textOf(before.text)}`;
  const change = changeOf(expected, before, actual, after);
  const lines = linesWords(thing, a, b);
  if (lines !== undefined && change.kind === 'other') return `unchanged but ${lines}`;
  return `unchanged but ${changedTo(change, count, nameOf)}`;
}

function changedTo(change: BoxChange, count: number, nameOf: ColourName): string {
  switch (change.kind) {
    case 'altered':
      return nowWords(change, nameOf);
    case 'gone':
      return 'no longer to be seen';
    case 'new':
      return 'to be seen now';
    case 'other': {
      const { from, to } = change;
      const sizes = `(${to.width}×${to.height} px instead of ${from.width}×${from.height})`;
      if (to.width < from.width && to.height < from.height) return `smaller ${sizes}`;
      if (to.width > from.width && to.height > from.height) return `larger ${sizes}`;
      return `drawn otherwise (${pixelsDiffer(count)})`;
    }
    case 'same':
      return `drawn otherwise (${pixelsDiffer(count)})`;
    default:
      return change satisfies never;
  }
}

export function textOf(text: string | undefined): string {
  return text === undefined ? 'otherwise' : oneValue(written(text));
}
