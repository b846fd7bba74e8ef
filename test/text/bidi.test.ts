import { describe, expect, test } from '@jest/globals';
import createBidi, { type Bidi } from 'bidi-js';
import fc from 'fast-check';
import { beginsRightToLeft, mirror, rightToLeft, visualOrder, withoutMarks } from '../../renderer/text/bidi.js';
import type { Font } from '../../renderer/text/ruler.js';
import { splitGraphemes } from '../../renderer/text/graphemes.js';
import { fitText } from '../../renderer/text/fit.js';
import type { FittedText, TextBox } from '../../renderer/text/text-box.js';
import { rulerOf } from '../support/rulers/even-ruler.js';

const bidi = (createBidi as unknown as () => Bidi)();
const invisible = /[\u200c-\u200f\u061c]/g;

/** Half an em a grapheme, a blank of half an em too. */
const ruler = rulerOf({
  sizes: () => [10, 20],
  blank: ({ size }) => size / 2,
  em: (text) => splitGraphemes(text.replace(invisible, '')).length / 2,
  word: (_, __, width) => ({ left: 1, right: width - 1 }),
});
const fonts = [20, 10].map((size): Font => ({ face: 'bold', size }));

function fit(text: string, box: Partial<TextBox> = {}): FittedText {
  return fitText(text, { width: 2000, height: 80, lines: 4, fonts, preferred: 20, ...box }, ruler);
}

/** The runs of each line from left to right, each in reading order; `|` separates them, `_` is a blank. */
function runs({ lines, font }: FittedText): string[] {
  return lines.map(({ words }) =>
    words
      .map(({ word, x }, i) => {
        const next = words[i + 1];
        const end = x + word.advance;
        return word.text.replaceAll(rightToLeft, '') + (next ? (next.x - end >= font.size / 2 ? '_' : '|') : '');
      })
      .join(''),
  );
}

/** The characters as they stand from left to right, without blanks. */
function characters({ lines }: FittedText): string {
  return lines
    .flatMap(({ words }) => words)
    .map(({ word: { text } }) =>
      text.startsWith(rightToLeft)
        ? splitGraphemes(text.replace(invisible, '')).toReversed().map(mirror).join('')
        : text.replace(invisible, ''),
    )
    .join('');
}

