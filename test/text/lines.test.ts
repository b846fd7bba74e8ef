import { describe, expect, test } from '@jest/globals';
import { fitText } from '../../renderer/text/fit.js';
import type { TextBox } from '../../renderer/text/text-box.js';
import { balance, inkWidth, lineUp, measure, wrap } from '../../renderer/text/lines.js';
import { orderPieces, type TextPiece, slicePiece, splitPieces } from '../../renderer/text/pieces.js';
import type { Font } from '../../renderer/text/ruler.js';
import { rulerOf } from '../support/rulers/even-ruler.js';

const font: Font = { face: 'bold', size: 10 };

/**
 * 10 px a character. Ink begins 1 px right of the pen, 3 left of it with a j, and ends 1 px before the next pen, 4 after
 * it with an f. Capitals and digits are 9 px high, others 6; a g hangs 3 px.
 */
const ruler = rulerOf({
  blank: () => 4,
  em: (text) => text.replace(/[\u200c-\u200f]/g, '').length,
  word(text, _, width) {
    const letters = text.replace(/[\u200c-\u200f]/g, '');
    const [left, right] = [letters.startsWith('j') ? -3 : 1, width + (letters.endsWith('f') ? 4 : -1)];
    const [ascent, descent] = [/[A-Z0-9]/.test(text) ? 9 : 6, text.includes('g') ? 3 : 0];
    return { left, right, ascent, descent, missing: Array.from(letters).filter((letter) => letter === '☃') };
  },
});

const measured = (text: string) => splitPieces(text).map((piece) => measure(piece, font, ruler));
/** Each line's width, and its words with the px at which their ink begins. */
const placed = (text: string, ends?: readonly number[]) => {
  const words = measured(text);
  return lineUp(words, ends ?? [words.length], ruler.blank(font)).map(placesIn);
};
/** The width of a line, and its words, each with the px at which its ink begins. */
const placesIn = ({ words, width }: ReturnType<typeof lineUp>[number]) =>
  [`${width}:`, ...words.flatMap(({ word, x }) => [word.text, x + word.left])].join(' ');

describe('the words of a line', () => {
  test('begin with ink at its left edge and are a blank apart', () => {
    expect(placed('ab')).toEqual(['18: ab 0']);
    // Pens at -1, and 20 and a blank of 4 further on.
    expect(placed('ab c')).toEqual(['32: ab 0 c 24']);
    expect(placed('jb c')).toEqual(['36: jb 0 c 28']);
  });

  test('keep a pixel between their inks', () => {
    // f ends 4 px after the next pen, j begins 3 px before its own: the blank of 4 is too little by 4.
    expect(placed('af jb')).toEqual([`${23 + 1 + 22}: af 0 jb 24`]);
    expect(placed('af b')).toEqual([`${23 + 1 + 8}: af 0 b 24`]);
  });

  test('without a blank between them follow each other', () => {
    expect(placed('ab-cd')).toEqual([`${28 + 2 + 18}: ab- 0 cd 30`]);
  });

  test('of each line are placed by themselves', () => {
    expect(placed('ab jc de', [1, 3])).toEqual(['18: ab 0', `${22 + 1 + 4 + 1 + 18}: jc 0 de 28`]);
  });
});

describe('lines', () => {
  const ends = (text: string, width: number) => wrap(measured(text), width, 4);

  test('are filled as far as they go', () => {
    expect(ends('ab cd ef', 42)).toEqual({ ends: [2, 3], width: 42 });
    expect(ends('ab cd ef', 41)).toEqual({ ends: [1, 2, 3], width: 23 });
    expect(ends('ab cd ef', 70)).toEqual({ ends: [2, 3], width: 42 });
    expect(ends('ab cd ef', 71)).toEqual({ ends: [3], width: 71 });
    expect(ends('', 100)).toEqual({ ends: [], width: 0 });
  });

  test('contain a single word that is wider than they are', () => {
    expect(ends('a bcdef g', 20)).toEqual({ ends: [1, 2, 3], width: 53 });
    expect(ends('abcdef', 20)).toEqual({ ends: [1], width: 63 });
  });

  test('are evened out without one more', () => {
    const words = measured('abc de ab cd');
    const filled = wrap(words, 66, 4);
    expect(filled).toEqual({ ends: [2, 4], width: 52 });
    expect(balance(words, filled, 4)).toEqual({ ends: [2, 4], width: 52 });
    const uneven = measured('ab cd ab c');
    expect(wrap(uneven, 70, 4)).toEqual({ ends: [3, 4], width: 66 });
    expect(balance(uneven, wrap(uneven, 70, 4), 4)).toEqual({ ends: [2, 4], width: 42 });
    // By a single pixel.
    const near = measured('ab jf cd');
    expect(wrap(near, 47, 4)).toEqual({ ends: [2, 3], width: 47 });
    expect(balance(near, wrap(near, 47, 4), 4)).toEqual({ ends: [1, 3], width: 46 });
  });
});

