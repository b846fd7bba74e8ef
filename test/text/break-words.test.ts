import { beforeEach, describe, expect, test } from '@jest/globals';
import { breakWords, measureBroken, measureWhole, plausible, type TextRoom } from '../../renderer/text/break-words.js';
import type { MeasuredPiece } from '../../renderer/text/lines.js';
import { splitPieces } from '../../renderer/text/pieces.js';
import type { Font, Ruler } from '../../renderer/text/ruler.js';
import { evenRuler } from '../support/rulers/even-ruler.js';

/** What was drawn to measure it. */
let drawn: string[] = [];
beforeEach(() => {
  drawn = [];
});
const counting = (of: Ruler): Ruler => ({ ...of, measure: (text, font) => (drawn.push(text), of.measure(text, font)) });
/** Letters of half an em, a blank of a quarter, a line of one em. */
const ruler = counting(evenRuler);
const [font, ...smaller] = [20, 18, 16, 14, 12, 10].map((size): Font => ({ face: 'bold', size }));
const fonts = [font!, ...smaller];
const latin = (letters: number) => 'x'.repeat(letters);
const hangul = (letters: number) => '가'.repeat(letters);
const room = (width: number, lines = 1, height = 20 * lines): TextRoom => ({ width, height, lines });
const texts = (words: readonly MeasuredPiece[] | undefined) => words?.map(({ text }) => text);

describe('the sizes at which a text is tried', () => {
  const sizes = (text: string, box: TextRoom, of: readonly Font[] = fonts) =>
    plausible(splitPieces(text), box, of, ruler).map(({ size }) => size);

  test('are those at which nine tenths of its ink have room', () => {
    // 200 px at 20, so 144 at 16: as much as 140 and a blank of 4.
    expect(sizes(latin(20), room(140))).toEqual([16, 14, 12, 10]);
    expect(sizes(latin(20), room(139))).toEqual([14, 12, 10]);
    expect(sizes(`${latin(15)} ${latin(5)}`, room(140))).toEqual([16, 14, 12, 10]);
    expect(sizes(latin(40), room(20))).toEqual([]);
  });

  test('are judged by the lines that the box has, and is high enough for: at least by one', () => {
    expect(sizes(`${latin(10)} ${latin(10)}`, room(70, 2, 40))).toEqual([16, 14, 12, 10]);
    expect(sizes(`${latin(10)} ${latin(10)}`, room(70, 1, 40))).toEqual([]);
    // From 10 px on, two lines stand in 20 px.
    expect(sizes(latin(20), room(70, 2, 20))).toEqual([10]);
    expect(sizes(latin(20), room(140, 1, 5))).toEqual([16, 14, 12, 10]);
  });

  test('are judged by the advance of a word that is long, or of another script, which is not drawn', () => {
    // (400 - 20) × 0.85 = 323 px at 20.
    expect(sizes(latin(40), room(180))).toEqual([12, 10]);
    // 100 - 5 px at 20.
    expect(sizes(hangul(10), room(60))).toEqual([14, 12, 10]);
    expect(sizes(latin(33), room(9))).toEqual([]);
    expect(drawn).toEqual([]);
    sizes(latin(32), room(9));
    expect(drawn).toEqual([latin(32)]);
  });

  test('are all if there are at most two: judging them would take as long', () => {
    expect(sizes(latin(20), room(10), fonts.slice(0, 2))).toEqual([20, 18]);
    expect(sizes(latin(20), room(10), [])).toEqual([]);
    expect(drawn).toEqual([]);
    expect(sizes(latin(20), room(140), fonts.slice(0, 3))).toEqual([16]);
  });
});

describe('whole words', () => {
  const whole = (text: string, box: TextRoom) => texts(measureWhole(splitPieces(text), box, font!, ruler));

  test('fit if each is at most as wide as the box, and its lines have room for all', () => {
    expect(whole(latin(10), room(100))).toEqual([latin(10)]);
    expect(whole(latin(10), room(99))).toBeUndefined();
    // A blank may be between any two lines.
    expect(whole(`${latin(7)} ${latin(7)}`, room(135))).toEqual([latin(7), latin(7)]);
    expect(whole(`${latin(7)} ${latin(7)}`, room(134))).toBeUndefined();
    expect(whole('', room(1))).toEqual([]);
  });

  test('are not drawn if one of them, or all together, are much too long', () => {
    expect(whole(hangul(20), room(169))).toBeUndefined();
    expect(drawn).toEqual([]);
    // 190 px by the font's advance, and as much as the box and an em.
    expect(whole(hangul(20), room(170))).toBeUndefined();
    expect(drawn).toHaveLength(1);
    const words = (count: number) => Array<string>(count).fill(hangul(5)).join(' ');
    expect(whole(words(2), room(100))).toEqual([hangul(5), hangul(5)]);
    expect(whole(words(4), room(100, 2))).toHaveLength(4);
    drawn = [];
    // 47.5 px each, in 2 × 105 px and two em.
    expect([whole(words(5), room(100, 2)), drawn.length]).toEqual([undefined, 5]);
    drawn = [];
    expect([whole(words(6), room(100, 2)), drawn.length]).toEqual([undefined, 0]);
    // As much as 70 px, a blank and an em.
    expect([whole(words(2), room(70)), drawn.length]).toEqual([undefined, 2]);
  });

  test('in Latin are measured at once, up to a length, as their letters are drawn for all words', () => {
    expect([whole(latin(32), room(100)), drawn]).toEqual([undefined, [latin(32)]]);
    drawn = [];
    expect([whole(latin(33), room(100)), drawn]).toEqual([undefined, []]);
  });
});