describe('a text in two directions', () => {
  test.each<[string, boolean | undefined, string]>([
    ['שוקולד חלב', undefined, 'חלב_שוקולד'],
    ['שוקולד Milka 100 ג', undefined, 'ג_Milka_100_שוקולד'],
    ['שוקולד Milka \u200f100 ג', undefined, 'ג_100_Milka_שוקולד'],
    ['Milka שוקולד 100 ג', false, 'Milka_ג_100_שוקולד'],
    ['Milka שוקולד 100 ג', true, 'ג_100_שוקולד_Milka'],
    ['حليب كامل الدسم 3.5% 1 لتر', undefined, 'لتر_1_%|3.5_الدسم_كامل_حليب'],
    ['حليب ٣٫٥٪', undefined, '٪|٣٫٥_حليب'],
    ['سكر ١٠٬٠٠٠ كغ', undefined, 'كغ_١٠٬٠٠٠_سكر'],
    ['גבינה 3.5% 250 ג', undefined, 'ג_250_3.5%_גבינה'],
    ["קולה (Coca-Cola) 1.5 ל'", undefined, "ל'_1.5_)|Coca-|Cola|(_קולה"],
    ['چای احمد ۵۰۰ گرم', undefined, 'گرم_۵۰۰_احمد_چای'],
    ['SIM-كرت 5G', undefined, 'SIM-|كرت_5G'],
    ['Milk حليب 1.5l', undefined, 'Milk_حليب_1.5l'],
    ['Milk حليب 1,000ml', undefined, 'Milk_حليب_1,000ml'],
    ['Milk حليب 1.5l ab حليب cd', undefined, 'Milk_حليب_1.5l_ab_حليب_cd'],
    // Scripts, digits and marks beyond U+FFFF: Adlam runs from right to left, digits of mathematics as digits do.
    ['𞤢𞤣 ab', undefined, 'ab_𞤢𞤣'],
    ['ab 𞤢𞤣 𞤣𞤢 cd', undefined, 'ab_𞤣𞤢_𞤢𞤣_cd'],
    ['ab אב 𝟏𝟐 גד', undefined, 'ab_גד_𝟏𝟐_אב'],
    ['ab א\u{e0041}ב גד cd', undefined, 'ab_גד_א\u{e0041}ב_cd'],
    // The forms of Arabic letters that older tills send.
    ['ab \ufe8f \ufe90 cd', undefined, 'ab_\ufe90_\ufe8f_cd'],
    ['SIM-كرت 5G', true, '5G_كرت|-|SIM'],
    ['Milka-שוקולד', undefined, 'Milka-|שוקולד'],
    ['Milka-שוקולד', true, 'שוקולד|-|Milka'],
    ['קפה 😀 100 ג', undefined, 'ג_100_😀_קפה'],
    ['می‌خواهم ۲', undefined, '۲_می‌خواهم'],
    ['Coca-Cola 1.5 L', true, 'Coca-|Cola_1.5 L'],
  ])('%s (label from right to left: %s) is in the order of its readers', (text, rtl, order) => {
    expect(runs(fit(text, rtl === undefined ? {} : { rtl }))).toEqual([order]);
  });

  test('is wrapped in reading order, and each line ordered separately', () => {
    const box = { fonts: fonts.slice(1), preferred: 10 };
    const milk = runs(fit('حليب كامل الدسم 3.5% 1 لتر', { ...box, width: 60 }));
    expect(milk).toEqual(['كامل_حليب', '%|3.5_الدسم', 'لتر_1']);
    expect(runs(fit("קולה (Coca-Cola) 1.5 ל'", { ...box, width: 60 }))).toEqual(['Coca-|(_קולה', "ל'_1.5_)|Cola"]);
    expect(runs(fit('שוקולד Milka 100 ג', { ...box, width: 70 }))).toEqual(['שוקולד', 'ג_Milka_100']);
    expect(runs(fit('שוקולד Milka Alpine 100 ג', { ...box, width: 70 }))).toEqual(['Milka_שוקולד', 'ג_Alpine_100']);
    expect(runs(fit('Milka שוקולד חלב 100 ג', { ...box, width: 70 }))).toEqual(['Milka_שוקולד', 'ג_100_חלב']);
  });

  test('does not pass on its direction marks', () => {
    const fitted = fit('\u200fשוקולד Milka\u061c \u200f ג');
    expect(runs(fitted)).toEqual(['ג_Milka_שוקולד']);
    const texts = fitted.lines[0]!.words.map(({ word }) => word.text);
    expect(texts.map(withoutMarks)).toEqual(texts.map((text) => text.replace(/^\u200f/, '')));
    expect(texts.map((text) => text.startsWith(rightToLeft))).toEqual([true, false, true]);
  });

  test('ends in an ellipsis at the left when it runs from right to left, and says what is shown in reading order', () => {
    const box = { width: 60, lines: 1, fonts: fonts.slice(1), preferred: 10 };
    const hebrew = fit('שוקולד חלב משובח', box);
    expect([runs(hebrew), hebrew.shown]).toEqual([['חלב…_שוקולד'], 'שוקולד חלב…']);
    expect(characters(hebrew).startsWith('…')).toBe(true);
    const latin = fit('שוקולד Milk affee', box);
    expect([runs(latin), latin.shown]).toEqual([['…|Milk_שוקולד'], 'שוקולד Milk…']);
    const mixed = fit('Milka שוק ולד', { ...box, width: 50 });
    expect([runs(mixed), mixed.shown]).toEqual([['Milka_שוק|…'], 'Milka שוק…']);
  });

  test('breaks an Arabic word that is too long so that the letters at the cut keep their shapes', () => {
    const broken = fit('المستشفياتالجامعية', { width: 50, fonts: fonts.slice(1), preferred: 10 });
    expect(runs(broken)).toEqual(['المستشفيات\u200d', '\u200dالجامعية']);
    expect(characters(broken)).toBe(
      Array.from('المستشفياتالجامعية').reverse().join('').replace('ةيعماجلاتايفشتسملا', 'تايفشتسملاةيعماجلا'),
    );
  });
});

