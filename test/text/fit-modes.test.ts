import { describe, expect, test } from '@jest/globals';
import { fitCut, fitWhole, type Wrap, wrapText } from '../../renderer/text/fit.js';
import { setHyphenated } from '../../renderer/text/hyphenate.js';
import { splitPieces } from '../../renderer/text/pieces.js';
import type { Font, Ruler } from '../../renderer/text/ruler.js';
import { longestPrefix } from '../../renderer/text/search.js';
import { maxFineUnits } from '../../renderer/text/split-text.js';
import { type FittedText, fitModes, type TextBox } from '../../renderer/text/text-box.js';
import { evenRuler as ruler } from '../support/rulers/even-ruler.js';

const fonts = (face: Font['face'], sizes: readonly number[]) => sizes.map((size): Font => ({ face, size }));
/** Syllables of two letters. */
const syllables = (word: string): readonly string[] => word.match(/..?/g) ?? [word];
const box: TextBox = {
  width: 100,
  height: 40,
  lines: 2,
  fonts: fonts('bold', [20, 18, 16, 14]),
  preferred: 18,
  condensed: fonts('condensed', [14, 12]),
  hyphens: syllables,
};
const shown = (fitted: FittedText | undefined) =>
  fitted?.lines.map(({ words }) => words.map(({ word }) => word.text).join(' '));

describe('a text may be drawn', () => {
  /** For each mode, the face, size and lines of a text in it. */
  const inEach = (text: string, given: Partial<TextBox> = {}) =>
    fitModes.map((mode) => {
      const fitted = fitWhole(text, { ...box, ...given }, ruler, mode);
      // Where it is known not to fit in a mode, the next ones are tried as if it were not known.
      for (const failed of fitModes)
        if (!fitWhole(text, { ...box, ...given }, ruler, failed))
          expect(fitWhole(text, { ...box, ...given }, ruler, mode, undefined, failed)).toEqual(fitted);
      return fitted && `${fitted.font.face} ${fitted.font.size}: ${shown(fitted)!.join(' / ')}`;
    });

  test('plainly, from the largest size down to the preferred one', () => {
    expect(inEach('abcdefghij')).toEqual(Array(4).fill('bold 20: abcdefghij'));
    expect(inEach('abcdefghijk')).toEqual(Array(4).fill('bold 18: abcdefghijk'));
  });

  test('smaller, down to the floor, from the second mode on', () => {
    expect(inEach('abcdefghijkl')).toEqual([undefined, ...Array<string>(3).fill('bold 16: abcdefghijkl')]);
    expect(inEach('abcdefghijklmn')).toEqual([undefined, ...Array<string>(3).fill('bold 14: abcdefghijklmn')]);
  });

  test('condensed from the third mode on, in scripts that have such a face', () => {
    const whole = 'condensed 12: abcdefghijklmnop';
    expect(inEach('abcdefghijklmnop')).toEqual([undefined, undefined, whole, whole]);
    const hangul = 'bold 13: 가나다라마바사아자차카타파하거';
    expect(inEach('가나다라마바사아자차카타파하거', { small: fonts('bold', [13]) })).toEqual([
      undefined,
      undefined,
      hangul,
      hangul,
    ]);
  });

  test('without measuring again what is known not to fit', () => {
    const measured: string[] = [];
    const counting: Ruler = {
      ...ruler,
      measure: (text, font) => (measured.push(`${font.face} ${font.size}`), ruler.measure(text, font)),
    };
    const narrow = { ...box, condensed: fonts('condensed', [14, 13, 12]), hyphens: () => ['x'] };
    const facesAfter = (failed: 'plain' | 'shrunk' | 'condensed') => {
      measured.length = 0;
      fitWhole('abcdefghijklmnop', narrow, counting, 'condensed', undefined, failed);
      return [...new Set(measured)];
    };
    expect(facesAfter('plain')).toContain('bold 16');
    expect(facesAfter('plain')).not.toContain('bold 20');
    expect(facesAfter('shrunk').every((font) => font.startsWith('condensed'))).toBe(true);
    expect(facesAfter('condensed')).toEqual([]);
  });

  test('with words of Han broken, from the second mode on, where they are not whole even at the floor', () => {
    const narrow = { width: 31, fonts: fonts('bold', [16, 14]), preferred: 16, small: [] };
    const joined = inEach('草莓味草莓味牛奶', narrow).map((each) => each?.replaceAll(' ', ''));
    const broken = 'bold14:草莓味草/莓味牛奶';
    expect(joined).toEqual([undefined, broken, broken, broken]);
    expect(inEach('abcdefghijkl', { ...narrow, condensed: [], hyphens: undefined as never })[1]).toBeUndefined();
  });

  test('with words of Han of a quantity broken in the last mode only', () => {
    const narrow = { width: 31, fonts: fonts('bold', [16, 14]), preferred: 16, small: [], unbroken: true };
    expect(inEach('草莓味草莓味牛奶', narrow).map((each) => each !== undefined)).toEqual([false, false, false, true]);
  });

  test('with a unit below its price, from the second mode on, in scripts from right to left alone', () => {
    const narrow = { width: 50, rtl: true, unbroken: true };
    expect(inEach('٤٢٫٥٠/لتر', narrow).map((each) => each?.split(' / ').length)).toEqual([undefined, 2, 2, 2]);
    expect(inEach('$3.50/kg', { ...narrow, condensed: [] })).toEqual(Array(4).fill(undefined));
  });

  test('with hyphens in the last mode, at the preferred size first', () => {
    expect(inEach('abcdefghijklmnopqr')).toEqual([undefined, undefined, undefined, 'bold 18: abcdefghij- / klmnopqr']);
    expect(inEach('abcdefghijklmnopqrstuvwx')[3]).toBe('bold 14: abcdefghijkl- / mnopqrstuvwx');
  });

  test('broken without hyphens where its language has none', () => {
    expect(inEach('abcdefghijklmnopqr', { hyphens: undefined as never })[3]).toBe('bold 18: abcdefghijk / lmnopqr');
  });

  test('never broken if it must be complete', () => {
    expect(inEach('abcdefghijklmnopqr', { unbroken: true })).toEqual(Array(4).fill(undefined));
    expect(inEach('abcdefghijklmnop', { unbroken: true })[3]).toBe('condensed 12: abcdefghijklmnop');
  });

  test('at few sizes where a word is longer than any on a shelf: at the floor', () => {
    const sizeOf = (letters: number) =>
      fitWhole('x'.repeat(letters), { ...box, width: 520, condensed: [] }, ruler, 'shrunk')?.font.size;
    expect([sizeOf(maxFineUnits), sizeOf(maxFineUnits + 1)]).toEqual([16, 14]);
  });

  test('and such a word is broken at the floor, too', () => {
    const sizeOf = (letters: number, given: Partial<TextBox> = {}) =>
      fitWhole('x'.repeat(letters), { ...box, width: 200, height: 60, lines: 3, ...given }, ruler, 'hyphenated')?.font;
    expect(sizeOf(maxFineUnits)).toEqual({ face: 'bold', size: 18 });
    expect(sizeOf(maxFineUnits + 1)).toEqual({ face: 'bold', size: 14 });
    // Its floor may be the preferred size, which has room, or too large, and then a condensed one may have room.
    expect(sizeOf(maxFineUnits + 1, { fonts: fonts('bold', [20, 18]) })).toEqual({ face: 'bold', size: 18 });
    expect(sizeOf(maxFineUnits + 1, { width: 140, height: 36 })).toEqual({ face: 'condensed', size: 12 });
  });

  test('cut at its floor, condensed there if the mode is', () => {
    const cut = (mode: (typeof fitModes)[number]) =>
      fitCut('abcd efgh ijkl', { ...box, width: 40, lines: 1 }, ruler, mode).font;
    expect([cut('shrunk'), cut('condensed')]).toEqual([...fonts('bold', [14]), ...fonts('condensed', [14])]);
  });

  test('with each size tried once, and none larger than one that is too large', () => {
    const tried: number[] = [];
    const counting: Ruler = { ...ruler, measure: (text, font) => (tried.push(font.size), ruler.measure(text, font)) };
    const fitted = fitWhole('abcdefghijklmn', box, counting, 'shrunk')!;
    expect([fitted.font.size, tried]).toEqual([14, [18, 16, 14]]);
  });
});