describe('a text in two directions', () => {
  const order = (text: string, rtl = false) => orderPieces(splitPieces(text), rtl);
  const line = (text: string, rtl = false) => {
    const words = order(text, rtl).map((piece) => measure(piece, font, ruler));
    return placesIn(lineUp(words, [words.length], 4)[0]!);
  };

  test('is a blank apart, in the order of its readers', () => {
    expect(line('אב גד', true)).toBe('42: \u200fגד 0 \u200fאב 24');
    expect(line('ab אב')).toBe('42: ab 0 \u200fאב 24');
    expect(line('ab אב', true)).toBe('42: \u200fאב 0 ab 24');
    // The blank between two words of Hebrew is between them, wherever the rest is.
    expect(line('ab אב גד cd')).toBe('90: ab 0 \u200fגד 24 \u200fאב 48 cd 72');
  });

  test('keeps a pixel between the inks of stretches without a blank', () => {
    // A mark of direction takes no room.
    expect(line('ab\u200fcd')).toBe('38: ab 0 cd 20');
    expect(line('abf-אב')).toBe('58: abf- 0 \u200fאב 40');
    expect(line('אבf', true)).toBe(`${13 + 1 + 18}: f 0 \u200fאב 14`);
  });

  test('is as high and as deep as its highest and deepest part, and lacks what its parts lack', () => {
    const [piece] = order('אבg☃A');
    const { extent } = measure(piece!, font, ruler);
    expect(extent).toMatchObject({ left: 0, ascent: 9, descent: 3, missing: ['☃'] });
    expect(extent.advance).toBe(extent.right);
    expect(inkWidth(measure(piece!, font, ruler))).toBe(extent.right);
  });

  test('has pieces with their own levels; those of blanks are those of the text', () => {
    const [latin, hebrew, more] = order('ab אב גד', true);
    expect([...latin!.order!.levels, latin!.order!.blank]).toEqual([2, 2, 0]);
    expect([...hebrew!.order!.levels, hebrew!.order!.blank]).toEqual([1, 1, 1]);
    expect([...more!.order!.levels, more!.order!.blank]).toEqual([1, 1, 1]);
    expect(order('ab \u200f אב').map(({ text }) => text)).toEqual(['ab', 'אב']);
  });

  test('keeps Arabic letters joined where a line breaks a word, and only there', () => {
    const [word] = order('بتد');
    /** The word with a dash on each side on which it joins. */
    const shapes = ({ text, order: given }: TextPiece) =>
      (given!.joinsBefore ? '-' : '') + text + (given!.joinsAfter ? '-' : '');
    const part = (text: string, from: number, to: number) => shapes(slicePiece(order(text)[0]!, from, to));
    expect([shapes(word!), part('بتد', 0, 1), part('بتد', 1, 2), part('بتد', 1, 3)]).toEqual([
      'بتد',
      'ب-',
      '-ت-',
      '-تد',
    ]);
    expect(part('دبت', 1, 3)).toBe('بت');
    // The letter before the cut, and the one after it, and no other.
    expect([part('«بت»', 0, 2), part('شيء', 0, 2)]).toEqual(['«ب-', 'شي']);
    expect([...order('بت-بت'), ...order('بت بت')].map(shapes)).toEqual(['بت-', 'بت', 'بت', 'بت']);
    const [first, last] = [{ text: 'بت', blank: true }, { text: 'بت', blank: false } as const];
    const parts = orderPieces([first, last], true);
    const runsOf = (piece: TextPiece) => measure(piece, font, ruler).runs!.map((run) => 'word' in run && run.word.text);
    expect(parts.map(shapes)).toEqual(['بت-', '-بت']);
    expect(parts.map(runsOf)).toEqual([['\u200fبت\u200d'], ['\u200f\u200dبت']]);
    // Of a word with a number in it only the last stretch joins.
    const [numbered] = orderPieces([{ text: 'بت1بت', blank: true }, parts[1]!], true);
    expect(runsOf(numbered!)).toEqual(['\u200fبت', '1', '\u200fبت\u200d']);
  });

  test('is cut with its levels, and a blank before its first part only', () => {
    const [, word] = order('ab אבc', true);
    const [first, rest] = [slicePiece(word!, 0, 2), slicePiece(word!, 2, 3)];
    expect([first.text, first.blank, [...first.order!.levels]]).toEqual(['אב', true, [1, 1]]);
    expect([rest.text, rest.blank, [...rest.order!.levels]]).toEqual(['c', false, [2]]);
    expect(slicePiece({ text: 'abc', blank: true }, 0, 2)).toEqual({ text: 'ab', blank: true });
    expect(slicePiece({ text: 'abc', blank: true }, 1, 3)).toEqual({ text: 'bc', blank: false });
  });
});

