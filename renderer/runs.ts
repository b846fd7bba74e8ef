import type { LoadedFont } from '../fonts/index.js';

/** What is drawn and placed by itself: a character, or a word of a script that joins. No font: a box stands for it. */
export interface Unit {
  readonly font: LoadedFont | undefined;
  readonly text: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Text in which every UTF-16 unit is a character by itself, so that no segmenter is needed: Latin, Greek, Cyrillic, signs. */
const simple =
  /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u2bff]*$/;
/** Scripts whose letters join, stack or run from right to left: the canvas shapes them a word at a time. */
const shaped =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]/u;
/** Characters that have no shape of their own: joiners, direction marks, variation selectors. */
const shapeless = /\u200c|\u200d|\u200e|\u200f|\u061c|\u2060|[\ufe00-\ufe0f]/gu;

/** What a reader calls one character: never split, measured and broken as a whole. */
export function splitGraphemes(text: string): string[] {
  return simple.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Chooses for each character of a word the first font of the chain that has it; the host's fonts are never asked. */
export function splitUnits(word: string, chain: readonly LoadedFont[]): { units: Unit[]; missing: string[] } {
  const units: Unit[] = [];
  const missing: string[] = [];
  if (simple.test(word)) {
    for (let i = 0; i < word.length; i++) {
      const font = fontFor(word.charCodeAt(i), chain);
      if (!font) missing.push(word[i]!);
      units.push({ font, text: word[i]! });
    }
    return { units, missing };
  }
  for (const grapheme of splitGraphemes(word)) {
    const joins = shaped.test(grapheme);
    const drawn = joins ? grapheme : grapheme.replace(shapeless, '');
    if (drawn === '') continue;
    const font = chain.find(({ coverage }) => Array.from(drawn).every((char) => coverage.has(char.codePointAt(0)!)));
    if (!font) missing.push(grapheme);
    const last = units.at(-1);
    if (joins && font && last?.font === font && shaped.test(last.text))
      units[units.length - 1] = { font, text: last.text + drawn };
    else units.push({ font, text: drawn });
  }
  return { units, missing };
}

function fontFor(codePoint: number, chain: readonly LoadedFont[]): LoadedFont | undefined {
  for (const font of chain) if (font.coverage.has(codePoint)) return font;
  return undefined;
}