describe('any combination of two directions', () => {
  const letters = 'אבגדהשלםمرحبالدسك٣٫٥٪۵abcXYZ0123%.,()-+/:«» \u200f\u200e';
  const mixed = fc
    .string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 1, maxLength: 40 })
    .map((value) => `${value.replace(/ +/g, ' ').trim()}א`)
    // These stay together, which the library does not know.
    .filter((value) => !/[0-9][0-9.,]*[a-z]/i.test(value));

  test('one line is ordered by the Unicode Bidirectional Algorithm', () => {
    fc.assert(
      fc.property(mixed, fc.boolean(), (text, rtl) => {
        const fitted = fit(text, { rtl });
        const levels = bidi.getEmbeddingLevels(text, rtl || beginsRightToLeft(text) ? 'rtl' : 'ltr');
        expect(fitted.lines).toHaveLength(1);
        expect(characters(fitted)).toBe(withoutMarks(bidi.getReorderedString(text, levels)).replaceAll(' ', ''));
      }),
      { numRuns: 300 },
    );
  });

  test('the rest of a cut word keeps its order: the number first, the ellipsis last', () => {
    const fitted = fit('3 אאא', { width: 20, height: 10, lines: 1 });
    expect([fitted.shown, runs(fitted)]).toEqual(['3 א…', ['א…_3']]);
    expect(runs(fit('12 אאאא', { width: 20, height: 10, lines: 1 }))).toEqual(['…|12']);
  });

  test('every character is drawn once, or an ellipsis replaces the rest; nothing is wider than the box or overlaps', () => {
    const boxes = fc.record({
      width: fc.integer({ min: 20, max: 200 }),
      height: fc.integer({ min: 10, max: 80 }),
      lines: fc.integer({ min: 1, max: 4 }),
      rtl: fc.boolean(),
    });
    const sorted = (text: string) => Array.from(text).sort().join('');
    fc.assert(
      fc.property(mixed, boxes, (text, box) => {
        const fitted = fit(text, box);
        const drawn = fitted.lines.flatMap(({ words }) => words.map(({ word }) => word.text.replace(invisible, '')));
        const said = (fitted.shown ?? text).replace(invisible, '').replaceAll(' ', '');
        // A quantity is one word, with its blank.
        expect(sorted(drawn.join('').replaceAll(' ', ''))).toBe(sorted(said));
        expect(fitted.lines.length * (fitted.ascent + fitted.descent)).toBeLessThanOrEqual(box.height);
        for (const { words, width } of fitted.lines) {
          expect(width).toBeLessThanOrEqual(box.width);
          let end = -1;
          for (const { word, x } of words) {
            expect(x + word.left).toBeGreaterThan(end);
            end = x + word.right;
          }
          expect(end).toBe(width);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a text without letters from right to left is the same on a label that runs so', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('abcМолоκ日本ไทย 12-/.,()')), maxLength: 60 }),
        (text) => {
          expect(fit(text, { width: 90, rtl: true })).toEqual(fit(text, { width: 90 }));
        },
      ),
    );
  });

  test('a stretch is turned round as often as its level says', () => {
    expect(visualOrder([0, 1, 2, 2, 1, 0])).toEqual([0, 4, 2, 3, 1, 5]);
    expect(visualOrder([2, 2])).toEqual([0, 1]);
    expect(visualOrder([])).toEqual([]);
  });
});
