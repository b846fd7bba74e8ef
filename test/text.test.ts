import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Font, Ruler } from '../renderer/ruler.js';
import { splitGraphemes } from '../renderer/runs.js';
import { fitText, type FittedText, type TextBox } from '../renderer/text.js';

/** Half an em a character, a blank of a quarter, a line of one em. */
const ruler: Ruler = {
  sizes: () => [10, 12, 14, 16, 18, 20],
  blank: ({ size }) => size / 4,
  metrics: ({ size }) => ({ ascent: size * 0.75, descent: size * 0.25 }),
  measure: (word, { size }) => {
    const width = Array.from(word).length * (size / 2);
    return { left: 0, right: width, advance: width, ascent: size * 0.75, descent: size * 0.25, missing: [] };
  },
};
const fonts = [20, 18, 16, 14, 12, 10].map((size): Font => ({ face: 'bold', size }));

function fit(text: string, box: Partial<TextBox>): FittedText {
  return fitText(text, { width: 200, height: 40, lines: 2, fonts, preferred: 20, ...box }, ruler);
}
const shown = ({ lines }: FittedText) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('text in a box', () => {
  test('that fits stands on one line at the preferred size', () => {
    const fitted = fit('Organic milk', {});
    expect([shown(fitted), fitted.font.size, fitted.shrunk, fitted.shown]).toEqual([
      ['Organic milk'],
      20,
      false,
      undefined,
    ]);
  });

  test('that is short is drawn larger than preferred, where the layout lets it', () => {
    expect([fit('Milk', { preferred: 14 }).font.size, fit('Milk', { preferred: 14 }).shrunk]).toEqual([20, false]);
    expect(fit('Organic whole milk from the hills', { preferred: 14 })).toMatchObject({
      font: { size: 20 },
      shrunk: false,
    });
    expect(fit('Organic whole milk from the green hill farm', { preferred: 14 })).toMatchObject({
      font: { size: 18 },
      shrunk: false,
    });
  });

  test('wraps at blanks into lines of about the same width', () => {
    expect(shown(fit('Organic whole milk from hills', {}))).toEqual(['Organic whole', 'milk from hills']);
  });

  test('wraps after a hyphen inside a word', () => {
    expect(shown(fit('Müller Süßkäse-Törtchen', {}))).toEqual(['Müller Süßkäse-', 'Törtchen']);
  });

  test('shrinks a little rather than break a word', () => {
    const fitted = fit('Elektrizitätenhauptwe', {});
    expect([shown(fitted), fitted.font.size, fitted.shrunk]).toEqual([['Elektrizitätenhauptwe'], 18, true]);
  });

  test('breaks a word that is far too long before it shrinks further', () => {
    const fitted = fit('Elektrizitätenhauptwerkbau', { width: 150 });
    expect([shown(fitted).join(''), fitted.lines.length, fitted.font.size]).toEqual([
      'Elektrizitätenhauptwerkbau',
      2,
      20,
    ]);
  });

  test('shrinks to the floor, then ends in an ellipsis and says what is shown', () => {
    const fitted = fit('One two three four five six seven eight nine ten', { width: 60, height: 20 });
    expect(fitted.font.size).toBe(10);
    expect(fitted.shown).toBe('One two three four five si…');
    expect(fitted.lines.length).toBe(2);
  });

  test('does not leave a comma before the ellipsis', () => {
    expect(fit('One two, three', { width: 45, height: 12, fonts: fonts.slice(-1) }).shown).toBe('One two…');
  });

  test('breaks Japanese between characters, but never before a closing mark', () => {
    expect(
      shown(fit('日本の緑茶。', { width: 50, lines: 3, height: 60 })).map((line) => line.replaceAll(' ', '')),
    ).toEqual(['日本の', '緑茶。']);
  });

  test('without room for a line draws nothing and says so', () => {
    expect(fit('Milk', { height: 5 })).toMatchObject({ lines: [], shown: '' });
  });

  test('whatever it is, no line is wider than the box, no grapheme is split, and nothing is lost without a word', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((value) => value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'x');
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 20, max: 300 }),
        fc.integer({ min: 10, max: 80 }),
        fc.integer({ min: 1, max: 4 }),
        (value, width, height, lines) => {
          const fitted = fit(value, { width, height, lines });
          const words = fitted.lines.flatMap((line) => line.words.map((word) => word.text));
          for (const line of fitted.lines) expect(line.width).toBeLessThanOrEqual(width);
          expect(fitted.lines.length * (fitted.ascent + fitted.descent)).toBeLessThanOrEqual(height);
          if (fitted.shown === undefined) expect(words.join('')).toBe(value.replaceAll(' ', ''));
          else expect(fitted.shown.replaceAll(' ', '')).toBe(words.join(''));
          const graphemes = new Set(splitGraphemes(value));
          for (const word of words)
            for (const grapheme of splitGraphemes(word.replace('…', ''))) expect([...graphemes]).toContain(grapheme);
        },
      ),
      { numRuns: 300 },
    );
  });
});
