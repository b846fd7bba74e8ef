import { describe, expect, test } from '@jest/globals';
import { belongsTo, isSimple, splitGraphemes } from '../../renderer/text/graphemes.js';
import { joinsAcross } from '../../renderer/text/bidi.js';
import { longestPrefix } from '../../renderer/text/search.js';
import { rowsOf } from '../support/tables/table.js';

describe('a text of which each unit is a character', () => {
  test.each(['Organic milk', 'Größe 12 € – ½', 'Σοκολάτα', 'Молоко', 'Ệ “x”…', ''])('is such one: %j', (text) => {
    expect(isSimple(text)).toBe(true);
    expect(splitGraphemes(text)).toEqual(Array.from(text));
  });

  test.each(['日a', 'a日', 'e\u0301', '👍', 'ก', 'ב', 'x\u200d'])('is not such one: %j', (text) => {
    expect(isSimple(text)).toBe(false);
  });
});

describe('what a reader perceives as one character', () => {
  const split = (text: string) => splitGraphemes(text).join('|');

  test.each(
    rowsOf(`
      e\u0301a → e\u0301|a | 日本 → 日|本
      // A consonant with the one below it: Hindi, Bengali, Gujarati, Odia, Telugu, Kannada, Malayalam.
      क्षत्रिय → क्ष|त्रि|य | ক্ষমা → ক্ষ|মা | ક્ષમા → ક્ષ|મા | କ୍ଷମା → କ୍ଷ|ମା | క్షమ → క్ష|మ | ಕ್ಷಮ → ಕ್ಷ|ಮ
      ക്ഷമ → ക്ഷ|മ | ਕ੍ਸ਼ਮ → ਕ੍ਸ਼|ਮ
      // In Tamil two pairs alone, in Sinhala with a joiner alone.
      பக்ஷம் → ப|க்ஷ|ம் | ஸ்ரீ → ஸ்ரீ | ஶ்ரீ → ஶ்ரீ | அக்கா → அ|க்|கா | ஸ்ர → ஸ்|ர | ක්\u200dෂ → ක්\u200dෂ
      ක්ෂ → ක්|ෂ
      // Burmese and Khmer.
      စက္က → စ|က္က | ក្ដា → ក្ដា
      // Thai and Lao: vowels before their consonant, and after it.
      เกาะ → เกาะ | แข็ง → แข็|ง | น้ำ → น้ำ | ໂລກ → ໂລ|ກ | ກະ → ກະ
  `),
  )('%s is %s', (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  test('does not reach from one script into another, nor over a digit', () => {
    // Without the segmenter, which knows some of these.
    expect(belongsTo('क्', 'ষ')).toBe(false);
    expect(belongsTo('क्', 'ष')).toBe(true);
    expect(belongsTo('क्', '५')).toBe(false);
    expect(belongsTo('क', 'ष')).toBe(false);
    expect(belongsTo('เ', 'x')).toBe(false);
    expect(belongsTo('x', 'ก')).toBe(false);
    expect(belongsTo('เ', 'ກ')).toBe(false);
    expect(belongsTo('ก', 'ะ')).toBe(true);
    expect(belongsTo('ก', 'ๆ')).toBe(true);
    expect(belongsTo('ก', 'ก')).toBe(false);
  });

  test('has an end: text that repeats a mark without one stays breakable', () => {
    const clusters = splitGraphemes('เ'.repeat(100));
    expect(clusters.join('')).toBe('เ'.repeat(100));
    expect(clusters.map(({ length }) => length)).toEqual([16, 16, 16, 16, 16, 16, 4]);
  });
});

describe('an Arabic letter', () => {
  const both = Array.from('بتثجحخسشصضطظعغفقكلمنهيئىپچکگیںھہ');
  const before = Array.from('اآأإدذرزوؤةٱڈڑژۃۆۇۈۋەے');
  const none = Array.from('ءٴ');

  test('joins the one after it, unless it is one of those that never do', () => {
    expect(both.filter((letter) => !joinsAcross(letter, 'ت'))).toEqual([]);
    expect(before.filter((letter) => joinsAcross(letter, 'ت'))).toEqual([]);
    expect(none.filter((letter) => joinsAcross(letter, 'ت'))).toEqual([]);
  });

  test('is joined by the one before it, unless it is a hamza', () => {
    expect([...both, ...before].filter((letter) => !joinsAcross('ب', letter))).toEqual([]);
    expect(none.filter((letter) => joinsAcross('ب', letter))).toEqual([]);
  });

  test('joins over the marks above and below it', () => {
    expect(joinsAcross('بَّ', 'ت')).toBe(true);
    expect(joinsAcross('دَّ', 'ت')).toBe(false);
    expect(joinsAcross('َب', 'ت')).toBe(true);
    expect(joinsAcross('بَتَ', 'ت')).toBe(true);
  });

  test('joins only letters, by the last of one text and the first of the other', () => {
    for (const other of ['x', '1', '٣', '،', 'א', ' ', '']) {
      expect([other, joinsAcross('ب', other), joinsAcross(other, 'ب')]).toEqual([other, false, false]);
    }
    expect(joinsAcross('دب', 'تد')).toBe(true);
    expect(joinsAcross('بد', 'دت')).toBe(false);
    expect(joinsAcross('ب', '1ت')).toBe(false);
    expect(joinsAcross('ب1', 'ت')).toBe(false);
  });
});

describe('the search for the longest part', () => {
  test('finds the largest number that fits with few calls', () => {
    for (let most = 0; most <= 20; most++)
      for (let bound = 0; bound <= most; bound++) {
        const calls: number[] = [];
        const found = longestPrefix(most, (n) => calls.push(n) > 0 && n <= bound);
        const few = calls.length <= Math.ceil(Math.log2(most + 1)) && calls.every((n) => n >= 1 && n <= most);
        expect([most, bound, found, few]).toEqual([most, bound, bound, true]);
      }
  });
});