describe('broken words', () => {
  const broken = (text: string, box: TextRoom, of = ruler) => {
    const { words, isComplete: whole } = breakWords(splitPieces(text), box, font!, of);
    return [texts(words), whole];
  };

  test('are in the longest parts that fit, and those that fit are whole', () => {
    expect(broken(latin(10), room(100))).toEqual([[latin(10)], true]);
    expect(broken(`ab ${latin(23)} cd`, room(100, 9))).toEqual([['ab', latin(10), latin(10), latin(3), 'cd'], true]);
    expect(broken(latin(45), room(100, 9))).toEqual([[10, 10, 10, 10, 5].map(latin), true]);
    expect(broken(hangul(25), room(100, 9))).toEqual([[10, 10, 5].map(hangul), true]);
  });

  test('end where the lines of the box are full', () => {
    const long = latin(21);
    expect(broken(long, room(100, 2))).toEqual([[10, 10, 1].map(latin), true]);
    expect(texts(measureBroken(splitPieces(long), room(100, 2), font!, ruler))).toHaveLength(3);
    expect(broken(latin(32), room(100, 2))).toEqual([[10, 10, 10].map(latin), false]);
    expect(measureBroken(splitPieces(latin(32)), room(100, 2), font!, ruler)).toBeUndefined();
    expect(texts(measureBroken(splitPieces(hangul(15)), room(100, 2), font!, ruler))).toEqual([10, 5].map(hangul));
    drawn = [];
    expect(measureBroken(splitPieces(hangul(60)), room(100, 2), font!, ruler)).toBeUndefined();
    expect(drawn).toEqual([]);
  });

  test('have one character in a part at least, however narrow the box is', () => {
    expect(broken('abc', room(9, 9))).toEqual([['a', 'b', 'c'], true]);
    expect(broken('가나다', room(9, 9))).toEqual([['가', '나', '다'], true]);
  });

  test('do not begin a part with a closing mark, unless there is nothing else', () => {
    expect(broken('가나다라마.바', room(50, 9))).toEqual([['가나다라', '마.바'], true]);
    expect(broken('가나다라마..', room(50, 9))).toEqual([['가나다라', '마..'], true]);
    expect(broken('가.......', room(50, 9))).toEqual([['가....', '...'], true]);
  });

  test('do not end a part with an opening mark, unless the word ends with it', () => {
    expect(broken('가나다라(마바', room(50, 9))).toEqual([['가나다라', '(마바'], true]);
    expect(broken('가나다라마바사(', room(50, 9))).toEqual([['가나다라마', '바사('], true]);
  });

  /** How many letters are drawn to break a word, for each that is seen. */
  const effort = (text: string, of?: Ruler) => {
    drawn = [];
    broken(text, room(100, 30), of);
    return drawn.join('').length / text.length;
  };

  test('are drawn little more than is seen of them', () => {
    // Each part, one letter more, which is too much, and the part; a word that may fit is first drawn as a whole.
    expect(effort(latin(30))).toBeLessThan(4);
    expect(effort(latin(60))).toBeLessThan(3);
    expect(effort(hangul(60))).toBeLessThan(3);
  });

  test('of wide letters are, too', () => {
    const wide: Ruler = {
      ...evenRuler,
      measure: (text, given) => evenRuler.measure(text, { ...given, size: given.size * 2 }),
      advance: (text, given) => evenRuler.advance(text, { ...given, size: given.size * 2 }),
    };
    expect(effort(hangul(15), counting(wide))).toBeLessThan(3);
  });

  test('are drawn as a whole once, where they may fit, and not where they are wider than the box by more than an em', () => {
    const word = hangul(10);
    const whole = (width: number) => {
      drawn = [];
      broken(word, room(width, 9));
      return drawn.filter((text) => text === word).length;
    };
    // 95 px at least.
    expect([whole(100), drawn.length]).toEqual([1, 1]);
    expect([whole(75), whole(74)]).toEqual([1, 0]);
  });
});
