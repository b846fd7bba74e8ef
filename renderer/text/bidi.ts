import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import { lazy } from '../lazy.js';
import { splitGraphemes } from './graphemes.js';

/** Loading takes 10 ms, and few texts need ordering. */
const bidi = lazy(() => (createRequire(import.meta.url)('./bidi.cjs') as () => Bidi)());

/**
 * A word that begins with this mark runs from right to left; its text is in logical order. It passes the direction to
 * ruler and typesetter: marks that users typed never reach them.
 */
export const rightToLeft = '\u200f';

/** Zero-width joiner: the letter beside it takes the shape that it has within a word. */
export const joiner = '\u200d';

/** LRM, RLM and ALM: they affect the order and are not drawn. */
const marks = /[\u200e\u200f\u061c]/g;

/** Right-to-left scripts, Arabic digits and marks; those beyond U+FFFF are recognised by their first surrogate. */
const rightToLeftCharacter = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** Whether a text needs ordering; most don't. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeftCharacter.test(text);
}

/** Whether the first strong character of a text is of a right-to-left script: rules P2 and P3 of UAX #9. */
export function beginsRightToLeft(text: string): boolean {
  return bidi().getEmbeddingLevels(classesOf(text), 'auto').paragraphs[0]?.level === 1;
}

/** The embedding level of each UTF-16 unit by the Unicode Bidirectional Algorithm, UAX #9: odd levels run right to left. */
export function levelsOf(text: string, rtl: boolean): Uint8Array {
  return bidi().getEmbeddingLevels(classesOf(text), rtl ? 'rtl' : 'ltr').levels;
}

/** A number followed by a Latin letter, as in 5G or 100ml. */
const numberOfWord = /(?<![0-9.,])([.,]*)([0-9][0-9.,]*)(?=[A-Za-z])/g;
/** The library treats each UTF-16 surrogate as a Latin letter, so units of the right class replace surrogates. */
const standIns: readonly (readonly [RegExp, string])[] = [
  [/[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu, 'אא'],
  [/[\u{1f000}-\u{1f0ff}\u{1f300}-\u{1faff}]/gu, '☺☺'],
  [/[\u{1d7ce}-\u{1d7ff}]/gu, '00'],
  // Invisible and without a direction, as soft hyphens are.
  [/[\u{e0000}-\u{e01ef}]/gu, '\u00ad\u00ad'],
];

/**
 * The text for the algorithm, of the same length. After Arabic letters in a left-to-right text, rule W2 would turn the digit
 * of 5G into an Arabic one and so separate it from the letter: digits before a Latin letter count as letters (HL3).
 */
function classesOf(text: string): string {
  const classes = text.replace(numberOfWord, (_, marks: string, number: string) => marks + 'a'.repeat(number.length));
  return /[\ud800-\udfff]/.test(text)
    ? standIns.reduce((rest, [from, to]) => rest.replace(from, to), classes)
    : classes;
}

/** A stretch of text with one embedding level. */
export interface Run {
  /** Without direction marks, in logical order; empty where only a mark separates two runs. */
  readonly text: string;
  readonly level: number;
}

/** Splits a text where its level changes; a grapheme is never split and has the level of its first character. */
export function splitRuns(text: string, levels: Uint8Array): Run[] {
  const first = levels[0]!;
  if (levels.every((level) => level === first)) return [{ text: withoutMarks(text), level: first }];
  const runs: Run[] = [];
  let at = 0;
  for (const grapheme of splitGraphemes(text)) {
    const level = levels[at]!;
    at += grapheme.length;
    const visible = withoutMarks(grapheme);
    const last = runs.at(-1);
    if (last?.level === level) runs[runs.length - 1] = { text: last.text + visible, level };
    else runs.push({ text: visible, level });
  }
  return runs;
}

export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}

/** The indices of a line's parts from left to right, by the level of each: rule L2 of UAX #9. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, i) => i);
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      if (levels[from]! < level) continue;
      let to = from;
      while (to + 1 < order.length && levels[to + 1]! >= level) to++;
      for (let i = from, j = to; i < j; i++, j--) [order[i], order[j]] = [order[j]!, order[i]!];
      from = to;
    }
  }
  return order;
}

/** Mirrors brackets and comparison signs for right-to-left text. */
export function mirror(character: string): string {
  return bidi().getMirroredCharacter(character) ?? character;
}

/** Arabic letters that join neither neighbour: hamza and high hamza. */
const alone = /[\u0621\u0674]/;
/** Arabic letters that join only the one before: alef, dal, reh, waw and their kin (Joining_Type R of Unicode 16). */
const joinsOnlyBefore =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779]/;
const letter = /^[\u0620-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f]/;

/** Whether the last Arabic letter of `before` joins the first of `after` when the text is not cut between them. */
export function joinsAcross(before: string, after: string): boolean {
  const last = before.replace(/(?<!\p{Mn})\p{Mn}+$/u, '').slice(-1);
  return (
    letter.test(last) &&
    letter.test(after) &&
    !alone.test(last) &&
    !joinsOnlyBefore.test(last) &&
    !alone.test(after[0]!)
  );
}
