import { lazy } from '../lazy.js';

/** Han and Hiragana, between which a line may end, as a set of a regular expression. */
export const han =
  '\\u2e80-\\u2fff\\u3041-\\u3096\\u309b-\\u309f\\u3005-\\u3007\\u303b\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
export const katakana = '\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\uff66-\\uff9f';
/** Thai, Lao, Khmer and Burmese, whose word boundaries only a dictionary knows; without the symbols of baht and riel. */
export const dictionary =
  '\\u0e00-\\u0e3e\\u0e40-\\u0eff\\u1000-\\u109f\\u1780-\\u17da\\u17dc-\\u17ff\\u19e0-\\u19ff\\ua9e0-\\ua9ff\\uaa60-\\uaa7f';

const isDictionary = new RegExp(`^[${dictionary}]`, 'u');
const hasHan = new RegExp(`[${han}]`, 'u');
const beginsHanOrKana = new RegExp(`^[${han}${katakana}]`, 'u');
const endsHanOrKana = new RegExp(`[${han}${katakana}]\\p{M}*$`, 'u');
const oneHan = /^[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]$/u;
const oneHiragana = /^[\u3041-\u3096]$/;
/** Han characters that say little without the next word, such as "no" and "high", or the previous one, such as "made of". */
const prefix = /^[お无無不未非超全高低强強]$/;
const suffix = /^[产産県县市型级級製制用味入装裝風风]$/;

/**
 * Uses the dictionaries of Node's ICU. Node 20.15, 22.12, 24.21 and 26.10 (ICU 75 to 78) find the same words in all names of
 * the tests' shelves; in another version, a line may end elsewhere. No rule without a dictionary finds the words, and
 * BudouX, which brings its own data, splits 全脂.
 */
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }));

function segmentsOf(text: string): string[] {
  return Array.from(segmenter().segment(text), ({ segment }) => segment);
}

/** The words of Thai, Lao, Khmer or Burmese; any other text unchanged. */
export function splitByDictionary(text: string): string[] {
  return isDictionary.test(text) ? segmentsOf(text) : [text];
}

/** Joins parts that belong to one word of Han or Kana. */
export function joinHanWords(parts: readonly string[]): readonly string[] {
  if (parts.length < 2 || !parts.some((part) => hasHan.test(part))) return parts;
  const ends = hanWordEnds(segmentsOf(parts.join('')));
  const joined: string[] = [];
  let at = 0;
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && !ends.has(at) && endsHanOrKana.test(last) && beginsHanOrKana.test(part))
      joined[joined.length - 1] = last + part;
    else joined.push(part);
    at += part.length;
  }
  return joined;
}

/**
 * The ends of words, in UTF-16 units from the start. A dictionary leaves each Han character of an unknown word alone: such
 * characters are taken as words of two, or three at the end, as most are. A single Hiragana ends the word before it.
 */
function hanWordEnds(segments: readonly string[]): ReadonlySet<number> {
  const ends = new Set<number>();
  let at = 0;
  /** How many single Han characters precede the next segment in its word. */
  let alone = 0;
  segments.forEach((segment, i) => {
    const next = segments[i + 1] ?? '';
    at += segment.length;
    alone = oneHan.test(segment) ? alone + 1 : 0;
    const unknown = alone > 0 && oneHan.test(next);
    const pair = alone >= 2 && oneHan.test(segments[i + 2] ?? '');
    if (oneHiragana.test(next) || suffix.test(next) || prefix.test(segment) || (unknown && !pair)) return;
    ends.add(at);
    alone = 0;
  });
  return ends;
}