describe('a text in a box of exact size', () => {
  const sized = (...sizes: readonly number[]): readonly Font[] => sizes.map((size) => ({ face: 'bold', size }));
  /** Half an em a character, a line of one em; small letters are lower than it. */
  const even = rulerOf({
    blank: ({ size }) => size / 2,
    metrics: ({ size }) => ({ ascent: size * 0.8, descent: size * 0.2 }),
    word(text, size) {
      const [ascent, descent] = [text.includes('Ǻ') ? size : size * 0.6, text.includes('g') ? size * 0.2 : 0];
      return { ascent, descent, missing: Array.from(text).filter((letter) => letter === '☃') };
    },
  });
  const fit = (text: string, box: Partial<TextBox>) => {
    const given = { width: 100, height: 20, lines: 1, fonts: sized(20, 18, 16, 14), preferred: 20, ...box };
    const { lines, ...rest } = fitText(text, given, even);
    const shown = lines.map(({ words }) => words.map(({ word }) => word.text).join(' '));
    return { ...rest, size: rest.font.size, lines: shown };
  };

  test('is in the box when it is as wide and as high as that', () => {
    const whole = { size: 20, lines: ['abcdefghij'], shrunk: false, ascent: 16, descent: 4 };
    expect(fit('abcdefghij', {})).toMatchObject(whole);
    expect(fit('abcdefghij', { width: 99 })).toMatchObject({ size: 18, shrunk: true });
    expect(fit('abcde fgh', { width: 90 })).toMatchObject({ size: 20 });
    expect(fit('abcdefghij', { height: 19 })).toMatchObject({ size: 18, shrunk: true, shown: undefined });
    const two = { width: 50, height: 40, lines: 2 };
    expect(fit('abcde abcde', two)).toMatchObject({ size: 20, lines: ['abcde', 'abcde'] });
    expect(fit('abcde abcde', { ...two, height: 39 }).size).toBe(18);
    expect(fit('abcde abcde', { width: 50, height: 40, lines: 1 }).lines).toHaveLength(1);
  });

  test('shrinks to its floor rather than break a word, and breaks it at its preferred size', () => {
    const box = { width: 80, height: 40, lines: 2 };
    expect(fit('abcdefghij', box)).toMatchObject({ size: 16, lines: ['abcdefghij'] });
    expect(fit('abcdefghijk', box)).toMatchObject({ size: 14, lines: ['abcdefghijk'] });
    expect(fit('abcdefghijkl', box)).toMatchObject({ size: 20, lines: ['abcdefgh', 'ijkl'] });
    // Larger sizes than the preferred one are for text that needs no break.
    const broken = { size: 16, lines: ['abcdefghij', 'klmn'], shrunk: false };
    expect(fit('abcdefghijklmn', { ...box, preferred: 16 })).toMatchObject(broken);
    expect(fit('abcdefgh', { ...box, preferred: 16 })).toMatchObject({ size: 20, shrunk: false });
  });

  test('has lines as high as its highest letters', () => {
    const box = { height: 45, lines: 2, width: 50 };
    expect(fit('abcde abcde', box)).toMatchObject({ size: 20, ascent: 16, descent: 4 });
    // 20 px above the line and 4 below: two lines of 24 take 48.
    expect(fit('abcde Ǻbcde', box)).toMatchObject({ size: 18, ascent: 18, descent: 3.6 });
    expect(fit('abcde Ǻbcde', { ...box, height: 48 })).toMatchObject({ size: 20, ascent: 20, descent: 4 });
  });

  test('at the floor may stand without the room above it, and below it, that no letter of it needs', () => {
    // A line of 14 px has ink of 8.4 px, or of 11.2 with a g.
    const low = { size: 14, lines: ['abc'], ascent: 14 * 0.6, descent: 0, shown: undefined };
    expect(fit('abc', { height: 9 })).toMatchObject(low);
    expect(fit('abc', { height: 8 })).toMatchObject({ size: 14, lines: [], shown: '' });
    expect(fit('abc', { height: 6, fonts: sized(10) })).toMatchObject({ lines: ['abc'], ascent: 6, shown: undefined });
    expect(fit('abc', { height: 9, fonts: sized(14), preferred: 14, unbroken: true }).lines).toEqual(['abc']);
    expect(fit('abg', { height: 12 })).toMatchObject({ lines: ['abg'], descent: 14 * 0.2 });
    expect(fit('abg', { height: 11 })).toMatchObject({ lines: ['ab…'], shown: 'ab…' });
  });

  test('ends in an ellipsis after as much as fits', () => {
    const box = { width: 70, height: 14, fonts: sized(14) };
    expect(fit('abcdefghij', box)).toMatchObject({ lines: ['abcdefghij'], shown: undefined, shrunk: true });
    expect(fit('abcdefghijk', box)).toMatchObject({ lines: ['abcdefghi…'], shown: 'abcdefghi…', shrunk: true });
    expect(fit('abcdefghijk', { ...box, preferred: 14 }).shrunk).toBe(false);
    expect(fit('abcd efghijk', box).shown).toBe('abcd…');
    expect(fit('abcd efghijk', { ...box, width: 42 }).shown).toBe('abcd…');
    expect(fit('abc', { ...box, width: 13 }).shown).toBe('');
    expect(fit('abc', { ...box, width: 14 }).shown).toBe('a…');
  });

  test.each([' ', ',', '.', ';', ':', '–', '-', '(', '+', '&', '،', '؛', '、', '，', '・', ',.', '...'])(
    'has no "%s" before the ellipsis',
    (mark) => {
      const box = { width: 70, height: 14, fonts: sized(14) };
      expect(fit(`ab${mark}cdefghijkl`, { ...box, width: 7 * (3 + mark.length) }).shown).toBe('ab…');
    },
  );

  test('leaves no separate mark before the ellipsis, and keeps those between words', () => {
    const box = { width: 70, height: 14, fonts: sized(14) };
    expect(fit('ab & cdefghijkl', box).shown).toBe('ab…');
    expect(fit('ab - , cdefghijkl', box).shown).toBe('ab…');
    expect(fit('a & b cdefghijkl', box).shown).toBe('a & b…');
    expect(fit('a b & cdefghijkl', box).shown).toBe('a b…');
  });

  test('shows a number in a word that is cut whole, or not at all', () => {
    const cut = (text: string, letters: number) =>
      fit(text, { width: 7 * (letters + 1), height: 14, fonts: sized(14) }).shown;
    expect(cut('abc1.250,75defghij', 7)).toBe('abc…');
    expect(cut('abc1.250,75defghij', 12)).toBe('abc1.250,75d…');
    expect(cut('B12Komplexkapseln', 7)).toBe('B12Komp…');
    const numbers = ['123456789012', '١٢٣٤٥٦٧٨٩٠١٢', 'abc١٬٢٥٠٫٧٥defghij'].map((text) => cut(text, 7));
    expect(numbers).toEqual(['', '', 'abc…']);
  });

  test('is not cut where it must be complete: nothing of it is shown', () => {
    const box = { width: 70, height: 14, fonts: sized(14), unbroken: true };
    expect(fit('abcd efghijk', box)).toMatchObject({ size: 14, lines: [], shown: '', missing: [], shrunk: true });
    expect(fit('abcd efghi', box)).toMatchObject({ lines: ['abcd efghi'], shown: undefined });
  });

  test('with a letter wider than the box shows nothing, on a line of its usual height', () => {
    const box = { width: 6, height: 28, lines: 2, fonts: sized(14) };
    expect(fit('W', box)).toMatchObject({ lines: [], shown: '', ascent: 14 * 0.8, descent: 14 * 0.2 });
    expect(fit('W', { ...box, width: 7 })).toMatchObject({ lines: ['W'], shown: undefined });
  });

  test('keeps a mark that no ellipsis follows, and one within', () => {
    expect(fit('ab, c.', {}).lines).toEqual(['ab, c.']);
    expect(fit('a,b-c.defghijkl', { width: 43, height: 14, fonts: sized(14) }).shown).toBe('a,b…');
  });

  test('names what no font has, in all that is shown', () => {
    expect(fit('a☃ b☃', {}).missing).toEqual(['☃', '☃']);
    expect(fit('a☃ b', {}).missing).toEqual(['☃']);
    expect(fit('ab', {}).missing).toEqual([]);
    expect(fit('a☃cdefghijkl☃', { width: 70, height: 14, fonts: sized(14) }).missing).toEqual(['☃']);
  });
});