test('letters larger than preferred have only the lines that the layout plans', () => {
  const sizeOf = (text: string) => fitWhole(text, { ...box, height: 80 }, ruler, 'plain')!.font.size;
  // 20 px have two lines of ten letters, and 18 px have four.
  expect([sizeOf('abcdefghij klmnopqrst'), sizeOf('abcdefghij klmnopqrst uv')]).toEqual([20, 18]);
});

describe('the width of a word', () => {
  test('is that of its ink, wherever it begins', () => {
    const shifted: Ruler = {
      ...ruler,
      measure(text, font) {
        const word = ruler.measure(text, font);
        return { ...word, left: 3, right: word.right + 3 };
      },
    };
    const fitted = fitWhole('abcdefghij', box, shifted, 'plain')!;
    expect([fitted.font.size, fitted.lines[0]!.width]).toEqual([20, 100]);
  });
});

describe('a text that was wrapped before', () => {
  const text = 'abcd efgh ijkl mnop';
  const wrapped = wrapText(text, box, 2, ruler)!;
  /** Draws words from earlier measurements, which shows which were used. */
  const marked: Wrap = {
    ...wrapped,
    words: wrapped.words.map((word) => ({
      ...word,
      extent: { ...word.extent, text: word.text.toUpperCase() } as never,
    })),
  };
  const isTaken = (given: Partial<TextBox>, of = text) =>
    shown(fitWhole(of, { ...box, fonts: fonts('bold', [18, 16]), ...given }, ruler, 'plain', { wrap: marked }))
      ?.join(' ')
      .startsWith('ABCD');

  test('needs more than one line at the preferred size', () => {
    expect(wrapped.filled.ends).toHaveLength(2);
    expect(wrapText(text, box, 1, ruler)).toBeUndefined();
    const long = Array<string>(20).fill('abc').join(' ');
    expect(wrapText(long, { ...box, width: 400 }, 9, ruler)!.font.size).toBe(box.preferred);
  });

  test('is not wrapped again in a box of the same width, direction and language', () => {
    expect(isTaken({})).toBe(true);
    expect(isTaken({ height: 50, lines: 3 })).toBe(true);
    expect(isTaken({ width: 101 })).toBe(false);
    expect(isTaken({ rtl: true })).toBe(false);
    expect(isTaken({}, 'abcd efgh')).toBe(false);
    expect(isTaken({ fonts: [{ face: 'bold', size: 18, region: 'SC' }] })).toBe(false);
  });

  test('is drawn as if nothing were known of the last text of its leaf', () => {
    const memo = {};
    const han = [{ face: 'bold', size: 18, region: 'SC' }] as const;
    const cases: readonly (readonly [string, Partial<TextBox>])[] = [
      [text, {}],
      ['mnop ijkl efgh abcd', {}],
      ['abcd חלב efgh', { rtl: true }],
      ['abcd חלב efgh', { rtl: false }],
      ['abcd efgh', {}],
      ['abcd efgh', { fonts: han }],
    ];
    for (const [of, given] of cases)
      for (const mode of fitModes) {
        const alone = fitWhole(of, { ...box, ...given }, ruler, mode);
        expect(alone).toBeDefined();
        expect(fitWhole(of, { ...box, ...given }, ruler, mode, memo)).toEqual(alone);
      }
  });

  test('is wrapped again where a larger font may have room', () => {
    expect(isTaken({ fonts: fonts('bold', [20, 18]), height: 39 })).toBe(true);
    expect(isTaken({ fonts: fonts('bold', [20, 18]), height: 40 })).toBe(false);
  });
});

