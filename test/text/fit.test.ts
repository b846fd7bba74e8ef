import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasRightToLeft } from '../../renderer/text/bidi.js';
import { joinPieces, loosenPieces, splitPieces } from '../../renderer/text/pieces.js';
import { balance, measure, wrap } from '../../renderer/text/lines.js';
import type { Font } from '../../renderer/text/ruler.js';
import { splitGraphemes } from '../../renderer/text/graphemes.js';
import { fitText } from '../../renderer/text/fit.js';
import { splitText, wordsIn } from '../../renderer/text/split-text.js';
import type { FittedText, TextBox } from '../../renderer/text/text-box.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { evenRuler as ruler } from '../support/rulers/even-ruler.js';

const fonts = [20, 18, 16, 14, 12, 10].map((size): Font => ({ face: 'bold', size }));

function fit(text: string, box: Partial<TextBox>): FittedText {
  return fitText(text, { width: 200, height: 40, lines: 2, fonts, preferred: 20, ...box }, ruler);
}
const shown = ({ lines }: FittedText) => lines.map(({ words }) => words.map(({ word }) => word.text).join(' '));

describe('text in a box', () => {
  test('that is short is drawn larger than preferred, where the layout lets it', () => {
    const sizes = ['Milk', 'Organic whole milk from the hills', 'Organic whole milk from the green hill farm'].map(
      (text) => fit(text, { preferred: 14 }),
    );
    expect(sizes.map(({ font, shrunk }) => `${font.size} ${shrunk}`)).toEqual(['20 false', '20 false', '18 false']);
  });

  test('wraps at blanks into lines of about the same width', () => {
    expect(shown(fit('Organic whole milk from hills', {}))).toEqual(['Organic whole', 'milk from hills']);
  });

  test('shrinks a little rather than break a word', () => {
    const fitted = fit('Elektrizitätenhauptwe', {});
    expect([shown(fitted), fitted.font.size, fitted.shrunk]).toEqual([['Elektrizitätenhauptwe'], 18, true]);
  });

  test('breaks a word only where not even its floor is small enough, and then at its preferred size', () => {
    const fitted = fit('Elektrizitätenhauptwerkbau', { width: 150 });
    expect([shown(fitted), fitted.font.size]).toEqual([['Elektrizitätenhauptwerkbau'], 10]);
    const broken = fit('Elektrizitätenhauptwerkbau', { width: 125 });
    expect([shown(broken), broken.font.size]).toEqual([['Elektrizitäte', 'nhauptwerkbau'], 18]);
  });

  test('breaks Japanese between characters, but never before a closing mark', () => {
    const lines = shown(fit('日本の緑茶。', { width: 50, lines: 3, height: 60 }));
    expect(lines.map((line) => line.replaceAll(' ', ''))).toEqual(['日本の', '緑茶。']);
  });

  const pieces = (text: string) => splitPieces(text).map((piece) => piece.text);

  test.each([
    ['日本の緑茶', '日本の|緑茶', '日|本|の|緑|茶'],
    ['（緑茶）。「お得」', '（緑茶）。|「お得」', '（緑|茶）。|「お|得」'],
    ['緑茶(100g)入り', '緑茶|(100g)|入り', '緑|茶|(100g)|入|り'],
    ['茶(葉)', '茶|(葉)', '茶|(葉)'],
    ['100％オフ', '100％|オフ', '100％|オフ'],
    ['25℃以下', '25℃|以下', '25℃|以|下'],
    ['人々・佐々木', '人々・|佐々木', '人々・|佐々|木'],
    ['きゃっと、ジュース', 'きゃっと、|ジュース', 'きゃっ|と、|ジュース'],
    ['緑茶ティーバッグ・ミルク', '緑茶|ティーバッグ・|ミルク', '緑|茶|ティーバッグ・|ミルク'],
    ['ﾐﾙｸﾃｨｰ茶', 'ﾐﾙｸﾃｨｰ|茶', 'ﾐﾙｸﾃｨｰ|茶'],
    ['お茶100個', 'お茶|100個', 'お|茶|100個'],
    ['“特价”50%绿茶', '“特价”|50%|绿茶', '“特|价”|50%|绿|茶'],
    ['￥100お茶-緑茶', '￥100|お茶-|緑茶', '￥100|お|茶-|緑|茶'],
    ['茶　葉', '茶|葉', '茶|葉'],
    // Words of one language and of the other.
    ['有机全脂纯牛奶', '有机|全脂|纯|牛奶', '有|机|全|脂|纯|牛|奶'],
    ['減糖全脂鮮奶', '減糖|全脂|鮮奶', '減|糖|全|脂|鮮|奶'],
    ['カップめん', 'カップめん', 'カップ|め|ん'],
    // The dictionary has none of these: pairs, and three at the end.
    ['去皮去骨', '去皮|去骨', '去|皮|去|骨'],
    ['洗洁精', '洗洁精', '洗|洁|精'],
    ['特优级', '特优级', '特|优|级'],
    // A prefix or suffix stays with its word, and a number with its unit.
    ['鮭の切身', '鮭の|切身', '鮭|の|切|身'],
    ['食塩無添加', '食塩|無添加', '食|塩|無|添|加'],
    ['白桃味150毫升', '白桃味|150毫升', '白|桃|味|150毫|升'],
    ['𠮷野の牛', '𠮷野の|牛', '𠮷|野|の|牛'],
  ])('%s ends lines at %s, or within words at %s', (text, words, loose) => {
    expect(pieces(text).join('|')).toBe(words);
    expect(
      loosenPieces(splitPieces(text))
        .map((piece) => piece.text)
        .join('|'),
    ).toBe(loose);
  });

  test('takes free lines before it shrinks, unless it has one line', () => {
    const name = 'Organic whole milk from the green hill farm';
    expect([fit(name, { height: 60 }).font.size, fit(name, { height: 60 }).lines.length]).toEqual([20, 3]);
    expect([fit(name, { height: 40 }).font.size, fit(name, { height: 40 }).lines.length]).toEqual([18, 2]);
    expect(fit(name, { height: 60, lines: 1 }).lines.length).toBe(1);
  });

  test('has no dot at either end of a line', () => {
    const lines = (text: string, width: number) => shown(fit(text, { width, lines: 3, height: 90 }));
    expect(lines('abc · def', 200)).toEqual(['abc · def']);
    expect(lines('abc · def', 50)).toEqual(['abc', 'def']);
    expect(lines('abcd · ef · gh', 60)).toEqual(['abcd', 'ef · gh']);
    expect(lines('· abc ·', 200)).toEqual(['abc']);
    expect(lines('חלב · מים', 50)).toHaveLength(2);
    expect(lines('חלב · מים', 50).join('')).not.toContain('·');
    expect(lines('·', 50)).toEqual(['·']);
  });

  test('of Han shrinks to its floor rather than break a word', () => {
    const lines = (width: number) => fit('有机全脂牛奶', { width });
    expect([shown(lines(36)), lines(36).font.size]).toEqual([['有机 全脂', '牛奶'], 16]);
    expect([shown(lines(21)), lines(21).font.size]).toEqual([['有机', '全脂', '牛奶'], 12]);
    expect([shown(lines(20)), lines(20).font.size]).toEqual([['有机', '全脂', '牛奶'], 12]);
    const low = fit('有机全脂牛奶', { width: 20, height: 29 });
    expect([shown(low), low.font.size]).toEqual([['有 机 全', '脂 牛 奶'], 12]);
    expect(fit('有机全脂牛奶', { width: 9, height: 200, lines: 6, preferred: 18 }).font.size).toBe(18);
  });

  test('of Han that is cut does not split the words before the ellipsis', () => {
    const cut = (width: number) => fit('有机全脂纯牛奶', { width, lines: 1, fonts: fonts.slice(-1) }).shown;
    expect([20, 26, 32].map(cut)).toEqual(['有机…', '有机全脂…', '有机全脂纯…']);
  });

  test('of Han that would be cut is lighter instead, where that is narrower', () => {
    const light: Font = { face: 'regular', size: 8 };
    const box = { width: 31, lines: 1, fonts: fonts.slice(-1), light };
    expect(fit('有机全脂牛奶', box)).toMatchObject({ font: light, shown: undefined });
    expect(fit('Organic milk', box).font.face).toBe('bold');
    expect(fit('有机全脂牛奶', { ...box, width: 24 }).shown).toBe('有机…');
    expect(fit('有机全脂牛奶', { ...box, unbroken: true }).shown).toBe('');
  });

  test('of Thai, Lao, Khmer and Burmese is broken between words, never before a repetition mark or after a number', () => {
    expect(pieces('นมสดรสจืด').join('|')).toBe('นม|สด|รส|จืด');
    expect(pieces('เด็กๆ ชอบนม').join('|')).toBe('เด็กๆ|ชอบ|นม');
    expect(pieces('นม200มล.').join('|')).toBe('นม|200มล.');
    // The symbols of baht and riel are in the blocks of Thai and Khmer.
    expect(pieces('นม ฿52.00').join('|')).toBe('นม|฿52.00');
    expect(pieces('ទឹក ៛5,000').at(-1)).toBe('៛5,000');
    expect(pieces('ນົມສົດ').join('|')).toBe('ນົມ|ສົດ');
    expect(pieces('ទឹកដោះគោស្រស់').join('|')).toBe('ទឹកដោះគោ|ស្រស់');
    expect(pieces('နို့လတ်ဆတ်').join('|')).toBe('နို့|လတ်ဆတ်');
  });

  test('of Korean, Hindi, Vietnamese and Georgian is broken at blanks only', () => {
    for (const text of ['서울우유 나100%', 'ताज़ा दूध', 'Sữa tươi tiệt trùng', 'ახალი რძე'])
      expect(pieces(text)).toEqual(text.split(' '));
  });

  test('too long of Korean or Japanese does not begin a line with a closing mark', () => {
    const lines = (text: string) => shown(fit(text, { width: 50, lines: 9, height: 200, fonts: fonts.slice(0, 1) }));
    expect(lines('서울우유나.')).toEqual(['서울우유', '나.']);
    expect(lines('ストロベジャムパン')).toEqual(['ストロベ', 'ジャムパン'].flatMap((part) => part.match(/.{1,5}/g)!));
  });

  test('of closing marks only is still broken', () => {
    expect(fit('。'.repeat(30), { width: 50, lines: 9, height: 200 }).shown).toBeUndefined();
  });

  test('is broken into pieces with the same text', () => {
    const characters = Array.from('aB1 -–/（「。」、ー々ァミ緑茶のっนมๆเด็100％℃(g)!”“…한국ក្បာន́');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters), maxLength: 40 }), (text) => {
        expect(joinPieces(splitPieces(text))).toBe(text.replace(/ +/g, ' ').trim());
      }),
    );
  });

  test('names the marks that its letters have no room for, after a circle', () => {
    const small: Font = { face: 'bold', size: 14 };
    const box: TextBox = { width: 200, height: 40, lines: 1, fonts: [small], preferred: 14 };
    expect(fitText('חָלָב 3%', box, createTypesetter()).missing).toEqual(['◌\u05b8', '◌\u05b8']);
  });

  test('of any kind has no line wider than the box, no split grapheme, and loses nothing silently', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((value) => value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'x')
      // Text from right to left is in bidi.test.ts.
      .filter((value) => !hasRightToLeft(value));
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 20, max: 300 }),
        fc.integer({ min: 10, max: 80 }),
        fc.integer({ min: 1, max: 4 }),
        (value, width, height, lines) => {
          const fitted = fit(value, { width, height, lines });
          // A quantity is one word, with its blank.
          const words = fitted.lines.flatMap((line) => line.words.map(({ word }) => word.text));
          const drawn = words.join('').replaceAll(' ', '');
          for (const line of fitted.lines) expect(line.width).toBeLessThanOrEqual(width);
          expect(fitted.lines.length * (fitted.ascent + fitted.descent)).toBeLessThanOrEqual(height);
          if (fitted.shown === undefined) expect(drawn).toBe(value.replaceAll(' ', ''));
          else expect(fitted.shown.replaceAll(' ', '')).toBe(drawn);
          const graphemes = new Set(splitGraphemes(value));
          for (const word of words)
            for (const grapheme of splitGraphemes(word.replace('…', ''))) expect([...graphemes]).toContain(grapheme);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('lines are as even as a search over all widths makes them', () => {
  const texts = fc.array(fc.constantFrom('a', 'bb', 'ccc', 'Milk-', 'organic', 'wholewheat'), {
    minLength: 1,
    maxLength: 9,
  });
  const font = fonts[0]!;
  fc.assert(
    fc.property(texts, fc.integer({ min: 100, max: 400 }), fc.integer({ min: 0, max: 9 }), (parts, width, blank) => {
      const words = splitPieces(parts.join(' ')).map((piece) => measure(piece, font, ruler));
      const filled = wrap(words, width, blank);
      const widest = Math.max(...words.map(({ extent }) => extent.right - extent.left));
      let narrowest = width;
      while (narrowest > widest && wrap(words, narrowest - 1, blank).ends.length <= filled.ends.length) narrowest--;
      expect(balance(words, filled, blank).ends).toEqual(wrap(words, narrowest, blank).ends);
    }),
  );
});

test('words are measured once for each face and size', () => {
  const split = splitText('milk', false, undefined);
  const each = (['bold', 'regular'] as const).flatMap((face) => [10, 11].map((size) => ({ face, size })));
  const lists = each.map((font) => wordsIn(split, font));
  expect(new Set(lists).size).toBe(4);
  for (const [i, font] of each.entries()) expect(wordsIn(split, font)).toBe(lists[i]);
  expect(split.words).toHaveLength(4);
});
