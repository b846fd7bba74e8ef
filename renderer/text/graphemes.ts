import { createCache } from '../cache.js';
import { lazy } from '../lazy.js';

/** Creating it takes 9 ms, and Latin labels never need it. */
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
/** Text in which every UTF-16 unit is a character, so that no segmenter is needed: Latin, Greek, Cyrillic, symbols. */
const simple =
  /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u2bff]*$/;

/** Han, Kana, Hangul and their symbols, beside ASCII: here too every unit is a character, and the segmenter takes a µs each. */
const square = /^[\u0020-\u007e\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9d]*$/;

export function isSimple(text: string): boolean {
  return simple.test(text);
}

/** Splits a text into the characters that a reader perceives. Each is measured as a unit and never broken. */
export function splitGraphemes(text: string): readonly string[] {
  if (text.length === 1) return [text];
  if (simple.test(text) || square.test(text)) return text.split('');
  return cache.get(text) ?? cache.set(text, segment(text), overhead + text.length * perUnit);
}

/** Recently segmented texts: shrinking a text splits it at each size, and words repeat. */
const cache = createCache(1 << 20).memo<string, readonly string[]>();
/** Bytes of a cached text, and of each of its UTF-16 units: a separate string and an entry of a list. */
const [overhead, perUnit] = [160, 40];

function segment(text: string): readonly string[] {
  const parts = Array.from(segmenter().segment(text), (part) => part.segment);
  return indic.test(text) ? parts.reduce<string[]>(glue, []) : parts;
}

/** Scripts of India and South-East Asia, in which the segmenter splits more often than readers would. */
const indic = /[\u0900-\u0eff\u1000-\u109f\u1780-\u17ff]/;
/**
 * The end of a consonant that forms one shape with the next: in Sinhala only with a joiner, in Tamil only in two pairs.
 * Before ICU 73 the segmenter split after all of these; since then, after some.
 */
const conjoining = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2]\u200d?$|\u0dca\u200d$/;
const tamilFirst = /\u0b95\u0bcd$|[\u0bb6\u0bb8]\u0bcd$/;
const tamilPair = /\u0b95\u0bcd\u0bb7|[\u0bb6\u0bb8]\u0bcd\u0bb0\u0bc0/;
/** Thai and Lao vowels that are written before their consonant. */
const leading = /[\u0e40-\u0e44\u0ec0-\u0ec4]$/;
/** Vowels and marks that are written after their consonant and can't begin a line. */
const following = /^[\p{M}\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46\u0eaf\u0eb0\u0eb2\u0eb3\u0ebd\u0ec6]/u;
/** In UTF-16 units; real clusters are shorter. Text that repeats a mark endlessly must stay breakable. */
const maxClusterUnits = 16;

function glue(clusters: string[], next: string): string[] {
  const last = clusters.at(-1);
  if (last !== undefined && last.length < maxClusterUnits && belongsTo(last, next))
    clusters[clusters.length - 1] = last + next;
  else clusters.push(next);
  return clusters;
}

/** Whether a reader perceives two neighbours as one character. */
export function belongsTo(last: string, next: string): boolean {
  // Each of these scripts has its own block of 128 code points; nothing joins across blocks.
  const letter = last.charCodeAt(last.length - (last.endsWith('\u200d') ? 2 : 1));
  if (!indic.test(next[0]!) || letter >> 7 !== next.charCodeAt(0) >> 7) return false;
  if (following.test(next)) return true;
  if (!/^\p{L}/u.test(next)) return false;
  return (
    leading.test(last) || conjoining.test(last) || (tamilFirst.test(last) && tamilPair.test(last.slice(-2) + next))
  );
}