describe('text with hyphens', () => {
  const [font] = fonts('bold', [10]);
  const set = (text: string, given: Partial<TextBox>) =>
    shown(
      setHyphenated(splitPieces(text), { ...box, height: 100, lines: 9, width: 30, ...given }, font!, ruler, syllables),
    );

  test('breaks a word at the last place at which its beginning and the hyphen fit', () => {
    expect(set('abcdefghi', {})).toEqual(['abcd-', 'efghi']);
    expect(set('abcdefghi', { width: 34 })).toEqual(['abcd-', 'efghi']);
    expect(set('abcdefghij', { width: 35 })).toEqual(['abcdef-', 'ghij']);
  });

  test('breaks a word after others on a line, and begins a line with one that has no room for a syllable there', () => {
    expect(set('ab cdefgh', { width: 36 })).toEqual(['ab cd-', 'efgh']);
    expect(set('abcd efgh', { width: 36 })).toEqual(['abcd', 'efgh']);
  });

  test('breaks a word more than once', () => {
    expect(set('abcdefghijklm', { width: 26 })).toEqual(['abcd-', 'efgh-', 'ijklm']);
  });

  test('is not there where it has more lines than the box, or a syllable is wider than it', () => {
    expect(set('abcdefghijklm', { width: 26, lines: 3 })).toHaveLength(3);
    expect(set('abcdefghijklm', { width: 26, lines: 2 })).toBeUndefined();
    expect(set('abcdefghijklm', { width: 26, height: 29 })).toBeUndefined();
    expect(set('abcdef', { width: 14 })).toBeUndefined();
  });

  test('is not searched for in words that no name has', () => {
    expect(set('x'.repeat(48), { width: 130 })).toHaveLength(2);
    expect(set('x'.repeat(49), { width: 130 })).toBeUndefined();
    expect(set(`ab ${'x'.repeat(49)}`, { width: 130 })).toBeUndefined();
  });
});

describe('lines of text from right to left', () => {
  test('begin and end with ink: no blank precedes the first word of any', () => {
    const given = { ...box, fonts: fonts('bold', [10]), preferred: 10, width: 60, rtl: true };
    const { lines } = fitWhole('חלב טרי בקר', given, ruler, 'plain')!;
    expect(lines).toHaveLength(2);
    for (const { words, width } of lines) {
      const letters = words.reduce((sum, { word }) => sum + word.right - word.left, 0);
      expect(Math.min(...words.map(({ word, x }) => x + word.left))).toBe(0);
      expect(Math.max(...words.map(({ word, x }) => x + word.right))).toBe(width);
      expect(width).toBe(letters + (words.length - 1) * ruler.blank(given.fonts[0]!));
    }
  });
});

describe('the longest prefix', () => {
  test.each([
    ...['100 37 37 2', '100 37 36 4', '100 37 38 2', '100 100 100 1', '100 0 1 1', '100 0 -5 1', '100 100 900 1'],
    ...['100 37 none 6', '0 0 5 0'],
  ])('is found with few questions: parts, those that fit, the guess, questions: %s', (row) => {
    const [most, fitting, guessed, questions] = row.split(' ').map(Number) as [number, number, number, number];
    const guess = Number.isNaN(guessed) ? undefined : guessed;
    let calls = 0;
    expect(longestPrefix(most, (n) => (calls++, n <= fitting), guess)).toBe(fitting);
    expect(calls).toBe(questions);
  });
});
